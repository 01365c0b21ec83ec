#pragma once
// Positive numbers whose logarithm has a normal or a Student t density.
#include <cmath>
#include <concepts>
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

  /// Returns the density of the logarithm.
  [[nodiscard]] Normal logarithm() const { return {.mean = mean, .variance = variance}; }

  static constexpr auto members =
      Members{Member{"mean", &LogNormal::mean, Domain::real},
              Member{"variance", &LogNormal::variance, Domain::positive}};
  friend bool operator==(const LogNormal&, const LogNormal&) = default;
};

/// Throws Error{domain} unless the mean is finite and the variance positive and finite.
inline void check(const LogNormal& d) { check_members(d, "LogNormal"); }
[[nodiscard]] inline double mean(const LogNormal& d) { return std::exp(d.mean + 0.5 * d.variance); }
[[nodiscard]] inline double variance(const LogNormal& d) {
  constexpr double large = 40;  // from which on 1 is nothing beside exp(variance)
  if (d.variance > large) return std::exp(2 * (d.mean + d.variance));
  const double square = std::exp(2 * d.mean + d.variance);
  if (std::isnormal(square)) return std::expm1(d.variance) * square;
  return std::exp(2 * d.mean + d.variance + std::log(std::expm1(d.variance)));
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

  /// Returns the density of the logarithm.
  [[nodiscard]] StudentT logarithm() const {
    return {.degrees = degrees, .location = location, .scale = scale};
  }

  static constexpr auto members =
      Members{Member{"degrees", &LogStudentT::degrees, Domain::positive},
              Member{"location", &LogStudentT::location, Domain::real},
              Member{"scale", &LogStudentT::scale, Domain::positive}};
  friend bool operator==(const LogStudentT&, const LogStudentT&) = default;
};

/// Throws Error{domain} naming the parameter that is not finite, or not positive where it must be.
inline void check(const LogStudentT& d) { check_members(d, "LogStudentT"); }

namespace detail {

/// A density of positive numbers that `d.logarithm()`, the density of their logarithms, determines.
/// Listed: a member of this name in a density of one's own may mean anything.
template <class D>
concept OfLogarithm = std::same_as<D, LogNormal> || std::same_as<D, LogStudentT>;

}  // namespace detail

/// Returns the log density in nats, of x itself (not of its logarithm); -inf for x <= 0.
template <detail::OfLogarithm D>
[[nodiscard]] double log_density(const D& d, double x) {
  check(d);
  if (!(x > 0) || !std::isfinite(x)) return -detail::infinity;
  const double log_x = std::log(x);
  return log_density(d.logarithm(), log_x) - log_x;
}

template <detail::OfLogarithm D>
[[nodiscard]] double cdf(const D& d, double x) {
  detail::check_cdf(d, x);
  return x > 0 ? cdf(d.logarithm(), std::log(x)) : 0;
}

/// in  p in [0, 1]
template <detail::OfLogarithm D>
[[nodiscard]] double quantile(const D& d, double p) {
  detail::check_quantile(d, p);
  return std::exp(quantile(d.logarithm(), p));
}

template <detail::OfLogarithm D>
[[nodiscard]] Interval support(const D&) {
  return detail::from_zero;
}

template <detail::OfLogarithm D>
[[nodiscard]] double draw(const D& d, Random& random) {
  check(d);
  return std::exp(draw(d.logarithm(), random));
}

}  // namespace credence
