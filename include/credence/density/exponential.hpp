#pragma once
// Waiting times without memory.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/detail/density/detail.hpp>
#include <tuple>

namespace credence {

/// The time until the next event, when events come at `rate` per unit of time.
///
///     const Exponential wait{.rate = 0.5};
///     mean(wait);    // 2
struct Exponential {
  using value_type = double;

  double rate = 1;

  static constexpr auto members = std::tuple{Member{"rate", &Exponential::rate, Domain::positive}};
  friend bool operator==(const Exponential&, const Exponential&) = default;
};

/// Throws Error{domain} unless the rate is positive and finite.
inline void check(const Exponential& d) { check_members(d, "Exponential"); }

/// Nats; -inf below 0.
[[nodiscard]] inline double log_density(const Exponential& d, double x) {
  if (!(x >= 0) || !std::isfinite(x)) return -detail::infinity;
  return std::log(d.rate) - d.rate * x;
}

[[nodiscard]] inline double mean(const Exponential& d) { return 1 / d.rate; }
[[nodiscard]] inline double variance(const Exponential& d) { return 1 / d.rate / d.rate; }
[[nodiscard]] inline double cdf(const Exponential& d, double x) {
  return x > 0 ? -std::expm1(-d.rate * x) : 0;
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const Exponential& d, double p) {
  return -std::log1p(-p) / d.rate;
}
[[nodiscard]] inline Interval support(const Exponential&) {
  return {.lower = 0, .upper = detail::infinity};
}
[[nodiscard]] inline double draw(const Exponential& d, Random& random) {
  return quantile(d, random.uniform());
}

}  // namespace credence
