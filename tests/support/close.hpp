#pragma once
// Whether two numbers are the same but for rounding.
#include <algorithm>
#include <cmath>

namespace credence::testing {

/// Whether they agree to `tolerance` of their size (of 1 for small ones).
inline bool close(double a, double b, double tolerance = 1e-12) {
  return a == b || std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

}  // namespace credence::testing
