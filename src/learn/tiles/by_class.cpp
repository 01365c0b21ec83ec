// A counting sort of the rows of a tile by their class.
#include "learn/tiles/by_class.hpp"

namespace credence::detail {

void ByClass::list(const Tile& tile, Index classes) {
  // Behind the first entry, counts become places to write to, which end where the next class begins.
  begins.assign(static_cast<std::size_t>(classes) + 2, 0);
  for (Index i = 0; i < tile.size(); ++i)
    if (tile.classes[i] >= 0) ++begins[static_cast<std::size_t>(tile.classes[i]) + 2];
  for (std::size_t k = 1; k < begins.size(); ++k) begins[k] += begins[k - 1];
  entries.resize(static_cast<std::size_t>(begins.back()));
  for (Index i = 0; i < tile.size(); ++i) {
    if (tile.classes[i] < 0) continue;
    Index& place = begins[static_cast<std::size_t>(tile.classes[i]) + 1];
    entries[static_cast<std::size_t>(place++)] = i;
  }
  begins.pop_back();
}

}  // namespace credence::detail
