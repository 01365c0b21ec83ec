#pragma once
// A bell curve whose spread is uncertain, hence with heavy tails.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/density/detail.hpp>

namespace credence {

/// A number spread around `location`; `scale` is the plain scale (not squared): for many degrees of
/// freedom it is the standard deviation.
///
///     const StudentT next{.degrees = 3, .location = 171, .scale = 7};
///     quantile(next, 0.95);
struct StudentT {
  using value_type = double;

  double degrees = 1;
  double location = 0;
  double scale = 1;

  static constexpr auto members = Members{Member{"degrees", &StudentT::degrees, Domain::positive},
                                          Member{"location", &StudentT::location, Domain::real},
                                          Member{"scale", &StudentT::scale, Domain::positive}};
  friend bool operator==(const StudentT&, const StudentT&) = default;
};

/// Throws Error{domain} naming the parameter that is not finite, or not positive where it must be.
inline void check(const StudentT& d) { check_members(d, "StudentT"); }

namespace detail {
/// ln(Gamma(half + 1/2) / Gamma(half)) - ln(half) / 2, which tends to 0 for large arguments: there
/// the difference of the two would keep only the digits that they do not share, so its own series
/// is used (truncated below 1e-17 from 30 on).
[[nodiscard]] inline double log_half_step(double half) {
  if (half < 30) return log_gamma_ratio(half, 0.5) - 0.5 * std::log(half);
  const double u = 1 / (half * half);
  return -(1.0 / 8 - u * (1.0 / 192 - u * (1.0 / 640 - u * (17.0 / 14336 - u * 31.0 / 18432)))) /
         half;
}

/// ln(1 + z^2 / degrees) of Student's t, finite for every finite x.
[[nodiscard]] inline double log1p_squared(const StudentT& d, double x) {
  const double z = (x - d.location) / d.scale;
  const double ratio = z * z / d.degrees;
  if (std::isfinite(ratio)) return std::log1p(ratio);
  double half_distance = std::abs(0.5 * x - 0.5 * d.location);
  if (half_distance == 0) half_distance = half_of(std::abs(x - d.location));
  return 2 * (std::log(half_distance) + std::numbers::ln2 - std::log(d.scale)) -
         std::log(d.degrees);
}

/// The log density of a distribution that has been checked.
[[nodiscard]] inline double log_density_of_checked(const StudentT& d, double x) {
  if (!std::isfinite(x)) return -infinity;
  const double log_norm = log_half_step(half_of(d.degrees)) - 0.5 * log_two_pi - std::log(d.scale);
  return log_norm - 0.5 * (d.degrees + 1) * log1p_squared(d, x);
}
}  // namespace detail

/// Returns the log density in nats; finite for every finite x.
/// out  within 32 ulp of its largest term for degrees of freedom from 0.1 to 1e10
[[nodiscard]] inline double log_density(const StudentT& d, double x) {
  check(d);
  return detail::log_density_of_checked(d, x);
}

/// throws  Error{undefined} for at most 1 degree of freedom
[[nodiscard]] inline double mean(const StudentT& d) {
  if (!(d.degrees > 1)) throw detail::no_moment("the mean of Student's t", "degrees", d.degrees, 1);
  return d.location;
}
/// Returns +inf for at most 2 degrees of freedom.
/// throws  Error{undefined} for at most 1, where there is no mean
[[nodiscard]] inline double variance(const StudentT& d) {
  if (!(d.degrees > 1))
    throw detail::no_moment("the variance of Student's t", "degrees", d.degrees, 1);
  if (!(d.degrees > 2)) return detail::infinity;
  return d.scale * d.scale * (d.degrees / (d.degrees - 2));
}
[[nodiscard]] inline double cdf(const StudentT& d, double x) {
  detail::check_cdf(d, x);
  return student_t_cdf(d.degrees, (x - d.location) / d.scale);
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const StudentT& d, double p) {
  detail::check_quantile(d, p);
  return d.location + d.scale * student_t_quantile(d.degrees, p);
}
[[nodiscard]] inline Interval support(const StudentT&) { return detail::all_numbers; }
[[nodiscard]] inline double draw(const StudentT& d, Random& random) {
  check(d);
  const double log_precision =
      random.log_gamma_variate(0.5 * d.degrees) - std::log(0.5 * d.degrees);
  return d.location + d.scale * random.normal() * std::exp(-0.5 * log_precision);
}

}  // namespace credence
