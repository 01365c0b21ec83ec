#pragma once
// Blocks of binary answers that are gathered level by level.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/family/beta_bernoulli.hpp>

#include "learn/levels/count_levels.hpp"
#include "learn/tiles/panel_sums.hpp"

namespace credence::detail {

/// Binary answers.
class AnswerBlockSums : public PanelBlockSums<LevelCounts>, public UnlevelledSums {
 public:
  using Statistics = BernoulliCounts;
  using Cells = CellsOf<BetaBernoulli>;

  [[nodiscard]] static Index tile_rows(Index, Index) { return 1024; }
  void reset(const Cells& cells, Index classes, bool weighted);
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    const auto place = sums_.of(feature);
    return {.ones = place.sums->count(place.column, klass, 1),
            .zeros = place.sums->count(place.column, klass, 0)};
  }
};

}  // namespace credence::detail
