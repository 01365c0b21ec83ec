#pragma once
// What is believed of a variance, the mean being known.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/density/detail.hpp>
#include <tuple>

namespace credence {

/// A belief about the variance of numbers whose mean is known: inverse gamma with `shape` and
/// `scale`. The known `mean` is no part of the belief, but travels with it.
///
///     const NormalVariancePrior prior{.shape = 3, .scale = 4, .mean = 100};
///     mean(prior);    // 2: of the variance
struct NormalVariancePrior {
  using value_type = double;

  /// What a schema must give where the rest is automatic.
  struct Known {
    double mean = 0;

    static constexpr auto members = std::tuple{Member{"mean", &Known::mean, Domain::real}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  double shape = 1;
  double scale = 1;
  double mean = 0;

  static constexpr auto members =
      std::tuple{Member{"shape", &NormalVariancePrior::shape, Domain::positive},
                 Member{"scale", &NormalVariancePrior::scale, Domain::positive},
                 Member{"mean", &NormalVariancePrior::mean, Domain::real}};
  friend bool operator==(const NormalVariancePrior&, const NormalVariancePrior&) = default;
};

/// Throws Error{domain} naming the number that is not finite, or not positive where it must be.
inline void check(const NormalVariancePrior& d) { check_members(d, "NormalVariancePrior"); }

/// Nats, with respect to the variance; -inf for a variance <= 0.
[[nodiscard]] inline double log_density(const NormalVariancePrior& d, double variance) {
  if (!(variance > 0) || !std::isfinite(variance)) return -detail::infinity;
  return d.shape * std::log(d.scale) - log_gamma(d.shape) - (d.shape + 1) * std::log(variance) -
         d.scale / variance;
}

/// throws  Error{undefined} for a shape of at most 1, where the mean is infinite
[[nodiscard]] inline double mean(const NormalVariancePrior& d) {
  if (!(d.shape > 1))
    throw detail::no_moment("the posterior mean of a variance", "shape", d.shape, 1);
  return d.scale / (d.shape - 1);
}
/// +inf for a shape of at most 2.
/// throws  Error{undefined} for a shape of at most 1
[[nodiscard]] inline double variance(const NormalVariancePrior& d) {
  const double expected = mean(d);
  return d.shape > 2 ? expected * expected / (d.shape - 2) : detail::infinity;
}
/// The variance of highest density. Always exists.
[[nodiscard]] inline double mode(const NormalVariancePrior& d) { return d.scale / (d.shape + 1); }
[[nodiscard]] inline double cdf(const NormalVariancePrior& d, double variance) {
  return variance > 0 ? inverse_gamma_cdf(d.shape, d.scale, variance) : 0;
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const NormalVariancePrior& d, double p) {
  return inverse_gamma_quantile(d.shape, d.scale, p);
}
[[nodiscard]] inline Interval support(const NormalVariancePrior&) {
  return {.lower = 0, .upper = detail::infinity};
}
[[nodiscard]] inline double draw(const NormalVariancePrior& d, Random& random) {
  return std::exp(std::log(d.scale) - random.log_gamma_variate(d.shape));
}

/// Equal-tailed interval of the variance, holding `mass` in (0, 1).
[[nodiscard]] inline Interval credible_interval(const NormalVariancePrior& d, double mass) {
  return equal_tailed([&d](double p) { return quantile(d, p); }, mass);
}

}  // namespace credence
