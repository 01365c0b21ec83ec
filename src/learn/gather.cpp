// Cutting rows into tiles, and what every tile needs whatever its families.
#include <credence/learn/gather.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <numeric>

#include "learn/class_bytes.hpp"

namespace credence::detail {

Cuts cuts_of(Index cells, Index classes, Index tile_rows) {
  // A chunk is what a thread takes at a time: some 16 MB of doubles, long enough that merging the
  // statistics of a chunk costs little beside gathering them.
  constexpr Index chunk_cells = Index{1} << 21;
  constexpr Index rows_a_class = 256;
  const Index rows = std::max(chunk_cells / std::max<Index>(cells, 1), rows_a_class * classes);
  // Documents ask for longer tiles, which must not make chunks of columns beside them longer.
  constexpr Index usual_tile = 16384;
  constexpr Index least_tile = 2048;
  if (tile_rows > usual_tile) tile_rows = std::clamp(rows, least_tile, tile_rows);
  const Index tiles = std::max<Index>(1, (rows + tile_rows - 1) / tile_rows);
  return {.tile_rows = tile_rows, .chunk_rows = tiles * tile_rows};
}

Tile tile_of(RowSpan rows, const CodeColumn& label, std::span<const double> weights,
             std::vector<Code>& class_room, std::vector<double>& weight_room) {
  Tile tile{.rows = rows};
  if (rows.list == nullptr && weights.empty()) {
    tile.classes = label.codes.data() + rows.first;
    return tile;
  }
  class_room.resize(static_cast<std::size_t>(rows.count));
  weight_room.resize(weights.empty() ? 0 : static_cast<std::size_t>(rows.count));
  for (Index i = 0; i < rows.count; ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    const auto at = static_cast<std::size_t>(i);
    class_room[at] = label.codes[row];
    if (weights.empty()) continue;
    weight_room[at] = weights[row];
    if (!(weights[row] > 0)) class_room[at] = missing_code;
  }
  tile.classes = class_room.data();
  if (!weights.empty()) tile.weights = weight_room.data();
  return tile;
}

namespace {

using Counted = ClassBytes<2>;
constexpr std::size_t most_counted = 64;

// These return how many rows are passed over.
Index add_few_classes(const Tile& tile, std::span<double> class_weights) {
  const ClassCounter<2> counter;
  std::array<Index, Counted::most_classes> counts{};
  for (Index first = 0; first < tile.size(); first += Counted::most_rows) {
    const Index rows = std::min(Counted::most_rows, tile.size() - first);
    const Counted found = counter.count(tile.classes + first, rows);
    for (std::size_t klass = 0; klass < class_weights.size(); ++klass)
      counts[klass] += found.of(klass);
  }
  for (std::size_t klass = 0; klass < class_weights.size(); ++klass)
    class_weights[klass] += static_cast<double>(counts[klass]);
  return std::accumulate(counts.begin(), counts.end(), tile.size(), std::minus());
}

Index add_many_classes(const Tile& tile, std::span<double> class_weights) {
  // Four tables in turn: neighbouring rows of one class would wait for each other's counter. The
  // first counter is that of class -1.
  std::array<std::array<std::uint32_t, most_counted>, 4> counts{};
  for (Index i = 0; i < tile.size(); ++i)
    ++counts[static_cast<std::size_t>(i) % 4][static_cast<std::size_t>(tile.classes[i] + 1)];
  Index passed = 0;
  for (const auto& table : counts) {
    passed += table[0];
    for (std::size_t klass = 0; klass < class_weights.size(); ++klass)
      class_weights[klass] += table[klass + 1];
  }
  return passed;
}

Index add_any_classes(const Tile& tile, std::span<double> class_weights) {
  Index passed = 0;
  for (Index i = 0; i < tile.size(); ++i)
    if (tile.classes[i] >= 0)
      class_weights[static_cast<std::size_t>(tile.classes[i])] += tile.weight(i);
    else
      ++passed;
  return passed;
}

}  // namespace

Index add_class_weights(const Tile& tile, std::span<double> class_weights) {
  const std::size_t classes = class_weights.size();
  if (tile.weights != nullptr) return add_any_classes(tile, class_weights);
  if (classes <= Counted::most_classes) return add_few_classes(tile, class_weights);
  if (classes < most_counted) return add_many_classes(tile, class_weights);
  return add_any_classes(tile, class_weights);
}

}  // namespace credence::detail
