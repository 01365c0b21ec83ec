#pragma once
// Log losses of rows beside those of the baseline, from which the error of a skill follows.
#include <credence/detail/family/moments.hpp>

namespace credence::detail {

/// Sums over the rows whose log loss is finite.
struct PairedLosses {
  Moments excess = {};    ///< of the loss of a row less the baseline's
  Moments baseline = {};  ///< of the baseline's
  double products = 0;    ///< weighted, of the distances of the two from their means

  void observe(double loss, double of_baseline, double weight);
  /// Returns the standard deviation of loss - ratio * baseline over the rows, 0 without any. What it
  /// adds are sums of distances alone: squares of the losses themselves would share their digits.
  [[nodiscard]] double deviation(double ratio) const;
};

}  // namespace credence::detail
