#pragma once
// Directions spread around one of them.
#include <algorithm>
#include <cmath>
#include <credence/base/circular.hpp>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/detail/density/detail.hpp>
#include <limits>
#include <numbers>
#include <tuple>

namespace credence {

/// A direction in radians, spread around `direction`: the bell curve of the circle, of variance
/// about 1 / concentration where that is large. Any number is a direction, up to whole turns; the
/// moments, quantiles and draws are those of the turn around `direction`.
///
///     const VonMises wind{.direction = 1.5, .concentration = 4};
///     log_density(wind, 1.5 + 2 * std::numbers::pi) == log_density(wind, 1.5);
struct VonMises {
  using value_type = double;

  double direction = 0;
  double concentration = 1;

  static constexpr auto members =
      std::tuple{Member{"direction", &VonMises::direction, Domain::real},
                 Member{"concentration", &VonMises::concentration, Domain::positive}};
  friend bool operator==(const VonMises&, const VonMises&) = default;
};

/// Throws Error{domain} unless the direction is finite and the concentration positive and finite.
inline void check(const VonMises& d) { check_members(d, "VonMises"); }

namespace detail {
/// 1 - cos(x - direction), which keeps its digits near 0. Both are finite.
[[nodiscard]] inline double versine(double x, double direction) {
  const double half = std::sin(0.5 * x - 0.5 * direction);
  return 2 * half * half;
}
}  // namespace detail

/// Nats for each radian.
/// source  [mardia2000] sec. 3.5.4
[[nodiscard]] inline double log_density(const VonMises& d, double x) {
  if (!std::isfinite(x)) return -detail::infinity;
  return -d.concentration * detail::versine(x, d.direction) - detail::log_two_pi -
         log_bessel_i0_scaled(d.concentration);
}
[[nodiscard]] inline double mean(const VonMises& d) { return d.direction; }
[[nodiscard]] inline double variance(const VonMises& d) {
  return circular_variance(d.concentration);
}
/// The probability from half a turn before the direction to x.
[[nodiscard]] inline double cdf(const VonMises& d, double x) {
  const double angle = std::clamp(x - d.direction, -std::numbers::pi, std::numbers::pi);
  return circular_cdf(d.concentration, detail::infinity, angle);
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const VonMises& d, double p) {
  return d.direction + circular_quantile(d.concentration, detail::infinity, p);
}
[[nodiscard]] inline Interval support(const VonMises& d) {
  return {.lower = d.direction - std::numbers::pi, .upper = d.direction + std::numbers::pi};
}

/// By rejection from a wrapped Cauchy distribution; a normal of the same spread above a
/// concentration of 1e6.
/// source  [best1979]
[[nodiscard]] inline double draw(const VonMises& d, Random& random) {
  const double k = d.concentration;
  if (k > 1e6) return d.direction + random.normal() / std::sqrt(k);
  const double tau = 1 + std::sqrt(1 + 4 * k * k);
  const double rho = (tau - std::sqrt(2 * tau)) / (2 * k);
  // Nearly uniform directions would divide by a rho of 0.
  if (k < 1e-6) return d.direction + std::numbers::pi * (2 * random.uniform() - 1);
  const double r = (1 + rho * rho) / (2 * rho);
  for (;;) {
    const double z = std::cos(std::numbers::pi * random.uniform());
    const double f = (1 + r * z) / (r + z);
    const double c = k * (r - f);
    const double u = random.uniform();
    if (!(c * (2 - c) > u || std::log(c / u) + 1 >= c)) continue;
    const double angle = std::acos(std::clamp(f, -1.0, 1.0));
    return d.direction + (random.uniform() < 0.5 ? -angle : angle);
  }
}

}  // namespace credence
