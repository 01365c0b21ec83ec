// Bessel functions through Boost.Math and their series, and Fourier series of circular densities.
#include <credence/base/special.hpp>

#include <algorithm>
#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/check_argument.hpp"

namespace credence {
namespace {

using std::numbers::pi;

// Above, I0 is near the largest double, and the asymptotic series has all digits.
constexpr double asymptotic_start = 50;
// Above, a normal with its first correction has all digits.
constexpr double normal_start = 1e8;
// Above, angles near half a turn are too rare to count in a variance.
constexpr double sharp_start = 25;
// Below, a ratio of Bessel functions is half of its argument, and the fraction would overflow.
constexpr double tiny = 1e-300;
// Below, four terms of the inverse of a ratio of Bessel functions in 1 - ratio have all digits.
constexpr double near_one = 1e-5;

// I_order(x) exp(-x) sqrt(2 pi x) - 1: the sum of prod ((2 i - 1)^2 - 4 order^2) / (8 x i), which
// falls until i = 2 x for orders up to the root of x.
double asymptotic_excess(double x, double order = 0) {
  double sum = 0;
  double term = 1;
  for (int i = 1; i < 40 && std::abs(term) > 1e-18; ++i) {
    term *= (2 * i - 1 - 2 * order) * ((2 * i - 1 + 2 * order) / (8 * x * i));
    sum += term;
  }
  return sum;
}

// I0(x) - 1, all terms positive.
double power_excess(double x) {
  const double quarter = 0.25 * x * x;
  double sum = 0;
  double term = 1;
  for (int i = 1; i < 30; ++i) {
    term *= quarter / (static_cast<double>(i) * i);
    sum += term;
  }
  return sum;
}

// I_j(x) / I_0(x) for j = 1, 2, ... until they are rounding: a continued fraction from the end.
std::vector<double> harmonics_of(double x) {
  const auto count = static_cast<std::size_t>(24 + std::ceil(10 * std::sqrt(x)));
  std::vector<double> ratios(count);
  double next = 0;
  for (std::size_t j = count; j > 0; --j) {
    next = 1 / (2 * static_cast<double>(j) / x + next);
    ratios[j - 1] = next;
  }
  for (std::size_t j = 1; j < count; ++j) ratios[j] *= ratios[j - 1];
  return ratios;
}

// The first of them alone, for x of at least the square of their number: the fraction would begin
// far beyond.
std::vector<double> first_harmonics_of(double x, std::size_t count) {
  const double whole = 1 + asymptotic_excess(x);
  std::vector<double> ratios(count);
  for (std::size_t j = 0; j < count; ++j)
    ratios[j] = (1 + asymptotic_excess(x, static_cast<double>(j + 1))) / whole;
  return ratios;
}

// The Fourier coefficients of a sum of independent angles are products.
std::vector<double> harmonics_of(double first, double second) {
  std::vector<double> harmonics = harmonics_of(std::min(first, second));
  const double larger = std::max(first, second);
  if (!std::isfinite(larger)) return harmonics;
  const auto count = static_cast<double>(harmonics.size());
  const std::vector<double> others =
      larger > count * count ? first_harmonics_of(larger, harmonics.size()) : harmonics_of(larger);
  for (std::size_t j = 0; j < harmonics.size(); ++j) harmonics[j] *= others[j];
  return harmonics;
}

bool nearly_normal(double first, double second) { return std::min(first, second) > normal_start; }

// A sum of angles of large concentrations k as a normal that its fourth cumulant corrects. To the order that
// counts the variance of an angle is 1 / k + 1 / (2 k^2), its fourth cumulant 1 / k^3.
struct NearlyNormal {
  double deviation;
  double correction;  // excess kurtosis / 24

