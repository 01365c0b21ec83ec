#pragma once
// The distribution of a mean and a variance together.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/density/normal.hpp>
#include <credence/detail/density/detail.hpp>

namespace credence {

/// A mean and a variance: the point at which a NormalInverseGamma is a density.
struct MeanVariance {
  double mean = 0;
  double variance = 1;

  static constexpr auto members =
      Members{Member{"mean", &MeanVariance::mean, Domain::real},
              Member{"variance", &MeanVariance::variance, Domain::positive}};
  friend bool operator==(const MeanVariance&, const MeanVariance&) = default;
};

/// An interval for a mean and one for a variance.
struct MeanVarianceInterval {
  Interval mean;
  Interval variance;

  static constexpr auto members =
      Members{Member{"mean", &MeanVarianceInterval::mean, Domain::real},
              Member{"variance", &MeanVarianceInterval::variance, Domain::positive}};
  friend bool operator==(const MeanVarianceInterval&, const MeanVarianceInterval&) = default;
};

/// A prior or posterior distribution of a mean and a variance: the variance is inverse gamma with
/// `shape` and `scale`, and given it the mean is normal around `mean`, worth `mean_weight`
/// observations.
///
///     const NormalInverseGamma prior{.mean = 170, .mean_weight = 1, .shape = 2, .scale = 50};
///     mean(prior).variance;    // 50
struct NormalInverseGamma {
  using value_type = MeanVariance;

  double mean = 0;
  double mean_weight = 1;
  double shape = 1;
  double scale = 1;

  static constexpr auto members =
      Members{Member{"mean", &NormalInverseGamma::mean, Domain::real},
              Member{"mean_weight", &NormalInverseGamma::mean_weight, Domain::positive},
              Member{"shape", &NormalInverseGamma::shape, Domain::positive},
              Member{"scale", &NormalInverseGamma::scale, Domain::positive}};
  friend bool operator==(const NormalInverseGamma&, const NormalInverseGamma&) = default;
};

/// Throws Error{domain} naming the parameter that is not finite, or not positive where it must be.
inline void check(const NormalInverseGamma& d) { check_members(d, "NormalInverseGamma"); }

/// Returns the log density in nats, with respect to mean and variance (not standard deviation);
/// -inf for a variance <= 0.
[[nodiscard]] inline double log_density(const NormalInverseGamma& d, const MeanVariance& at) {
  check(d);
  if (!std::isfinite(at.mean) || !(at.variance > 0) || !std::isfinite(at.variance))
    return -detail::infinity;
  const double log_variance = std::log(at.variance);
  const double z = (at.mean - d.mean) / std::sqrt(at.variance);
  const double of_variance = log_density(NormalVariancePrior{d.shape, d.scale}, at.variance);
  const double of_mean = 0.5 * (std::log(d.mean_weight) - detail::log_two_pi - log_variance) -
                         detail::half_of(d.mean_weight) * z * z;
  return of_variance + of_mean;
}

/// throws  Error{undefined} for a shape of at most 1, where the mean of the variance is infinite
[[nodiscard]] inline MeanVariance mean(const NormalInverseGamma& d) {
  if (!(d.shape > 1)) throw detail::no_moment("the mean of a variance", "shape", d.shape, 1);
  return {.mean = d.mean, .variance = d.scale / (d.shape - 1)};
}

/// Returns the variances of the mean and of the variance; the latter +inf for a shape of at most 2.
/// throws  Error{undefined} for a shape of at most 1
[[nodiscard]] inline MeanVariance variance(const NormalInverseGamma& d) {
  const double expected = mean(d).variance;
  return {.mean = expected / d.mean_weight,
          .variance = d.shape > 2 ? expected * expected / (d.shape - 2) : detail::infinity};
}

/// Returns the mean and variance of highest density, with respect to mean and variance. Always
/// exists.
[[nodiscard]] inline MeanVariance mode(const NormalInverseGamma& d) {
  return {.mean = d.mean, .variance = d.scale / (d.shape + 1.5)};
}

[[nodiscard]] inline MeanVariance draw(const NormalInverseGamma& d, Random& random) {
  check(d);
  const double variance = std::exp(std::log(d.scale) - random.log_gamma_variate(d.shape));
  const double mean = d.mean + std::sqrt(variance / d.mean_weight) * random.normal();
  return {.mean = mean, .variance = variance};
}

/// Returns the equal-tailed intervals of the mean and of the variance, each on its own holding
/// `mass` in (0, 1).
[[nodiscard]] inline MeanVarianceInterval credible_interval(const NormalInverseGamma& d,
                                                            double mass) {
  check(d);
  const double spread = std::sqrt(d.scale / d.shape / d.mean_weight);
  return {.mean = equal_tailed(
              [&](double p) { return d.mean + spread * student_t_quantile(2 * d.shape, p); }, mass),
          .variance = equal_tailed(
              [&](double p) { return inverse_gamma_quantile(d.shape, d.scale, p); }, mass)};
}

}  // namespace credence
