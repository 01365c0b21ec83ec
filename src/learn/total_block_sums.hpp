#pragma once
// Blocks of waiting times that are gathered as totals.
#include <credence/family/gamma_exponential.hpp>
#include <optional>

#include "learn/panel_sums.hpp"
#include "learn/total_sums.hpp"

namespace credence::detail {

/// Waiting times.
class TotalBlockSums : public UnlevelledSums {
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
  [[nodiscard]] std::optional<Entry> add(const Cells& cells, const Tile& tile) {
    return add_panels(cells,
                      [&](std::size_t p, const auto& panel) { return sums_[p].add(panel, tile); });
  }
  void merge(const TotalBlockSums& other) { sums_.merge(other.sums_); }
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    const auto place = sums_.of(feature);
    return place.sums->totals(place.column, klass);
  }

 private:
  PanelSums<TotalSums> sums_;
};

}  // namespace credence::detail
