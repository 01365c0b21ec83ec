#pragma once
// Blocks of yes/no answers that are gathered level by level.
#include <credence/family/beta_bernoulli.hpp>
#include <optional>

#include "learn/count_levels.hpp"
#include "learn/panel_sums.hpp"

namespace credence::detail {

/// Yes/no answers.
class AnswerBlockSums : public UnlevelledSums {
 public:
  using Statistics = BernoulliCounts;
  using Cells = CellsOf<BetaBernoulli>;

  [[nodiscard]] static Index tile_rows(Index, Index) { return 1024; }
  void reset(const Cells& cells, Index classes, bool weighted);
  [[nodiscard]] std::optional<Entry> add(const Cells& cells, const Tile& tile) {
    return add_panels(cells,
                      [&](std::size_t p, const auto& panel) { return sums_[p].add(panel, tile); });
  }
  void merge(const AnswerBlockSums& other) { sums_.merge(other.sums_); }
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    const auto place = sums_.of(feature);
    return {.ones = place.sums->count(place.column, klass, 1),
            .zeros = place.sums->count(place.column, klass, 0)};
  }

 private:
  PanelSums<LevelCounts> sums_;
};

}  // namespace credence::detail
