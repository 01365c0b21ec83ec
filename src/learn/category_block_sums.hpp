#pragma once
// Blocks of categories that are gathered level by level.
#include <credence/family/dirichlet_categorical.hpp>
#include <optional>

#include "learn/count_levels.hpp"
#include "learn/panel_sums.hpp"

namespace credence::detail {

/// Categories.
class CategoryBlockSums {
 public:
  using Statistics = CategoricalCounts;
  using Cells = CellsOf<DirichletCategorical>;

  [[nodiscard]] static Index tile_rows(Index, Index) { return 1024; }
  void reset(const Cells& cells, Index classes, bool weighted);
  [[nodiscard]] std::optional<Entry> add(const Cells& cells, const Tile& tile) {
    return add_panels(cells,
                      [&](std::size_t p, const auto& panel) { return sums_[p].add(panel, tile); });
  }
  void merge(const CategoryBlockSums& other) { sums_.merge(other.sums_); }
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const;
  [[nodiscard]] std::vector<bool> seen(Index feature) const;

 private:
  PanelSums<LevelCounts> sums_;
  std::vector<Index> levels_;  // of each feature, as the data have them
  Index classes_ = 0;
};

}  // namespace credence::detail
