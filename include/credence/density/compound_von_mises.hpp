#pragma once
// Directions spread around one that is uncertain.
#include <algorithm>
#include <cmath>
#include <credence/base/circular.hpp>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/density/von_mises.hpp>
#include <credence/detail/density/detail.hpp>
#include <limits>
#include <numbers>
#include <tuple>

namespace credence {

/// A direction whose mean direction was drawn from VonMises(direction, strength), and itself around
/// that with `concentration`.
///
///     const CompoundVonMises next{.direction = 0.3, .strength = 5, .concentration = 2};
///     log_density(next, 0.3);    // below that of VonMises{0.3, 2}
struct CompoundVonMises {
  using value_type = double;

  double direction = 0;
  double strength = 1;
  double concentration = 1;

  static constexpr auto members =
      std::tuple{Member{"direction", &CompoundVonMises::direction, Domain::real},
                 Member{"strength", &CompoundVonMises::strength, Domain::positive},
                 Member{"concentration", &CompoundVonMises::concentration, Domain::positive}};
  friend bool operator==(const CompoundVonMises&, const CompoundVonMises&) = default;
};

/// Throws Error{domain} unless the direction is finite and the others are positive and finite.
inline void check(const CompoundVonMises& d) { check_members(d, "CompoundVonMises"); }

/// Nats for each radian.
/// source  docs/reference/families/von_mises_known_concentration.md
[[nodiscard]] inline double log_density(const CompoundVonMises& d, double x) {
  if (!std::isfinite(x)) return -detail::infinity;
  // The length of the sum of both vectors, and what it lacks of the sum of their lengths.
  const double versine = detail::versine(x, d.direction);
  const double half =
      std::max(0.5 * d.strength + 0.5 * d.concentration, std::numeric_limits<double>::denorm_min());
  const double lesser = d.strength * (0.5 * d.concentration / half);
  const double share = std::sqrt(std::max(0.0, 1 - lesser / half * versine));
  const double length = std::min(2 * half * share, std::numeric_limits<double>::max());
  const double lack = 2 * lesser * versine / (1 + share);
  return log_bessel_i0_scaled(length) - lack - detail::log_two_pi -
         log_bessel_i0_scaled(d.concentration) - log_bessel_i0_scaled(d.strength);
}
[[nodiscard]] inline double mean(const CompoundVonMises& d) { return d.direction; }
[[nodiscard]] inline double variance(const CompoundVonMises& d) {
  return circular_variance(d.strength, d.concentration);
}
/// The probability from half a turn before the direction to x.
[[nodiscard]] inline double cdf(const CompoundVonMises& d, double x) {
  const double angle = std::clamp(x - d.direction, -std::numbers::pi, std::numbers::pi);
  return circular_cdf(d.strength, d.concentration, angle);
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const CompoundVonMises& d, double p) {
  return d.direction + circular_quantile(d.strength, d.concentration, p);
}
[[nodiscard]] inline Interval support(const CompoundVonMises& d) {
  return {.lower = d.direction - std::numbers::pi, .upper = d.direction + std::numbers::pi};
}
[[nodiscard]] inline double draw(const CompoundVonMises& d, Random& random) {
  const double around =
      draw(VonMises{.direction = d.direction, .concentration = d.strength}, random);
  const double angle =
      draw(VonMises{.direction = around, .concentration = d.concentration}, random);
  return unwound(angle, d.direction);
}

}  // namespace credence
