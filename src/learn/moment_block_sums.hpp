#pragma once
// Blocks of numbers that are gathered as moments.
#include <optional>

#include "learn/moment_sums.hpp"
#include "learn/panel_sums.hpp"

namespace credence::detail {

/// Moments of numbers or of their logarithms.
template <ConjugateFamily F, MomentSums::Scale scale>
class MomentBlockSums : public UnlevelledSums {
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
  [[nodiscard]] std::optional<Entry> add(const CellsOf<F>& cells, const Tile& tile) {
    return add_panels(cells,
                      [&](std::size_t p, const auto& panel) { return sums_[p].add(panel, tile); });
  }
  void merge(const MomentBlockSums& other) { sums_.merge(other.sums_); }
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    const auto place = sums_.of(feature);
    Statistics statistics;
    static_cast<Moments&>(statistics) = place.sums->moments(place.column, klass);
    return statistics;
  }

 private:
  PanelSums<MomentSums> sums_;
};

}  // namespace credence::detail
