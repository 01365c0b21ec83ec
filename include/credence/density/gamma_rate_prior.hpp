#pragma once
// What is believed of a rate, the shape of the times that it makes being known.
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/density/gamma.hpp>
#include <tuple>

namespace credence {

/// A belief about the rate of Gamma numbers whose shape is known: Gamma with `shape` and `rate`. The
/// `known_shape` of the numbers is no part of the belief, but travels with it.
///
///     const GammaRatePrior prior{.shape = 4, .rate = 2, .known_shape = 3};
///     mean(prior);    // 2
struct GammaRatePrior {
  using value_type = double;

  /// What a schema must give where the rest is automatic.
  struct Known {
    double known_shape = 1;

    static constexpr auto members =
        std::tuple{Member{"known_shape", &Known::known_shape, Domain::positive}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  double shape = 1;
  double rate = 1;
  double known_shape = 1;

  static constexpr auto members =
      std::tuple{Member{"shape", &GammaRatePrior::shape, Domain::positive},
                 Member{"rate", &GammaRatePrior::rate, Domain::positive},
                 Member{"known_shape", &GammaRatePrior::known_shape, Domain::positive}};
  friend bool operator==(const GammaRatePrior&, const GammaRatePrior&) = default;
};

/// Throws Error{domain} naming the number that is not positive and finite.
inline void check(const GammaRatePrior& d) { check_members(d, "GammaRatePrior"); }

namespace detail {
[[nodiscard]] inline Gamma of_rate(const GammaRatePrior& d) {
  return {.shape = d.shape, .rate = d.rate};
}
}  // namespace detail

/// Nats, with respect to the rate.
[[nodiscard]] inline double log_density(const GammaRatePrior& d, double rate) {
  return log_density(detail::of_rate(d), rate);
}
[[nodiscard]] inline double mean(const GammaRatePrior& d) { return mean(detail::of_rate(d)); }
[[nodiscard]] inline double variance(const GammaRatePrior& d) {
  return variance(detail::of_rate(d));
}
[[nodiscard]] inline double cdf(const GammaRatePrior& d, double rate) {
  return cdf(detail::of_rate(d), rate);
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const GammaRatePrior& d, double p) {
  return quantile(detail::of_rate(d), p);
}
[[nodiscard]] inline Interval support(const GammaRatePrior& d) {
  return support(detail::of_rate(d));
}
[[nodiscard]] inline double draw(const GammaRatePrior& d, Random& random) {
  return draw(detail::of_rate(d), random);
}

/// Equal-tailed interval of the rate, holding `mass` in (0, 1).
[[nodiscard]] inline Interval credible_interval(const GammaRatePrior& d, double mass) {
  return credible_interval(detail::of_rate(d), mass);
}

}  // namespace credence
