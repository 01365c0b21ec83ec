#pragma once
// Blocks of categories that are gathered level by level.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/family/dirichlet_categorical.hpp>

#include "learn/levels/count_levels.hpp"
#include "learn/tiles/panel_sums.hpp"

namespace credence::detail {

/// Categories.
class CategoryBlockSums : public PanelBlockSums<LevelCounts> {
 public:
  using Statistics = CategoricalCounts;
  using Cells = CellsOf<DirichletCategorical>;

  [[nodiscard]] static Index tile_rows(Index, Index) { return 1024; }
  void reset(const Cells& cells, Index classes, bool weighted);
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const;
  [[nodiscard]] std::vector<bool> seen(Index feature) const;

 private:
  std::vector<Index> levels_;  // of each feature, as the data have them
  Index classes_ = 0;
};

}  // namespace credence::detail
