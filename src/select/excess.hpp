#pragma once
// (1 + u) ln(1 + u) - u, the excess that entropies and Poisson probabilities are made of.
#include <cmath>

namespace credence::detail {

/// (1 + u) ln(1 + u) - u for u >= -1; never negative, 0 at u = 0.
/// out  within 50 ulp
[[nodiscard]] inline double excess(double u) {
  if (std::abs(u) > 0.1) return u <= -1 ? 1 : (1 + u) * std::log1p(u) - u;
  // The two terms above share their first digits here: u^2/2 - u^3/6 + u^4/12 - ... instead.
  double sum = 0;
  for (int k = 15; k >= 2; --k) sum = 1.0 / (k * (k - 1)) - u * sum;
  return u * u * sum;
}

}  // namespace credence::detail
