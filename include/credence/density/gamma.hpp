#pragma once
// Positive numbers: the Gamma density, the prior of its rate, and the density averaged over it.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/detail/density/holds_known.hpp>

namespace credence {

/// A prior or posterior distribution of a rate, worth `shape` events seen over an exposure of
/// `rate`.
///
///     const Gamma prior{.shape = 2, .rate = 0.5};
///     mean(prior);    // 4 events per unit
struct Gamma {
  using value_type = double;

  double shape = 1;
  double rate = 1;

  static constexpr auto members = Members{Member{"shape", &Gamma::shape, Domain::positive},
                                          Member{"rate", &Gamma::rate, Domain::positive}};
  friend bool operator==(const Gamma&, const Gamma&) = default;
};

/// Throws Error{domain} naming the parameter that is not positive and finite.
inline void check(const Gamma& d) { check_members(d, "Gamma"); }

/// Returns the log density in nats; -inf below 0; +inf at 0 for a shape below 1.
[[nodiscard]] inline double log_density(const Gamma& d, double x) {
  check(d);
  if (!(x >= 0) || !std::isfinite(x)) return -detail::infinity;
  if (d.shape > detail::largest_shape) [[unlikely]]
    return x > 0 ? detail::log_large_gamma(d.shape, x * static_cast<long double>(d.rate)) -
                       std::log(x)
                 : -detail::infinity;
  return d.shape * std::log(d.rate) - log_gamma(d.shape) + x_log_y(d.shape - 1, x) - d.rate * x;
}

[[nodiscard]] inline double mean(const Gamma& d) { return d.shape / d.rate; }
[[nodiscard]] inline double variance(const Gamma& d) { return d.shape / d.rate / d.rate; }
[[nodiscard]] inline double cdf(const Gamma& d, double x) {
  detail::check_cdf(d, x);
  return x > 0 ? gamma_cdf(d.shape, d.rate, x) : 0;
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const Gamma& d, double p) {
  check(d);
  return gamma_quantile(d.shape, d.rate, p);
}
[[nodiscard]] inline Interval support(const Gamma&) { return detail::from_zero; }
[[nodiscard]] inline double draw(const Gamma& d, Random& random) {
  check(d);
  return random.gamma(d.shape, d.rate);
}

/// A prior or posterior distribution of the rate of Gamma numbers whose shape is known: Gamma with
/// `shape` and `rate`. The `known_shape` of the numbers is no part of the distribution, but travels
/// with it.
///
///     const GammaRatePrior prior{.shape = 4, .rate = 2, .known_shape = 3};
///     mean(prior);    // 2
struct GammaRatePrior {
  using value_type = double;
  static constexpr bool holds_known = true;  ///< detail/density/holds_known.hpp

  /// What a schema must give where the rest is automatic.
  struct Known {
    double known_shape = 1;

    static constexpr auto members =
        Members{Member{"known_shape", &Known::known_shape, Domain::positive}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  double shape = 1;
  double rate = 1;
  double known_shape = 1;

  /// Returns the distribution of the rate alone.
  [[nodiscard]] Gamma distribution() const { return {.shape = shape, .rate = rate}; }

  static constexpr auto members =
      Members{Member{"shape", &GammaRatePrior::shape, Domain::positive},
              Member{"rate", &GammaRatePrior::rate, Domain::positive},
              Member{"known_shape", &GammaRatePrior::known_shape, Domain::positive}};
  friend bool operator==(const GammaRatePrior&, const GammaRatePrior&) = default;
};

/// Throws Error{domain} naming the number that is not positive and finite.
inline void check(const GammaRatePrior& d) { check_members(d, "GammaRatePrior"); }

/// A Gamma number of `known_shape` whose rate was drawn from Gamma(shape, rate = scale); also called
/// beta prime.
///
///     const CompoundGamma span{.known_shape = 2, .shape = 3, .scale = 4};
///     mean(span);    // 4
struct CompoundGamma {
  using value_type = double;

  double known_shape = 1;
  double shape = 1;
  double scale = 1;

  static constexpr auto members =
      Members{Member{"known_shape", &CompoundGamma::known_shape, Domain::positive},
              Member{"shape", &CompoundGamma::shape, Domain::positive},
              Member{"scale", &CompoundGamma::scale, Domain::positive}};
  friend bool operator==(const CompoundGamma&, const CompoundGamma&) = default;
};

/// Throws Error{domain} naming the number that is not positive and finite.
inline void check(const CompoundGamma& d) { check_members(d, "CompoundGamma"); }

/// Returns the log density in nats; -inf for a number that is not above 0.
/// source  docs/reference/families/gamma_known_shape.md
[[nodiscard]] inline double log_density(const CompoundGamma& d, double x) {
  check(d);
  if (!(x > 0) || !std::isfinite(x)) return -detail::infinity;
  const double log_whole = log_beta(d.known_shape, d.shape);
  if (!std::isfinite(log_whole)) [[unlikely]]
    return detail::log_large_ratio(d.known_shape, d.shape, x, d.scale) - std::log(x);
  return -log_whole - std::log(x) - d.known_shape * detail::log1p_ratio(d.scale, x) -
         d.shape * detail::log1p_ratio(x, d.scale);
}

/// Returns +inf for a shape of at most 1.
[[nodiscard]] inline double mean(const CompoundGamma& d) {
  return d.shape > 1 ? d.known_shape * (d.scale / (d.shape - 1)) : detail::infinity;
}
/// Returns +inf for a shape of at most 2.
/// throws  Error{undefined} for a shape of at most 1, where the mean is infinite
[[nodiscard]] inline double variance(const CompoundGamma& d) {
  if (!(d.shape > 1))
    throw detail::no_moment("the variance of a CompoundGamma", "shape", d.shape, 1);
  if (!(d.shape > 2)) return detail::infinity;
  const double ratio = (d.known_shape + d.shape - 1) / (d.shape - 2);
  if (std::isfinite(ratio)) return mean(d) * (d.scale / (d.shape - 1)) * ratio;
  const long double known = d.known_shape;  // whose range holds all products of doubles
  const long double unit = d.scale / (d.shape - 1.0L);
  return static_cast<double>(known * unit * unit * ((known + d.shape - 1) / (d.shape - 2)));
}
/// Both tails keep their digits.
[[nodiscard]] inline double cdf(const CompoundGamma& d, double x) {
  detail::check_cdf(d, x);
  if (!(x > 0)) return 0;
  if (!std::isfinite(x)) return 1;
  if (x > d.scale) return beta_survival(d.shape, d.known_shape, 1 / (1 + x / d.scale));
  return beta_cdf(d.known_shape, d.shape, 1 / (1 + d.scale / x));
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const CompoundGamma& d, double p) {
  detail::check_quantile(d, p);
  const double upper = beta_quantile(d.known_shape, d.shape, p);
  if (upper < 0.5) return d.scale * (upper / (1 - upper));
  const double lower = beta_survival_quantile(d.shape, d.known_shape, p);
  return d.scale * ((1 - lower) / lower);
}
[[nodiscard]] inline Interval support(const CompoundGamma&) { return detail::from_zero; }
[[nodiscard]] inline double draw(const CompoundGamma& d, Random& random) {
  check(d);
  const double log_ratio =
      random.log_gamma_variate(d.known_shape) - random.log_gamma_variate(d.shape);
  return d.scale * std::exp(log_ratio);
}

}  // namespace credence