  NearlyNormal(double first, double second) {
    const double a = 1 / first;
    const double b = 1 / second;
    const double variance = a + b + 0.5 * (a * a + b * b);
    deviation = std::sqrt(variance);
    const double p = a / (a + b);
    correction = (p * p * a + (1 - p) * (1 - p) * b) / 24;
  }
  double cdf(double angle) const {
    const double z = angle / deviation;
    return normal_cdf(z - correction * z * (z * z - 3));
  }
  double quantile(double p) const {  // Cornish and Fisher's
    const double z = normal_quantile(p);
    return deviation * (z + correction * z * (z * z - 3));
  }
};

// Of one angle, by the trapezoidal rule: its terms have one sign, and where the density vanishes at
// the ends it has all digits.
double sharp_variance(double concentration) {
  if (!std::isfinite(concentration)) return 0;
  const double step = 0.5 / std::sqrt(concentration);
  double weights = 0.5;
  double squares = 0;
  double weight = 1;
  for (double angle = step; angle < pi && weight > 1e-20; angle += step) {
    const double sine = std::sin(0.5 * angle);
    weight = std::exp(-2 * concentration * sine * sine);
    weights += weight;
    squares += weight * angle * angle;
  }
  return squares / weights;
}

double cdf_from(const std::vector<double>& harmonics, double angle) {
  double sum = 0;
  for (std::size_t j = harmonics.size(); j > 0; --j) {
    const auto order = static_cast<double>(j);
    sum += harmonics[j - 1] * std::sin(order * angle) / order;
  }
  return std::clamp(0.5 + (0.5 * angle + sum) / pi, 0.0, 1.0);
}

// Throws Error{domain} for concentrations that are not above 0.
void check_concentrations(double first, double second) {
  for (const double each : {first, second})
    detail::check_argument(each > 0, "a circular distribution", each, "concentrations above 0");
  detail::check_argument(std::isfinite(std::min(first, second)), "a circular distribution",
                         std::min(first, second), "at least one finite concentration");
}

}  // namespace

double log_bessel_i0_scaled(double x) {
  detail::check_argument(x >= 0, "log_bessel_i0_scaled", x, "a number of at least 0");
  if (x <= 1) return std::log1p(power_excess(x)) - x;
  if (x < asymptotic_start) return std::log(boost::math::cyl_bessel_i(0, x)) - x;
  return std::log1p(asymptotic_excess(x)) - std::log(std::sqrt(2 * pi) * std::sqrt(x));
}

double bessel_ratio(double x) {
  detail::check_argument(x >= 0, "bessel_ratio", x, "a number of at least 0");
  if (x < tiny) return 0.5 * x;
  if (x < normal_start) return harmonics_of(x).front();
  return 1 - 0.5 / x;
}

double inverse_bessel_ratio(double ratio) {
  detail::check_argument(!std::isnan(ratio), "inverse_bessel_ratio", ratio, "a number");
  if (ratio >= 1) return std::numeric_limits<double>::infinity();
  if (!(ratio > 0)) return 0;
  const double rest = 1 - ratio;
  if (rest < near_one) return 0.5 / rest + 0.25 + rest * (0.375 + 0.9375 * rest);
  double x = ratio * (2 - ratio * ratio) / (1 - ratio * ratio);
  for (int step = 0; step < 20; ++step) {
    const double found = bessel_ratio(x);
    const double slope = 1 - found * found - found / x;
    if (!(slope > 0)) return x;
    const double better = std::max(x - (found - ratio) / slope, 0.5 * x);
    if (std::abs(better - x) <= 1e-14 * x) return better;
    x = better;
  }
  return x;
}

double circular_cdf(double first, double second, double angle) {
  check_concentrations(first, second);
  detail::check_argument(!std::isnan(angle), "circular_cdf", angle, "an angle");
  angle = std::clamp(angle, -pi, pi);
  if (nearly_normal(first, second)) return NearlyNormal(first, second).cdf(angle);
  return cdf_from(harmonics_of(first, second), angle);
}

double circular_quantile(double first, double second, double p) {
  check_concentrations(first, second);
  detail::check_argument(p >= 0 && p <= 1, "circular_quantile", p, "a probability from 0 to 1");
  if (p <= 0) return -pi;
  if (p >= 1) return pi;
  if (nearly_normal(first, second))
    return std::clamp(NearlyNormal(first, second).quantile(p), -pi, pi);
  const std::vector<double> harmonics = harmonics_of(first, second);
  const auto fault = [&](double angle) { return cdf_from(harmonics, angle) - p; };
  const double low = fault(-pi);
  const double high = fault(pi);
  if (!(low < 0)) return -pi;
  if (!(high > 0)) return pi;
  std::uintmax_t steps = 100;
  const auto ends = boost::math::tools::toms748_solve(
      fault, -pi, pi, low, high, boost::math::tools::eps_tolerance<double>(50), steps);
  return ends.first + 0.5 * (ends.second - ends.first);
}

double circular_variance(double first, double second) {
  check_concentrations(first, second);
  if (std::min(first, second) > sharp_start) return sharp_variance(first) + sharp_variance(second);
  const std::vector<double> harmonics = harmonics_of(first, second);
  double sum = 0;
  for (std::size_t j = harmonics.size(); j > 0; --j) {
    const auto order = static_cast<double>(j);
    sum += (j % 2 == 0 ? 4 : -4) * harmonics[j - 1] / (order * order);
  }
  return std::max(pi * pi / 3 + sum, 0.0);
}

double unwound(double angle, double middle) {
  const double step = std::remainder(angle - middle, 2 * pi);
  return middle + (step < pi ? step : -pi);
}

}  // namespace credence
