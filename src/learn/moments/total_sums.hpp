#pragma once
// Totals of many columns of waiting times in every class, gathered tile by tile.
#include <credence/family/gamma_exponential.hpp>

#include "learn/moments/moment_sums.hpp"

namespace credence {

/// Weighted totals of numbers of at least 0, columns x classes, over many rows: what
/// WaitingTotals::observe says row by row, with fewer rounding errors. Used like MomentSums.
///
///     TotalSums sums;
///     sums.reset(columns, classes);
///     if (const auto fault = sums.add(panel, tile)) complain_about(*fault);
///     sums.totals(column, klass).total;
class TotalSums {
 public:
  TotalSums() = default;
  /// Forgets everything; allocates only when it grows.
  void reset(Index columns, Index classes) {
    sums_.reset(columns, classes, detail::MomentKind::total);
  }
  /// Returns how many rows a tile should have.
  [[nodiscard]] static Index tile_rows(Index columns, Index classes) {
    return MomentSums::tile_rows(columns, classes);
  }

  /// Adds the rows of a tile. NaN is a missing cell.
  /// in      panel: as many columns as reset() was told; classes of the tile below its classes
  /// out     the first entry (by row, then by column) that is negative or not finite, if there is
  ///         one; what the sums hold is then unspecified
  template <class T>
  [[nodiscard]] std::optional<Entry> add(const Panel<T>& panel, const detail::Tile& tile) {
    return sums_.add(panel, tile);
  }

  /// Adds what another one of the same shape has seen.
  void merge(const TotalSums& other) { sums_.merge(other.sums_); }

  /// What was seen of a column in a class; `n` counts no missing cells.
  [[nodiscard]] WaitingTotals totals(Index column, Index klass) const;

 private:
  MomentSums sums_;
};

}  // namespace credence
