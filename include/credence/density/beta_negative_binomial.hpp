#pragma once
// Failures before a given number of successes, when the chance of success is uncertain.
#include <algorithm>
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/density/beta.hpp>
#include <credence/density/pascal.hpp>
#include <credence/detail/density/detail.hpp>
#include <limits>
#include <tuple>

namespace credence {

/// Failures before the last of `successes`, whose probability was drawn from Beta(ones, zeros).
///
///     const BetaNegativeBinomial misses{.ones = 3, .zeros = 4, .successes = 2};
///     mean(misses);    // 4
struct BetaNegativeBinomial {
  using value_type = double;

  double ones = 1;
  double zeros = 1;
  double successes = 1;

  static constexpr auto members =
      std::tuple{Member{"ones", &BetaNegativeBinomial::ones, Domain::positive},
                 Member{"zeros", &BetaNegativeBinomial::zeros, Domain::positive},
                 Member{"successes", &BetaNegativeBinomial::successes, Domain::positive}};
  friend bool operator==(const BetaNegativeBinomial&, const BetaNegativeBinomial&) = default;
};

/// Throws Error{domain} naming the number that is not positive and finite.
inline void check(const BetaNegativeBinomial& d) { check_members(d, "BetaNegativeBinomial"); }

/// Nats; -inf unless x is whole and at least 0.
/// source  docs/reference/families/beta_negative_binomial.md
[[nodiscard]] inline double log_density(const BetaNegativeBinomial& d, double x) {
  if (!detail::is_count(x)) return -detail::infinity;
  const Beta belief{.ones = d.ones, .zeros = d.zeros};
  return detail::log_arrangements(d.successes, x) + detail::log_sequence(belief, d.successes, x);
}

/// +inf for at most one pseudo-success.
[[nodiscard]] inline double mean(const BetaNegativeBinomial& d) {
  return d.ones > 1 ? d.successes * d.zeros / (d.ones - 1) : detail::infinity;
}
/// +inf for at most two pseudo-successes.
/// throws  Error{undefined} for at most one, where the mean is infinite
[[nodiscard]] inline double variance(const BetaNegativeBinomial& d) {
  if (!(d.ones > 1))
    throw detail::no_moment("the variance of a BetaNegativeBinomial", "ones", d.ones, 1);
  if (!(d.ones > 2)) return detail::infinity;
  return mean(d) * ((d.ones + d.successes - 1) / (d.ones - 1)) *
         ((d.ones + d.zeros - 1) / (d.ones - 2));
}
/// The probability of at most x failures, summed from 0 on.
/// cost  x terms
[[nodiscard]] inline double cdf(const BetaNegativeBinomial& d, double x) {
  if (!(x >= 0)) return 0;
  if (!std::isfinite(x)) return 1;
  double sum = 0;
  for (double k = 0; k <= std::floor(x); ++k) sum += std::exp(log_density(d, k));
  return std::min(sum, 1.0);
}
[[nodiscard]] inline Interval support(const BetaNegativeBinomial&) {
  return {.lower = 0, .upper = detail::infinity};
}
[[nodiscard]] inline double draw(const BetaNegativeBinomial& d, Random& random) {
  const double success = random.beta(d.ones, d.zeros);
  return draw(Pascal{.successes = d.successes,
                     .probability = std::max(success, std::numeric_limits<double>::min())},
              random);
}

}  // namespace credence
