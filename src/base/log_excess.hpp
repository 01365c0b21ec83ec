#pragma once
// u - ln(1 + u), of which log densities of large parameters are made without terms that cancel.
#include <cmath>

namespace credence::detail {

/// u - ln(1 + u) for u > -1; never negative, 0 at u = 0.
/// in  log: ln(1 + u), read where the two share no digits
[[nodiscard]] inline double log_excess(double u, double log) {
  if (std::abs(u) > 0.05) return u - log;
  double sum = 0;
  for (int power = 14; power >= 2; --power) sum = (power % 2 == 0 ? 1.0 : -1.0) / power + u * sum;
  return u * u * sum;
}
[[nodiscard]] inline double log_excess(double u) { return log_excess(u, std::log1p(u)); }

}  // namespace credence::detail
