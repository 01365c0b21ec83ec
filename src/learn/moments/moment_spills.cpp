// When sums that round at every row join sums that do not.
#include <algorithm>

#include "learn/moments/moment_arrays.hpp"
#include "learn/tiles/class_bytes.hpp"

namespace credence::detail {

namespace {

// Bytes that reach 128 when the sums of their class spill: eight rows at a time, behind which they
// do, and which are too few for a class to spill twice.
template <int words>
struct SpillBytes {
  static_assert(spill_end(0) == 8 && spill_end(0) < fewest_rows_to_spill);
  using Bytes = ClassBytes<words>;
  const SpillCounts& counts;
  std::vector<MomentSpill>& spills;

  void list(std::span<const Code> classes) const {
    const ClassCounter<words> counter;
    const auto size = static_cast<Index>(classes.size());
    Bytes bytes;
    for (std::size_t k = 0; k < counts.rows.size(); ++k)
      bytes.add(k, 128 - static_cast<std::uint64_t>(counts.rows[k]));
    Index i = 0;
    for (; i + 8 <= size; i += 8) {
      bytes += counter.eight(classes.data() + i);
      if (bytes.any_at_least_128()) bytes = spilled(bytes, spill_end(i));
    }
    bytes += counter.count(classes.data() + i, size - i);
    bytes = spilled(bytes, size);
    for (std::size_t k = 0; k < counts.rows.size(); ++k) counts.rows[k] -= 128 - bytes.of(k);
  }

  [[nodiscard]] Bytes spilled(const Bytes& full, Index end) const {
    Bytes result = full;
    full.for_each_at_least_128([&](std::size_t k) {
      spills.push_back({end, static_cast<Code>(k)});
      const Index next = rows_to_spill(counts.rows_before[k] + counts.rows[k]);
      result.take(k, static_cast<std::uint64_t>(next));
      counts.rows[k] += next;
    });
    return result;
  }
};

void list_one_by_one(std::span<const Code> classes, const SpillCounts& counts,
                     std::vector<MomentSpill>& spills) {
  std::copy(counts.rows.begin(), counts.rows.end(), counts.left.begin());
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

}  // namespace

void list_spills(std::span<const Code> classes, const SpillCounts& counts,
                 std::vector<MomentSpill>& spills) {
  spills.clear();
  for (std::size_t k = 0; k < counts.rows.size(); ++k)
    counts.rows[k] = rows_to_spill(counts.rows_before[k]);
  if (counts.rows.size() <= ClassBytes<1>::most_classes)
    SpillBytes<1>{counts, spills}.list(classes);
  else if (counts.rows.size() <= ClassBytes<2>::most_classes)
    SpillBytes<2>{counts, spills}.list(classes);
  else
    list_one_by_one(classes, counts, spills);
}

}  // namespace credence::detail
