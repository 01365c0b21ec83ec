#pragma once
// The bell curve.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/density/detail.hpp>
#include <tuple>

namespace credence {

/// A number spread around `mean` with the given variance (not standard deviation).
///
///     const Normal height{.mean = 171, .variance = 49};
///     cdf(height, 178);    // 0.841...
struct Normal {
  using value_type = double;

  double mean = 0;
  double variance = 1;

  static constexpr auto members =
      std::tuple{Member{"mean", &Normal::mean, Domain::real},
                 Member{"variance", &Normal::variance, Domain::positive}};
  friend bool operator==(const Normal&, const Normal&) = default;
};

/// Throws Error{domain} unless the mean is finite and the variance positive and finite.
inline void check(const Normal& d) { check_members(d, "Normal"); }

/// Nats; -inf also where the square of x is too large for a double.
[[nodiscard]] inline double log_density(const Normal& d, double x) {
  if (!std::isfinite(x)) return -detail::infinity;
  const double z = (x - d.mean) / std::sqrt(d.variance);
  return -0.5 * (detail::log_two_pi + std::log(d.variance)) - 0.5 * z * z;
}

[[nodiscard]] inline double mean(const Normal& d) { return d.mean; }
[[nodiscard]] inline double variance(const Normal& d) { return d.variance; }
[[nodiscard]] inline double cdf(const Normal& d, double x) {
  return normal_cdf((x - d.mean) / std::sqrt(d.variance));
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const Normal& d, double p) {
  return d.mean + std::sqrt(d.variance) * normal_quantile(p);
}
[[nodiscard]] inline Interval support(const Normal&) {
  return {.lower = -detail::infinity, .upper = detail::infinity};
}
[[nodiscard]] inline double draw(const Normal& d, Random& random) {
  return d.mean + std::sqrt(d.variance) * random.normal();
}

}  // namespace credence
