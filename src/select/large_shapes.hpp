#pragma once
// Log densities of large shapes and counts, of terms that do not cancel.
#include <credence/detail/density/detail.hpp>

#include <algorithm>
#include <cmath>

#include "base/log_excess.hpp"

namespace credence::detail {

/// From here on powers and Gamma functions share more digits than may be lost.
inline constexpr double large_shape = 1000;

/// ln x! - (x + 1/2) ln x + x - ln(2 pi) / 2, for x >= 16.
[[nodiscard]] inline double stirling_rest(double x) {
  const double u = 1 / (x * x);
  return (1.0 / 12 - u * (1.0 / 360 - u * (1.0 / 1260 - u * (1.0 / 1680 - u / 1188)))) / x;
}

/// ln(p^a q^b / B(a, b)), where p + q = 1 and neither a nor b is small.
[[nodiscard]] inline double log_beta_powers(double a, double b, double p, double q) {
  const double apart = p * b - q * a;
  const double rest = stirling_rest(a) + stirling_rest(b) - stirling_rest(a + b);
  return 0.5 * (std::log(a) - std::log1p(a / b) - log_two_pi) - rest - a * log_excess(apart / a) -
         b * log_excess(-apart / b);
}

/// ln(x^a exp(-x) / Gamma(a)) of a large a.
/// in  log_ratio: ln(x / a)
[[nodiscard]] inline double log_gamma_powers(double a, double log_ratio) {
  return 0.5 * (std::log(a) - log_two_pi) - stirling_rest(a) -
         a * log_excess(std::expm1(log_ratio), log_ratio);
}

}  // namespace credence::detail
