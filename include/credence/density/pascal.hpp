#pragma once
// Failures before a given number of successes.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/density/detail.hpp>
#include <tuple>

namespace credence {

/// How many failures come before the last of `successes`, when each trial succeeds with
/// `probability`; the successes need not be whole. The negative binomial in its other form: that in
/// negative_binomial.hpp is told by a rate.
///
///     const Pascal misses{.successes = 3, .probability = 0.25};
///     mean(misses);    // 9 failures
///
/// `residue`: as in Bernoulli; leave it out where the probability is given.
struct Pascal {
  using value_type = double;

  double successes = 1;
  double probability = 0.5;
  double residue = 0;

  static constexpr auto members =
      std::tuple{Member{"successes", &Pascal::successes, Domain::positive},
                 Member{"probability", &Pascal::probability, Domain::probability}};
  friend bool operator==(const Pascal&, const Pascal&) = default;
};

/// Throws Error{domain} unless the successes are positive and the probability lies in [0, 1].
inline void check(const Pascal& d) { check_members(d, "Pascal"); }

namespace detail {
/// ln of the number of orders in which x failures may stand between that many successes.
[[nodiscard]] inline double log_arrangements(double successes, double x) {
  return x > 0 ? -std::log(x) - credence::log_beta(successes, x) : 0;
}
}  // namespace detail

/// Nats; -inf unless x is whole and at least 0.
[[nodiscard]] inline double log_density(const Pascal& d, double x) {
  if (!detail::is_count(x)) return -detail::infinity;
  const double success = d.successes * std::log(d.probability);
  if (x == 0) return success;
  return success + (x * detail::log_complement(d.probability, d.residue) +
                    detail::log_arrangements(d.successes, x));
}

/// +inf for probability 0.
[[nodiscard]] inline double mean(const Pascal& d) {
  return d.successes * ((1 - d.probability) / d.probability);
}
/// +inf for probability 0.
[[nodiscard]] inline double variance(const Pascal& d) { return mean(d) / d.probability; }
/// The probability of at most x failures.
[[nodiscard]] inline double cdf(const Pascal& d, double x) {
  if (!(x >= 0)) return 0;
  if (!std::isfinite(x)) return 1;
  return beta_cdf(d.successes, std::floor(x) + 1, d.probability);
}
[[nodiscard]] inline Interval support(const Pascal&) {
  return {.lower = 0, .upper = detail::infinity};
}
/// +inf for probability 0, where no success ever comes.
[[nodiscard]] inline double draw(const Pascal& d, Random& random) {
  if (d.probability == 0) return detail::infinity;
  if (d.probability == 1) return 0;
  return random.poisson(random.gamma(d.successes, d.probability / (1 - d.probability)));
}

}  // namespace credence
