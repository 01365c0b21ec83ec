#pragma once
// What is believed of a mean direction, the concentration around it being known.
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/density/von_mises.hpp>
#include <numbers>
#include <tuple>

namespace credence {

/// A belief about a mean direction: von Mises around `direction`, of concentration `strength`. The
/// known `concentration` of the data is no part of the belief, but travels with it.
///
///     const VonMisesPrior prior{.direction = 0.3, .strength = 1.2, .concentration = 2};
///     credible_interval(prior, 0.9);    // may pass pi: a direction is one up to whole turns
struct VonMisesPrior {
  using value_type = double;
  /// Values that differ by this are the same.
  static constexpr double period = 2 * std::numbers::pi;

  /// What a schema must give where the rest is automatic.
  struct Known {
    double concentration = 1;

    static constexpr auto members =
        std::tuple{Member{"concentration", &Known::concentration, Domain::positive}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  double direction = 0;
  double strength = 1;
  double concentration = 1;

  static constexpr auto members =
      std::tuple{Member{"direction", &VonMisesPrior::direction, Domain::real},
                 Member{"strength", &VonMisesPrior::strength, Domain::positive},
                 Member{"concentration", &VonMisesPrior::concentration, Domain::positive}};
  friend bool operator==(const VonMisesPrior&, const VonMisesPrior&) = default;
};

/// Throws Error{domain} unless the direction is finite and the others are positive and finite.
inline void check(const VonMisesPrior& d) { check_members(d, "VonMisesPrior"); }

namespace detail {
[[nodiscard]] inline VonMises of_direction(const VonMisesPrior& d) {
  return {.direction = d.direction, .concentration = d.strength};
}
}  // namespace detail

/// Nats for each radian, with respect to the direction.
[[nodiscard]] inline double log_density(const VonMisesPrior& d, double direction) {
  return log_density(detail::of_direction(d), direction);
}
[[nodiscard]] inline double mean(const VonMisesPrior& d) { return d.direction; }
[[nodiscard]] inline double variance(const VonMisesPrior& d) {
  return variance(detail::of_direction(d));
}
[[nodiscard]] inline double cdf(const VonMisesPrior& d, double direction) {
  return cdf(detail::of_direction(d), direction);
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const VonMisesPrior& d, double p) {
  return quantile(detail::of_direction(d), p);
}
[[nodiscard]] inline Interval support(const VonMisesPrior& d) {
  return support(detail::of_direction(d));
}
[[nodiscard]] inline double draw(const VonMisesPrior& d, Random& random) {
  return draw(detail::of_direction(d), random);
}

/// Equal-tailed interval around the direction, holding `mass` in (0, 1).
[[nodiscard]] inline Interval credible_interval(const VonMisesPrior& d, double mass) {
  return equal_tailed([&d](double p) { return quantile(d, p); }, mass);
}

}  // namespace credence
