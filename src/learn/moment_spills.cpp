// When sums that round at every row join sums that do not.
#include <algorithm>

#include "learn/moment_arrays.hpp"

namespace credence::detail {

void list_spills(std::span<const Code> classes, const SpillCounts& counts,
                 std::vector<MomentSpill>& spills) {
  spills.clear();
  for (std::size_t k = 0; k < counts.rows.size(); ++k) {
    counts.rows[k] = rows_to_spill(counts.rows_before[k]);
    counts.left[k] = counts.rows[k];
  }
  const auto size = static_cast<Index>(classes.size());
  for (Index i = 0; i < size; ++i) {
    const Code klass = classes[static_cast<std::size_t>(i)];
    if (klass < 0) continue;
    const auto k = static_cast<std::size_t>(klass);
    if (--counts.left[k] != 0) continue;
    spills.push_back({std::min(spill_end(i), size), klass});
    counts.left[k] = rows_to_spill(counts.rows_before[k] + counts.rows[k]);
    counts.rows[k] += counts.left[k];
  }
  for (std::size_t k = 0; k < counts.rows.size(); ++k) counts.rows[k] -= counts.left[k];
}

}  // namespace credence::detail
