#pragma once
// What is believed of a rate.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/density/detail.hpp>
#include <tuple>

namespace credence {

/// A belief about a rate, worth `shape` events seen over an exposure of `rate`.
///
///     const Gamma prior{.shape = 2, .rate = 0.5};
///     mean(prior);    // 4 events per unit
struct Gamma {
  using value_type = double;

  double shape = 1;
  double rate = 1;

  static constexpr auto members = std::tuple{Member{"shape", &Gamma::shape, Domain::positive},
                                             Member{"rate", &Gamma::rate, Domain::positive}};
  friend bool operator==(const Gamma&, const Gamma&) = default;
};

/// Throws Error{domain} naming the parameter that is not positive and finite.
inline void check(const Gamma& d) { check_members(d, "Gamma"); }

/// Nats; -inf below 0; +inf at 0 for a shape below 1.
[[nodiscard]] inline double log_density(const Gamma& d, double x) {
  if (!(x >= 0) || !std::isfinite(x)) return -detail::infinity;
  return d.shape * std::log(d.rate) - log_gamma(d.shape) + x_log_y(d.shape - 1, x) - d.rate * x;
}

[[nodiscard]] inline double mean(const Gamma& d) { return d.shape / d.rate; }
[[nodiscard]] inline double variance(const Gamma& d) { return d.shape / d.rate / d.rate; }
[[nodiscard]] inline double cdf(const Gamma& d, double x) {
  return x > 0 ? gamma_cdf(d.shape, d.rate, x) : 0;
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const Gamma& d, double p) {
  return gamma_quantile(d.shape, d.rate, p);
}
[[nodiscard]] inline Interval support(const Gamma&) {
  return {.lower = 0, .upper = detail::infinity};
}
[[nodiscard]] inline double draw(const Gamma& d, Random& random) {
  return random.gamma(d.shape, d.rate);
}

/// Equal-tailed interval of the rate, holding `mass` in (0, 1).
[[nodiscard]] inline Interval credible_interval(const Gamma& d, double mass) {
  return equal_tailed([&d](double p) { return quantile(d, p); }, mass);
}

}  // namespace credence
