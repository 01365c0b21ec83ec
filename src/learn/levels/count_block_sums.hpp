#pragma once
// Blocks of counts that are gathered level by level.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/learn/block_sums.hpp>
#include <optional>

#include "learn/levels/count_levels.hpp"
#include "learn/levels/counted_totals.hpp"
#include "learn/tiles/panel_sums.hpp"

namespace credence::detail {

/// Counts, most of them small: how often each occurs is counted, and the statistics follow. Large
/// ones are added one by one, and so is a block with exposures.
template <ConjugateFamily F>
class CountBlockSums : public UnlevelledSums {
 public:
  using Statistics = typename F::Statistics;

  [[nodiscard]] static Index tile_rows(Index, Index) { return 1024; }

  void reset(const CellsOf<F>& cells, Index classes, bool weighted) {
    plain_ = false;
    if constexpr (requires { cells.features.front().exposed(); })
      for (const auto& feature : cells.features) plain_ = plain_ || feature.exposed();
    if (plain_) {
      reference_.reset(cells, classes, weighted);
      return;
    }
    classes_ = classes;
    large_.assign(cells.features.size() * static_cast<std::size_t>(classes), Statistics{});
    sums_.reset(cells, [&](LevelCounts& sums, const PanelRun& run) {
      levels_.assign(static_cast<std::size_t>(run.width()), count_levels);
      sums.reset(levels_, classes, announced(weighted), MinusOne::fault);
    });
  }
  [[nodiscard]] std::optional<Entry> add(const CellsOf<F>& cells, const Tile& tile) {
    if (plain_) return reference_.add(cells, tile);
    return add_panels(cells, [&](std::size_t p, const auto& panel) -> std::optional<Entry> {
      beyond_.clear();
      if (const auto fault = sums_[p].add(panel, tile, &beyond_)) return fault;
      for (const BeyondLevels& cell : beyond_) {
        if (!F::accepts(cell.value))
          return Entry{.row = tile.rows[cell.row], .column = cell.column};
        const Index feature = cells.panels[p].first() + cell.column;
        large_[static_cast<std::size_t>(feature * classes_ + tile.classes[cell.row])].observe(
            cell.value, tile.weight(cell.row));
      }
      return std::nullopt;
    });
  }
  void merge(const CountBlockSums& other) {
    if (plain_) {
      reference_.merge(other.reference_);
      return;
    }
    sums_.merge(other.sums_);
    for (std::size_t i = 0; i < large_.size(); ++i) large_[i].merge(other.large_[i]);
  }
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    if (plain_) return reference_.statistics(feature, klass);
    const auto place = sums_.of(feature);
    return totals_of(*place.sums, place.column, klass,
                     large_[static_cast<std::size_t>(feature * classes_ + klass)]);
  }

 private:
  PanelSums<LevelCounts> sums_;
  std::vector<Statistics> large_;  // features x classes
  Index classes_ = 0;
  bool plain_ = false;
  ReferenceSums<F> reference_;
  std::vector<BeyondLevels> beyond_;  // of a tile
  std::vector<Index> levels_;         // of a panel
};

}  // namespace credence::detail
