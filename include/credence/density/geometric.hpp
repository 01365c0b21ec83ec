#pragma once
// Failures before the first success, whose chance is known or uncertain.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/density/beta.hpp>
#include <credence/detail/density/detail.hpp>
#include <limits>

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
      Members{Member{"probability", &Geometric::probability, Domain::probability}};
  friend bool operator==(const Geometric&, const Geometric&) = default;
};

/// Throws Error{domain} for a residue that rounding cannot have left.
inline void check_together(const Geometric& d, std::string_view what) {
  detail::check_residue(d.residue, what);
}
/// Throws Error{domain} unless the probability lies in [0, 1], and as
/// check_together.
inline void check(const Geometric& d) { check_members(d, "Geometric"); }

/// Returns the log density in nats; -inf unless x is whole and at least 0.
[[nodiscard]] inline double log_density(const Geometric& d, double x) {
  check(d);
  if (!detail::is_count(x)) return -detail::infinity;
  const double success = std::log(d.probability);
  return x == 0 ? success : success + x * detail::log_complement(d.probability, d.residue);
}

/// Returns +inf for probability 0.
[[nodiscard]] inline double mean(const Geometric& d) {
  return detail::complement(d.probability, d.residue) / d.probability;
}
/// Returns +inf for probability 0.
[[nodiscard]] inline double variance(const Geometric& d) { return mean(d) / d.probability; }
/// Returns the probability of at most x failures.
[[nodiscard]] inline double cdf(const Geometric& d, double x) {
  detail::check_cdf(d, x);
  if (!(x >= 0)) return 0;
  if (!std::isfinite(x)) return 1;
  return -std::expm1((std::floor(x) + 1) * detail::log_complement(d.probability, d.residue));
}
[[nodiscard]] inline Interval support(const Geometric&) { return detail::from_zero; }
/// Returns +inf for probability 0, where no success ever comes.
[[nodiscard]] inline double draw(const Geometric& d, Random& random) {
  check(d);
  if (d.probability == 0) return detail::infinity;
  return std::floor(std::log1p(-random.uniform()) / std::log1p(-d.probability)) + 0.0;
}

/// Failures before the first success, whose probability was drawn from Beta(ones, zeros): the
/// beta-geometric distribution.
///
///     const CompoundGeometric tries{.ones = 3, .zeros = 4};
///     mean(tries);    // 2
struct CompoundGeometric {
  using value_type = double;

  double ones = 1;
  double zeros = 1;

  static constexpr auto members =
      Members{Member{"ones", &CompoundGeometric::ones, Domain::positive},
              Member{"zeros", &CompoundGeometric::zeros, Domain::positive}};
  friend bool operator==(const CompoundGeometric&, const CompoundGeometric&) = default;
};

/// Throws Error{domain} naming the pseudo-count that is not positive and finite.
inline void check(const CompoundGeometric& d) { check_members(d, "CompoundGeometric"); }

/// Returns the log density in nats; -inf unless x is whole and at least 0.
/// source  docs/reference/families/beta_geometric.md
[[nodiscard]] inline double log_density(const CompoundGeometric& d, double x) {
  check(d);
  if (!detail::is_count(x)) return -detail::infinity;
  return detail::log_run(d.zeros, d.ones, x) + std::log(d.ones) - std::log(d.ones + d.zeros + x);
}

/// Returns +inf for at most one pseudo-success.
[[nodiscard]] inline double mean(const CompoundGeometric& d) {
  return d.ones > 1 ? d.zeros / (d.ones - 1) : detail::infinity;
}
/// Returns +inf for at most two pseudo-successes.
/// throws  Error{undefined} for at most one, where the mean is infinite
[[nodiscard]] inline double variance(const CompoundGeometric& d) {
  if (!(d.ones > 1))
    throw detail::no_moment("the variance of a CompoundGeometric", "ones", d.ones, 1);
  if (!(d.ones > 2)) return detail::infinity;
  return mean(d) * (d.ones + d.zeros - 1) / (d.ones - 1) * (d.ones / (d.ones - 2));
}
/// Returns the probability of at most x failures.
/// out  within 1e-13 of itself
[[nodiscard]] double cdf(const CompoundGeometric& d, double x);
[[nodiscard]] inline Interval support(const CompoundGeometric&) { return detail::from_zero; }
[[nodiscard]] inline double draw(const CompoundGeometric& d, Random& random) {
  check(d);
  const double success = random.beta(d.ones, d.zeros);
  return draw(Geometric{.probability = std::max(success, std::numeric_limits<double>::min())},
              random);
}

}  // namespace credence
