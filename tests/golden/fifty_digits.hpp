#pragma once
// References at 50 digits for random cases, and the bars that doubles are held to.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <credence/base/random.hpp>
#include <limits>

#include "support/real.hpp"

namespace credence::testing {

inline constexpr int cases = 1000;
inline constexpr double eps = std::numeric_limits<double>::epsilon();

/// A sum of terms and of their absolute values.
struct Terms {
  Real value = 0;
  Real size = 0;

  Terms& add(const Real& term) {
    value += term;
    size += abs(term);
    return *this;
  }
};

/// ln Gamma(x + n) - ln Gamma(x): one reduced term.
inline Real rising(const Real& x, const Real& n) { return lgamma(x + n) - lgamma(x); }

inline double error_of(double found, const Real& expected) {
  return static_cast<double>(abs(Real(found) - expected));
}

inline void check_bar(double found, const Terms& terms) {
  const double allowed = 8 * eps * static_cast<double>(terms.size) + 4 * eps;
  CAPTURE(found);
  CHECK(error_of(found, terms.value) <= allowed);
}

/// Units in the last place of the value, which a sum whose terms cancel cannot hold: below a hundredth
/// of its largest term that term counts instead.
inline void check_ulp(double found, const Terms& terms, double bar) {
  const double value = std::abs(static_cast<double>(terms.value));
  const double scale = std::max(value, static_cast<double>(terms.size) / 100);
  CAPTURE(found);
  CHECK(error_of(found, terms.value) <= bar * eps * scale);
}

inline double log_uniform(Random& random, double low, double high) {
  return std::exp(std::log(low) + random.uniform() * std::log(high / low));
}
inline double pseudo_count(Random& random) { return log_uniform(random, 1e-3, 1e6); }
inline double whole(Random& random) {
  return random.uniform() < 0.2 ? 0 : std::floor(log_uniform(random, 1, 1e6));
}

template <class Case>
void for_random_cases(Case&& check_case) {
  for (int i = 0; i < cases; ++i) {
    CAPTURE(i);
    Random random{static_cast<std::uint64_t>(i)};
    check_case(random);
  }
}

}  // namespace credence::testing
