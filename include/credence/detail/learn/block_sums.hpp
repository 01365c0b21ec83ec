#pragma once
// What one pass over rows gathers of a block, before it joins a posterior.
#include <credence/detail/family/value_histogram.hpp>
#include <credence/detail/learn/block.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/learn/tile.hpp>
#include <optional>
#include <type_traits>

namespace credence {

/// Statistics of the features of a block over tiles of rows: features x classes, where classes and
/// levels are those of the data, not of a posterior. This is the plain reference, one datum after
/// another, and serves any family; the kernels that families of the library have must equal it.
///
/// expressions  reset(cells, classes, weighted): forgets everything
///              add(cells, tile): the first entry that the family does not accept, if there is one
///              merge(other): of the same cells and classes
///              statistics(feature, klass): levels as in the data
///              seen(feature): which levels of the data occurred with a class and a weight
///              tile_rows(features, classes): how many rows a tile should have
template <ConjugateFamily F>
class ReferenceSums {
 public:
  using Statistics = typename F::Statistics;
  static constexpr bool levelled = LevelledStatistics<Statistics>;

  [[nodiscard]] static Index tile_rows(Index, Index) { return 1024; }

  void reset(const CellsOf<F>& cells, Index classes, bool) {
    classes_ = classes;
    sums_.assign(cells.features.size() * static_cast<std::size_t>(classes), Sum{});
    slots_.resize(cells.features.size());
    seen_.resize(cells.features.size());
    for (std::size_t j = 0; j < cells.features.size(); ++j) {
      const auto levels = cells.features[j].levels();
      slots_[j].of.clear();
      for (std::size_t level = 0; level < levels.size(); ++level)
        slots_[j].of.push_back(static_cast<Index>(level));
      seen_[j].assign(levels.size(), false);
      if constexpr (levelled)
        for (Index klass = 0; klass < classes; ++klass)
          at(static_cast<Index>(j), klass).resize(std::ssize(levels));
    }
  }

  [[nodiscard]] std::optional<Entry> add(const CellsOf<F>& cells, const detail::Tile& tile) {
    typename Statistics::value_type datum{};
    for (std::size_t j = 0; j < cells.features.size(); ++j)
      for (Index i = 0; i < tile.size(); ++i) {
        const Code klass = tile.classes[i];
        const Index row = tile.rows[i];
        if (klass < 0 || !cells.features[j].read(row, slots_[j], datum)) continue;
        if (!F::accepts(datum)) return Entry{.row = row, .column = static_cast<Index>(j)};
        at(static_cast<Index>(j), klass).observe(datum, tile.weight(i));
        cells.features[j].mark_levels(row, seen_[j]);
      }
    return std::nullopt;
  }

  void merge(const ReferenceSums& other) {
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i].merge(other.sums_[i]);
    for (std::size_t j = 0; j < seen_.size(); ++j)
      for (std::size_t level = 0; level < seen_[j].size(); ++level)
        if (other.seen_[j][level]) seen_[j][level] = true;
  }

  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    return sums_[static_cast<std::size_t>(feature * classes_ + klass)];
  }
  [[nodiscard]] std::vector<bool> seen(Index feature) const {
    return seen_[static_cast<std::size_t>(feature)];
  }

 private:
  using Sum = std::conditional_t<std::is_same_v<Statistics, ValueHistogram>,
                                 detail::GrowingHistogram, Statistics>;

  Sum& at(Index feature, Index klass) {
    return sums_[static_cast<std::size_t>(feature * classes_ + klass)];
  }

  Index classes_ = 0;
  std::vector<Sum> sums_;
  std::vector<Slots> slots_;  // each level is itself
  std::vector<std::vector<bool>> seen_;
};

/// Returns the levels of the data that occurred.
template <class Sums, class Datum>
[[nodiscard]] std::vector<std::string> levels_seen(const Sums& sums, const BlockCells<Datum>& cells,
                                                   Index feature) {
  const std::vector<bool> seen = sums.seen(feature);
  const auto levels = cells.features[static_cast<std::size_t>(feature)].levels();
  std::vector<std::string> names;
  for (std::size_t level = 0; level < seen.size(); ++level)
    if (seen[level]) names.push_back(levels[level]);
  return names;
}

/// Adds what was gathered to a block. Levels that occurred join it.
/// in      klass[c]: where class c of the data stands in the block, -1 for one that did not occur
/// throws  Error{schema} for a level that may not join; what came before it was added
template <ConjugateFamily F, class Sums>
void merge_into(const Sums& sums, const CellsOf<F>& cells, std::span<const Index> klass,
                Block<F>& block) {
  for (Index j = 0; j < block.size(); ++j) {
    Slots slots;
    if constexpr (Block<F>::levelled) {
      join_levels(block, j, levels_seen(sums, cells, j));
      slots = slots_of(block.feature(j), cells.features[static_cast<std::size_t>(j)]);
      for (Index& slot : slots.of) slot = std::max<Index>(slot, 0);  // it did not occur: adds 0
    }
    for (std::size_t c = 0; c < klass.size(); ++c) {
      if (klass[c] < 0) continue;
      auto statistics = sums.statistics(j, static_cast<Index>(c));
      if constexpr (Block<F>::levelled)
        if (!slots.same) statistics.rearrange(slots.of, std::ssize(block.feature(j).levels));
      block.cell(j, klass[c]).merge(statistics);
    }
  }
}

}  // namespace credence
