#pragma once
// Positive numbers whose logarithm has a normal or a Student t density.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/student_t.hpp>
#include <credence/detail/density/detail.hpp>

namespace credence {

/// A positive number whose natural logarithm has the given mean and variance.
///
///     const LogNormal income{.mean = 10, .variance = 0.5};
///     quantile(income, 0.5);    // the median, e^10
struct LogNormal {
  using value_type = double;

  double mean = 0;
  double variance = 1;

  static constexpr auto members =
      Members{Member{"mean", &LogNormal::mean, Domain::real},
              Member{"variance", &LogNormal::variance, Domain::positive}};
  friend bool operator==(const LogNormal&, const LogNormal&) = default;
};

/// Throws Error{domain} unless the mean is finite and the variance positive and finite.
inline void check(const LogNormal& d) { check_members(d, "LogNormal"); }

namespace detail {
[[nodiscard]] inline Normal of_logarithm(const LogNormal& d) {
  return {.mean = d.mean, .variance = d.variance};
}
}  // namespace detail

/// Returns the log density in nats, of x itself (not of its logarithm); -inf for x <= 0.
[[nodiscard]] inline double log_density(const LogNormal& d, double x) {
  check(d);
  if (!(x > 0) || !std::isfinite(x)) return -detail::infinity;
  const double log_x = std::log(x);
  return log_density(detail::of_logarithm(d), log_x) - log_x;
}

[[nodiscard]] inline double mean(const LogNormal& d) { return std::exp(d.mean + 0.5 * d.variance); }
[[nodiscard]] inline double variance(const LogNormal& d) {
  constexpr double large = 40;  // from which on 1 is nothing beside exp(variance)
  if (d.variance > large) return std::exp(2 * (d.mean + d.variance));
  const double square = std::exp(2 * d.mean + d.variance);
  if (std::isnormal(square)) return std::expm1(d.variance) * square;
  return std::exp(2 * d.mean + d.variance + std::log(std::expm1(d.variance)));
}
[[nodiscard]] inline double cdf(const LogNormal& d, double x) {
  detail::check_cdf(d, x);
  return x > 0 ? cdf(detail::of_logarithm(d), std::log(x)) : 0;
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const LogNormal& d, double p) {
  detail::check_quantile(d, p);
  return std::exp(quantile(detail::of_logarithm(d), p));
}
[[nodiscard]] inline Interval support(const LogNormal&) {
  return {.lower = 0, .upper = detail::infinity};
}
[[nodiscard]] inline double draw(const LogNormal& d, Random& random) {
  check(d);
  return std::exp(draw(detail::of_logarithm(d), random));
}

/// A positive number whose natural logarithm follows Student's t. Its tail is so heavy that it has
/// no mean: ask for quantiles; the median is exp(location).
///
///     const LogStudentT income{.degrees = 4, .location = 10, .scale = 0.7};
///     quantile(income, 0.5);    // e^10
struct LogStudentT {
  using value_type = double;

  double degrees = 1;
  double location = 0;
  double scale = 1;

  static constexpr auto members =
      Members{Member{"degrees", &LogStudentT::degrees, Domain::positive},
              Member{"location", &LogStudentT::location, Domain::real},
              Member{"scale", &LogStudentT::scale, Domain::positive}};
  friend bool operator==(const LogStudentT&, const LogStudentT&) = default;
};

/// Throws Error{domain} naming the parameter that is not finite, or not positive where it must be.
inline void check(const LogStudentT& d) { check_members(d, "LogStudentT"); }

namespace detail {
[[nodiscard]] inline StudentT of_logarithm(const LogStudentT& d) {
  return {.degrees = d.degrees, .location = d.location, .scale = d.scale};
}
}  // namespace detail

/// Returns the log density in nats, of x itself (not of its logarithm); -inf for x <= 0, finite
/// elsewhere.
[[nodiscard]] inline double log_density(const LogStudentT& d, double x) {
  check(d);
  if (!(x > 0) || !std::isfinite(x)) return -detail::infinity;
  const double log_x = std::log(x);
  return log_density(detail::of_logarithm(d), log_x) - log_x;
}

[[nodiscard]] inline double cdf(const LogStudentT& d, double x) {
  detail::check_cdf(d, x);
  return x > 0 ? cdf(detail::of_logarithm(d), std::log(x)) : 0;
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const LogStudentT& d, double p) {
  detail::check_quantile(d, p);
  return std::exp(quantile(detail::of_logarithm(d), p));
}
[[nodiscard]] inline Interval support(const LogStudentT&) {
  return {.lower = 0, .upper = detail::infinity};
}
[[nodiscard]] inline double draw(const LogStudentT& d, Random& random) {
  check(d);
  return std::exp(draw(detail::of_logarithm(d), random));
}

}  // namespace credence
