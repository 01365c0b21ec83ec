#pragma once
// Blocks of waiting times that are gathered as totals.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/family/gamma_exponential.hpp>

#include "learn/moments/total_sums.hpp"
#include "learn/tiles/panel_sums.hpp"

namespace credence::detail {

/// Waiting times.
class TotalBlockSums : public PanelBlockSums<TotalSums>, public UnlevelledSums {
 public:
  using Statistics = WaitingTotals;
  using Cells = CellsOf<GammaExponential>;

  [[nodiscard]] static Index tile_rows(Index features, Index classes) {
    return TotalSums::tile_rows(features, classes);
  }
  void reset(const Cells& cells, Index classes, bool) {
    sums_.reset(cells,
                [&](TotalSums& sums, const PanelRun& run) { sums.reset(run.width(), classes); });
  }
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    const auto place = sums_.of(feature);
    return place.sums->totals(place.column, klass);
  }
};

}  // namespace credence::detail
