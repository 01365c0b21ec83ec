#pragma once
// Failures before the first success.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/density/detail.hpp>
#include <tuple>

namespace credence {

/// How many failures come before the first success, when each trial succeeds with `probability`.
///
///     const Geometric tries{.probability = 0.25};
///     mean(tries);    // 3 failures
///
/// `residue`: as in Bernoulli; leave it out where the probability is given.
struct Geometric {
  using value_type = double;

  double probability = 0.5;
  double residue = 0;

  static constexpr auto members =
      std::tuple{Member{"probability", &Geometric::probability, Domain::probability}};
  friend bool operator==(const Geometric&, const Geometric&) = default;
};

/// Throws Error{domain} unless the probability lies in [0, 1].
inline void check(const Geometric& d) { check_members(d, "Geometric"); }

/// Nats; -inf unless x is whole and at least 0.
[[nodiscard]] inline double log_density(const Geometric& d, double x) {
  if (!detail::is_count(x)) return -detail::infinity;
  const double success = std::log(d.probability);
  return x == 0 ? success : success + x * detail::log_complement(d.probability, d.residue);
}

/// +inf for probability 0.
[[nodiscard]] inline double mean(const Geometric& d) { return (1 - d.probability) / d.probability; }
/// +inf for probability 0.
[[nodiscard]] inline double variance(const Geometric& d) { return mean(d) / d.probability; }
/// The probability of at most x failures.
[[nodiscard]] inline double cdf(const Geometric& d, double x) {
  return x >= 0 ? -std::expm1((std::floor(x) + 1) * std::log1p(-d.probability)) : 0;
}
[[nodiscard]] inline Interval support(const Geometric&) {
  return {.lower = 0, .upper = detail::infinity};
}
/// +inf for probability 0, where no success ever comes.
[[nodiscard]] inline double draw(const Geometric& d, Random& random) {
  if (d.probability == 0) return detail::infinity;
  return std::floor(std::log1p(-random.uniform()) / std::log1p(-d.probability)) + 0.0;
}

}  // namespace credence
