#pragma once
// Numbers around a mean, with the priors of a mean and of a variance where the other is known.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/detail/density/holds_known.hpp>

namespace credence {

/// A number spread around `mean` with the given variance (not standard deviation).
///
///     const Normal height{.mean = 171, .variance = 49};
///     cdf(height, 178);    // 0.841...
struct Normal {
  using value_type = double;

  double mean = 0;
  double variance = 1;

  static constexpr auto members = Members{Member{"mean", &Normal::mean, Domain::real},
                                          Member{"variance", &Normal::variance, Domain::positive}};
  friend bool operator==(const Normal&, const Normal&) = default;
};

/// Throws Error{domain} unless the mean is finite and the variance positive and finite.
inline void check(const Normal& d) { check_members(d, "Normal"); }

/// Returns the log density in nats; -inf also where the square of x is too large for a double.
[[nodiscard]] inline double log_density(const Normal& d, double x) {
  check(d);
  if (!std::isfinite(x)) return -detail::infinity;
  const double z = (x - d.mean) / std::sqrt(d.variance);
  return -0.5 * (detail::log_two_pi + std::log(d.variance)) - 0.5 * z * z;
}

[[nodiscard]] inline double mean(const Normal& d) { return d.mean; }
[[nodiscard]] inline double variance(const Normal& d) { return d.variance; }
[[nodiscard]] inline double cdf(const Normal& d, double x) {
  detail::check_cdf(d, x);
  return normal_cdf((x - d.mean) / std::sqrt(d.variance));
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const Normal& d, double p) {
  detail::check_quantile(d, p);
  return d.mean + std::sqrt(d.variance) * normal_quantile(p);
}
[[nodiscard]] inline Interval support(const Normal&) { return detail::all_numbers; }
[[nodiscard]] inline double draw(const Normal& d, Random& random) {
  check(d);
  return d.mean + std::sqrt(d.variance) * random.normal();
}

/// A prior or posterior distribution of the mean of numbers whose variance is known: normal around
/// `mean` with `mean_variance`. The known `variance` of the numbers is no part of the distribution,
/// but travels with it.
///
///     const NormalMeanPrior prior{.mean = 20, .mean_variance = 4, .variance = 0.25};
///     credible_interval(prior, 0.95);    // 16.08 to 23.92
struct NormalMeanPrior {
  using value_type = double;
  static constexpr bool holds_known = true;  ///< detail/density/holds_known.hpp

  /// What a schema must give where the rest is automatic.
  struct Known {
    double variance = 1;

    static constexpr auto members = Members{Member{"variance", &Known::variance, Domain::positive}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  double mean = 0;
  double mean_variance = 1;
  double variance = 1;

  /// Returns the distribution of the mean alone.
  [[nodiscard]] Normal distribution() const { return {.mean = mean, .variance = mean_variance}; }

  static constexpr auto members =
      Members{Member{"mean", &NormalMeanPrior::mean, Domain::real},
              Member{"mean_variance", &NormalMeanPrior::mean_variance, Domain::positive},
              Member{"variance", &NormalMeanPrior::variance, Domain::positive}};
  friend bool operator==(const NormalMeanPrior&, const NormalMeanPrior&) = default;
};

/// Throws Error{domain} naming the number that is not finite, or not positive where it must be.
inline void check(const NormalMeanPrior& d) { check_members(d, "NormalMeanPrior"); }

/// A prior or posterior distribution of the variance of numbers whose mean is known: inverse gamma
/// with `shape` and `scale`. The known `mean` is no part of the distribution, but travels with it.
///
///     const NormalVariancePrior prior{.shape = 3, .scale = 4, .mean = 100};
///     mean(prior);    // 2: of the variance
struct NormalVariancePrior {
  using value_type = double;

  /// What a schema must give where the rest is automatic.
  struct Known {
    double mean = 0;

    static constexpr auto members = Members{Member{"mean", &Known::mean, Domain::real}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  double shape = 1;
  double scale = 1;
  double mean = 0;

  static constexpr auto members =
      Members{Member{"shape", &NormalVariancePrior::shape, Domain::positive},
              Member{"scale", &NormalVariancePrior::scale, Domain::positive},
              Member{"mean", &NormalVariancePrior::mean, Domain::real}};
  friend bool operator==(const NormalVariancePrior&, const NormalVariancePrior&) = default;
};

/// Throws Error{domain} naming the number that is not finite, or not positive where it must be.
inline void check(const NormalVariancePrior& d) { check_members(d, "NormalVariancePrior"); }

/// Returns the log density in nats, with respect to the variance; -inf for a variance <= 0.
[[nodiscard]] inline double log_density(const NormalVariancePrior& d, double variance) {
  check(d);
  if (!(variance > 0) || !std::isfinite(variance)) return -detail::infinity;
  if (d.shape > detail::largest_shape) [[unlikely]]
    return detail::log_large_gamma(d.shape, static_cast<long double>(d.scale) / variance) -
           std::log(variance);
  return d.shape * std::log(d.scale) - log_gamma(d.shape) - (d.shape + 1) * std::log(variance) -
         d.scale / variance;
}

/// throws  Error{undefined} for a shape of at most 1, where the mean is infinite
[[nodiscard]] inline double mean(const NormalVariancePrior& d) {
  if (!(d.shape > 1)) throw detail::no_moment("the mean of a variance", "shape", d.shape, 1);
  return d.scale / (d.shape - 1);
}
/// Returns +inf for a shape of at most 2.
/// throws  Error{undefined} for a shape of at most 1
[[nodiscard]] inline double variance(const NormalVariancePrior& d) {
  const double expected = mean(d);
  return d.shape > 2 ? expected * expected / (d.shape - 2) : detail::infinity;
}
/// Returns the variance of highest density. Always exists.
[[nodiscard]] inline double mode(const NormalVariancePrior& d) { return d.scale / (d.shape + 1); }
[[nodiscard]] inline double cdf(const NormalVariancePrior& d, double variance) {
  detail::check_cdf(d, variance);
  return variance > 0 ? inverse_gamma_cdf(d.shape, d.scale, variance) : 0;
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const NormalVariancePrior& d, double p) {
  check(d);
  return inverse_gamma_quantile(d.shape, d.scale, p);
}
[[nodiscard]] inline Interval support(const NormalVariancePrior&) { return detail::from_zero; }
[[nodiscard]] inline double draw(const NormalVariancePrior& d, Random& random) {
  check(d);
  return std::exp(std::log(d.scale) - random.log_gamma_variate(d.shape));
}

}  // namespace credence
