#pragma once
// Counts of events that come at a steady rate, which is known or uncertain.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/density/count.hpp>
#include <limits>

namespace credence {

/// Events that happen at `rate` per unit of exposure. Rate 0 is a point mass at 0.
///
///     const Poisson visits{.rate = 2.5};
///     log_density(visits, 3);               // three visits in one unit
///     log_density(visits, Count{3, 2});     // three visits in two units
struct Poisson {
  using value_type = Count;

  double rate = 1;

  static constexpr auto members = Members{Member{"rate", &Poisson::rate, Domain::nonnegative}};
  friend bool operator==(const Poisson&, const Poisson&) = default;
};

/// Throws Error{domain} unless the rate is finite and at least 0.
inline void check(const Poisson& d) { check_members(d, "Poisson"); }

/// Returns the log density in nats; -inf unless the count is whole and at least 0 and the exposure
/// positive.
[[nodiscard]] inline double log_density(const Poisson& d, const Count& x) {
  check(d);
  if (!detail::is_count(x)) return -detail::infinity;
  const double expected = d.rate * x.exposure;
  if (!std::isfinite(expected)) return -detail::infinity;
  const bool vanishes = expected < std::numeric_limits<double>::min() && d.rate > 0;
  const double power =
      vanishes ? x.count * (std::log(d.rate) + std::log(x.exposure)) : x_log_y(x.count, expected);
  return power - expected - log_gamma(x.count + 1);
}

/// Mean and variance over an exposure.
[[nodiscard]] inline double mean(const Poisson& d, double exposure = 1) {
  return d.rate * exposure;
}
[[nodiscard]] inline double variance(const Poisson& d, double exposure = 1) {
  return d.rate * exposure;
}
/// Returns the probability of at most this count over its exposure.
[[nodiscard]] inline double cdf(const Poisson& d, const Count& x) {
  detail::check_cdf(d, x.count);
  detail::check_exposure(x.exposure);
  if (!(x.count >= 0)) return 0;
  if (d.rate == 0 || !std::isfinite(x.count)) return 1;
  return gamma_survival(std::floor(x.count) + 1, 1, d.rate * x.exposure);
}
[[nodiscard]] inline Interval support(const Poisson&) { return detail::from_zero; }
/// Returns a count over an exposure of 1.
[[nodiscard]] inline Count draw(const Poisson& d, Random& random) {
  check(d);
  return {random.poisson(d.rate), 1};
}

/// A Poisson count whose rate was drawn from Gamma(shape, rate): more spread than its mean.
///
///     const NegativeBinomial visits{.shape = 2, .rate = 1};
///     variance(visits, 10);    // over an exposure of 10: 220
struct NegativeBinomial {
  using value_type = Count;

  double shape = 1;
  double rate = 1;

  static constexpr auto members =
      Members{Member{"shape", &NegativeBinomial::shape, Domain::positive},
              Member{"rate", &NegativeBinomial::rate, Domain::positive}};
  friend bool operator==(const NegativeBinomial&, const NegativeBinomial&) = default;
};

/// Throws Error{domain} naming the parameter that is not positive and finite.
inline void check(const NegativeBinomial& d) { check_members(d, "NegativeBinomial"); }

/// Returns the log density in nats; -inf unless the count is whole and at least 0 and the exposure
/// positive.
/// source  docs/reference/families/gamma_poisson.md
[[nodiscard]] inline double log_density(const NegativeBinomial& d, const Count& x) {
  check(d);
  if (!detail::is_count(x)) return -detail::infinity;
  const double none = -d.shape * detail::log1p_ratio(x.exposure, d.rate);
  if (x.count == 0) return none;
  // Gamma(shape + x) / (Gamma(shape) x!) = 1 / (x B(shape, x)): one function instead of three that
  // cancel.
  return none - x.count * detail::log1p_ratio(d.rate, x.exposure) - std::log(x.count) -
         log_beta(d.shape, x.count);
}

/// Mean and variance over an exposure.
[[nodiscard]] inline double mean(const NegativeBinomial& d, double exposure = 1) {
  return d.shape / d.rate * exposure;
}
[[nodiscard]] inline double variance(const NegativeBinomial& d, double exposure = 1) {
  return mean(d, exposure) * (1 + exposure / d.rate);
}
/// Returns the probability of at most this count over its exposure.
[[nodiscard]] inline double cdf(const NegativeBinomial& d, const Count& x) {
  detail::check_cdf(d, x.count);
  detail::check_exposure(x.exposure);
  if (!(x.count >= 0)) return 0;
  if (!std::isfinite(x.count)) return 1;
  const double next = std::floor(x.count) + 1;
  const double both = d.rate + x.exposure;
  // By the smaller of two shares that sum to 1: the other does not hold its digits.
  if (d.rate > x.exposure) return beta_survival(next, d.shape, x.exposure / both);
  return beta_cdf(d.shape, next, d.rate / both);
}
[[nodiscard]] inline Interval support(const NegativeBinomial&) { return detail::from_zero; }
/// Returns a count over an exposure of 1.
[[nodiscard]] inline Count draw(const NegativeBinomial& d, Random& random) {
  check(d);
  return {random.poisson(random.gamma(d.shape, d.rate)), 1};
}

}  // namespace credence
