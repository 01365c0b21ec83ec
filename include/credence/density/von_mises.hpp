#pragma once
// Directions on a circle: around a known mean direction, its prior, and averaged over it.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/detail/density/holds_known.hpp>
#include <limits>
#include <numbers>

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
      Members{Member{"direction", &VonMises::direction, Domain::real},
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

/// Returns the log density in nats for each radian.
/// source  [mardia2000] sec. 3.5.4
[[nodiscard]] inline double log_density(const VonMises& d, double x) {
  check(d);
  if (!std::isfinite(x)) return -detail::infinity;
  return -d.concentration * detail::versine(x, d.direction) - detail::log_two_pi -
         log_bessel_i0_scaled(d.concentration);
}
[[nodiscard]] inline double mean(const VonMises& d) { return d.direction; }
[[nodiscard]] inline double variance(const VonMises& d) {
  return circular_variance(d.concentration);
}
/// Returns the probability from half a turn before the direction to x.
[[nodiscard]] inline double cdf(const VonMises& d, double x) {
  detail::check_cdf(d, x);
  const double angle = std::max(std::min(x - d.direction, std::numbers::pi), -std::numbers::pi);
  return circular_cdf(d.concentration, detail::infinity, angle);
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const VonMises& d, double p) {
  detail::check_quantile(d, p);
  return d.direction + circular_quantile(d.concentration, detail::infinity, p);
}
[[nodiscard]] inline Interval support(const VonMises& d) {
  return {.lower = d.direction - std::numbers::pi, .upper = d.direction + std::numbers::pi};
}

/// By rejection from a wrapped Cauchy distribution; a normal of the same spread above a
/// concentration of 1e6.
/// source  [best1979]
[[nodiscard]] inline double draw(const VonMises& d, Random& random) {
  check(d);
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
    const double angle = std::acos(std::max(std::min(f, 1.0), -1.0));
    return d.direction + (random.uniform() < 0.5 ? -angle : angle);
  }
}

/// A prior or posterior distribution of a mean direction: von Mises around `direction`, of
/// concentration `strength`. The known `concentration` of the data is no part of the distribution,
/// but travels with it.
///
///     const VonMisesPrior prior{.direction = 0.3, .strength = 1.2, .concentration = 2};
///     credible_interval(prior, 0.9);    // may pass pi: a direction is one up to whole turns
struct VonMisesPrior {
  using value_type = double;
  static constexpr bool holds_known = true;  ///< detail/density/holds_known.hpp
  /// Values that differ by this are the same.
  static constexpr double period = 2 * std::numbers::pi;

  /// What a schema must give where the rest is automatic.
  struct Known {
    double concentration = 1;

    static constexpr auto members =
        Members{Member{"concentration", &Known::concentration, Domain::positive}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  double direction = 0;
  double strength = 1;
  double concentration = 1;

  /// Returns the distribution of the mean direction alone.
  [[nodiscard]] VonMises distribution() const {
    return {.direction = direction, .concentration = strength};
  }

  static constexpr auto members =
      Members{Member{"direction", &VonMisesPrior::direction, Domain::real},
              Member{"strength", &VonMisesPrior::strength, Domain::positive},
              Member{"concentration", &VonMisesPrior::concentration, Domain::positive}};
  friend bool operator==(const VonMisesPrior&, const VonMisesPrior&) = default;
};

/// Throws Error{domain} unless the direction is finite and the others are positive and finite.
inline void check(const VonMisesPrior& d) { check_members(d, "VonMisesPrior"); }

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
      Members{Member{"direction", &CompoundVonMises::direction, Domain::real},
              Member{"strength", &CompoundVonMises::strength, Domain::positive},
              Member{"concentration", &CompoundVonMises::concentration, Domain::positive}};
  friend bool operator==(const CompoundVonMises&, const CompoundVonMises&) = default;
};

/// Throws Error{domain} unless the direction is finite and the others are positive and finite.
inline void check(const CompoundVonMises& d) { check_members(d, "CompoundVonMises"); }

/// Returns the log density in nats for each radian.
/// source  docs/reference/families/von_mises_known_concentration.md
[[nodiscard]] inline double log_density(const CompoundVonMises& d, double x) {
  check(d);
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
/// Returns the probability from half a turn before the direction to x.
[[nodiscard]] inline double cdf(const CompoundVonMises& d, double x) {
  detail::check_cdf(d, x);
  const double angle = std::max(std::min(x - d.direction, std::numbers::pi), -std::numbers::pi);
  return circular_cdf(d.strength, d.concentration, angle);
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const CompoundVonMises& d, double p) {
  detail::check_quantile(d, p);
  return d.direction + circular_quantile(d.strength, d.concentration, p);
}
[[nodiscard]] inline Interval support(const CompoundVonMises& d) {
  return {.lower = d.direction - std::numbers::pi, .upper = d.direction + std::numbers::pi};
}
[[nodiscard]] inline double draw(const CompoundVonMises& d, Random& random) {
  check(d);
  const double around =
      draw(VonMises{.direction = d.direction, .concentration = d.strength}, random);
  const double angle =
      draw(VonMises{.direction = around, .concentration = d.concentration}, random);
  return unwound(angle, d.direction);
}

}  // namespace credence
