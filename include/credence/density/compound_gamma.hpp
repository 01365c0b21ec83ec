#pragma once
// Gamma numbers whose rate is uncertain.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/density/detail.hpp>
#include <tuple>

namespace credence {

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
      std::tuple{Member{"known_shape", &CompoundGamma::known_shape, Domain::positive},
                 Member{"shape", &CompoundGamma::shape, Domain::positive},
                 Member{"scale", &CompoundGamma::scale, Domain::positive}};
  friend bool operator==(const CompoundGamma&, const CompoundGamma&) = default;
};

/// Throws Error{domain} naming the number that is not positive and finite.
inline void check(const CompoundGamma& d) { check_members(d, "CompoundGamma"); }

/// Nats; -inf for a number that is not above 0.
/// source  docs/reference/families/gamma_known_shape.md
[[nodiscard]] inline double log_density(const CompoundGamma& d, double x) {
  if (!(x > 0) || !std::isfinite(x)) return -detail::infinity;
  return -log_beta(d.known_shape, d.shape) - std::log(x) -
         d.known_shape * detail::log1p_ratio(d.scale, x) -
         d.shape * detail::log1p_ratio(x, d.scale);
}

/// +inf for a shape of at most 1.
[[nodiscard]] inline double mean(const CompoundGamma& d) {
  return d.shape > 1 ? d.known_shape * (d.scale / (d.shape - 1)) : detail::infinity;
}
/// +inf for a shape of at most 2.
/// throws  Error{undefined} for a shape of at most 1, where the mean is infinite
[[nodiscard]] inline double variance(const CompoundGamma& d) {
  if (!(d.shape > 1))
    throw detail::no_moment("the variance of a CompoundGamma", "shape", d.shape, 1);
  if (!(d.shape > 2)) return detail::infinity;
  return mean(d) * (d.scale / (d.shape - 1)) * ((d.known_shape + d.shape - 1) / (d.shape - 2));
}
/// From the end that is nearer, so that both tails keep their digits.
[[nodiscard]] inline double cdf(const CompoundGamma& d, double x) {
  if (!(x > 0)) return 0;
  if (!std::isfinite(x)) return 1;
  if (x > d.scale) return 1 - beta_cdf(d.shape, d.known_shape, 1 / (1 + x / d.scale));
  return beta_cdf(d.known_shape, d.shape, 1 / (1 + d.scale / x));
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const CompoundGamma& d, double p) {
  const double upper = beta_quantile(d.known_shape, d.shape, p);
  if (upper < 0.5) return d.scale * (upper / (1 - upper));
  const double lower = beta_quantile(d.shape, d.known_shape, 1 - p);
  return d.scale * ((1 - lower) / lower);
}
[[nodiscard]] inline Interval support(const CompoundGamma&) {
  return {.lower = 0, .upper = detail::infinity};
}
[[nodiscard]] inline double draw(const CompoundGamma& d, Random& random) {
  const double log_ratio =
      random.log_gamma_variate(d.known_shape) - random.log_gamma_variate(d.shape);
  return d.scale * std::exp(log_ratio);
}

}  // namespace credence
