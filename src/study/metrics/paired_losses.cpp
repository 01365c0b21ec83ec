// Sums of distances of two losses from their means.
#include "study/metrics/paired_losses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace credence::detail {

void PairedLosses::observe(double loss, double of_baseline, double weight) {
  if (weight == 0) return;
  const double more = loss - of_baseline;
  const double before = excess.n / (excess.n + weight);
  products += weight * before * (more - excess.mean) * (of_baseline - baseline.mean);
  excess.observe(more, weight);
  baseline.observe(of_baseline, weight);
}

// loss - ratio * baseline is excess + (1 - ratio) * baseline.
double PairedLosses::deviation(double ratio) const {
  if (excess.n == 0) return 0;
  if (!std::isfinite(excess.sum_of_squares)) return std::numeric_limits<double>::infinity();
  const double factor = 1 - ratio;
  const double unit = std::max(1.0, std::abs(factor));  // of the squares, which else could overflow
  const double squares = excess.sum_of_squares / unit +
                         factor / unit * (factor * baseline.sum_of_squares + 2 * products);
  return std::sqrt(std::max(squares, 0.0) / excess.n) * std::sqrt(unit);
}

}  // namespace credence::detail
