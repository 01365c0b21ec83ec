#pragma once
// Waiting times without memory: with a known rate, and with one that is uncertain.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/detail/density/detail.hpp>

namespace credence {

/// The time until the next event, when events come at `rate` per unit of time.
///
///     const Exponential wait{.rate = 0.5};
///     mean(wait);    // 2
struct Exponential {
  using value_type = double;

  double rate = 1;

  static constexpr auto members = Members{Member{"rate", &Exponential::rate, Domain::positive}};
  friend bool operator==(const Exponential&, const Exponential&) = default;
};

/// Throws Error{domain} unless the rate is positive and finite.
inline void check(const Exponential& d) { check_members(d, "Exponential"); }

/// Returns the log density in nats; -inf below 0.
[[nodiscard]] inline double log_density(const Exponential& d, double x) {
  check(d);
  if (!(x >= 0) || !std::isfinite(x)) return -detail::infinity;
  return std::log(d.rate) - d.rate * x;
}

[[nodiscard]] inline double mean(const Exponential& d) { return 1 / d.rate; }
[[nodiscard]] inline double variance(const Exponential& d) { return 1 / d.rate / d.rate; }
[[nodiscard]] inline double cdf(const Exponential& d, double x) {
  detail::check_cdf(d, x);
  return x > 0 ? -std::expm1(-d.rate * x) : 0;
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const Exponential& d, double p) {
  detail::check_quantile(d, p);
  return -std::log1p(-p) / d.rate;
}
[[nodiscard]] inline Interval support(const Exponential&) { return detail::from_zero; }
[[nodiscard]] inline double draw(const Exponential& d, Random& random) {
  check(d);
  return quantile(d, random.uniform());
}

/// An exponential waiting time whose rate was drawn from Gamma(shape, rate = scale).
///
///     const Lomax wait{.shape = 3, .scale = 4};
///     mean(wait);    // 2
struct Lomax {
  using value_type = double;

  double shape = 1;
  double scale = 1;

  static constexpr auto members = Members{Member{"shape", &Lomax::shape, Domain::positive},
                                          Member{"scale", &Lomax::scale, Domain::positive}};
  friend bool operator==(const Lomax&, const Lomax&) = default;
};

/// Throws Error{domain} naming the parameter that is not positive and finite.
inline void check(const Lomax& d) { check_members(d, "Lomax"); }

/// Returns the log density in nats; -inf below 0.
/// source  docs/reference/families/gamma_exponential.md
[[nodiscard]] inline double log_density(const Lomax& d, double x) {
  check(d);
  if (!(x >= 0) || !std::isfinite(x)) return -detail::infinity;
  return std::log(d.shape) - std::log(d.scale) - (d.shape + 1) * detail::log1p_ratio(x, d.scale);
}

/// Returns +inf for a shape of at most 1.
[[nodiscard]] inline double mean(const Lomax& d) {
  return d.shape > 1 ? d.scale / (d.shape - 1) : detail::infinity;
}
/// Returns +inf for a shape of at most 2.
/// throws  Error{undefined} for a shape of at most 1, where the mean is infinite
[[nodiscard]] inline double variance(const Lomax& d) {
  if (!(d.shape > 1)) throw detail::no_moment("the variance of a Lomax", "shape", d.shape, 1);
  if (!(d.shape > 2)) return detail::infinity;
  return mean(d) * mean(d) * (d.shape / (d.shape - 2));
}
[[nodiscard]] inline double cdf(const Lomax& d, double x) {
  detail::check_cdf(d, x);
  return x > 0 ? -std::expm1(-d.shape * detail::log1p_ratio(x, d.scale)) : 0;
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const Lomax& d, double p) {
  detail::check_quantile(d, p);
  return d.scale * std::expm1(-std::log1p(-p) / d.shape);
}
[[nodiscard]] inline Interval support(const Lomax&) { return detail::from_zero; }
[[nodiscard]] inline double draw(const Lomax& d, Random& random) {
  check(d);
  return quantile(d, random.uniform());
}

}  // namespace credence
