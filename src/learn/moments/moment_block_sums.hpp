#pragma once
// Blocks of numbers that are gathered as moments.

#include <credence/detail/learn/block_cells.hpp>

#include "learn/moments/moment_sums.hpp"
#include "learn/tiles/panel_sums.hpp"

namespace credence::detail {

/// Moments of numbers or of their logarithms.
template <ConjugateFamily F, MomentSums::Scale scale>
class MomentBlockSums : public PanelBlockSums<MomentSums>, public UnlevelledSums {
 public:
  using Statistics = typename F::Statistics;

  [[nodiscard]] static Index tile_rows(Index features, Index classes) {
    return MomentSums::tile_rows(features, classes);
  }
  void reset(const CellsOf<F>& cells, Index classes, bool) {
    sums_.reset(cells, [&](MomentSums& sums, const PanelRun& run) {
      sums.reset(run.width(), classes, scale);
    });
  }
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    const auto place = sums_.of(feature);
    Statistics statistics;
    static_cast<Moments&>(statistics) = place.sums->moments(place.column, klass);
    return statistics;
  }
};

}  // namespace credence::detail
