// Special functions: Boost.Math under one policy, and log-gamma ratios that keep their digits.
#include <credence/base/special.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>
#include <credence/base/error.hpp>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/check_argument.hpp"
#include "base/nearly_normal.hpp"

namespace credence {
namespace {

using detail::Side;
using detail::Wide;
using Policy = detail::BoostPolicy;
using WideStudentT = boost::math::students_t_distribution<Wide, Policy>;

double narrow(Wide value) { return static_cast<double>(value); }

constexpr double infinity = std::numeric_limits<double>::infinity();

// From here on nine terms of Stirling's series err by less than 2e-19.
constexpr int stirling_start = 10;

// What Stirling's formula leaves out: ln Gamma(x) - ((x - 1/2) ln x - x + ln(2 pi)/2), x >= 10.
// The terms are B_2k / (2k (2k - 1) x^(2k - 1)).
template <class Real>
Real stirling_correction(Real x) {
  static constexpr std::array<Real, 9> terms{
      Real{1} / 12,    Real{-1} / 360,       Real{1} / 1260,
      Real{-1} / 1680, Real{1} / 1188,       Real{-691} / 360360,
      Real{1} / 156,   Real{-3617} / 122400, Real{43867} / 244188,
  };
  const Real inverse = 1 / x;
  const Real square = inverse * inverse;
  Real sum = 0;
  for (auto term = terms.rbegin(); term != terms.rend(); ++term) sum = sum * square + *term;
  return sum * inverse;
}

// ln(Gamma(x + step) / Gamma(x)) for x >= 10: the two leading terms have the same sign.
template <class Real>
Real stirling_ratio(Real x, Real step) {
  const Real end = x + step;
  return (x - Real{0.5}) * std::log1p(step / x) + step * (std::log(end) - 1) +
         (stirling_correction(end) - stirling_correction(x));
}

// The same for x < 10 and a moderate step: Gamma(x + step) / Gamma(x) is the ratio at x + n over
// the product of 1 + step / (x + i), i < n. That product less one, `excess`, is a sum of positive
// terms. The difference of the two logarithms can vanish; long double keeps 8 ulp of it down to
// 1e-2.
Wide shifted_ratio(Wide x, Wide step) {
  Wide excess = 0;
  while (x < stirling_start) {
    const Wide factor = step / x;
    excess += factor + excess * factor;
    x += 1;
  }
  return stirling_ratio(x, step) - std::log1p(excess);
}

// Whether the rounding errors of two terms are small beside their difference.
bool keeps_digits(double first, double second) {
  return std::abs(first - second) >= std::max(std::abs(first), std::abs(second)) / 2;
}

// ln B(a, b), 10 <= a <= b, every large term of the same sign.
double log_beta_large(double a, double b) {
  const double ratio = a / b;
  const double half_log_two_pi = std::log(2 * std::numbers::pi) / 2;
  const double corrections =
      stirling_correction(a) + stirling_correction(b) - stirling_correction(a + b);
  return (a - 0.5) * std::log(ratio / (1 + ratio)) - b * std::log1p(ratio) - std::log(b) / 2 +
         half_log_two_pi + corrections;
}

// ln B(a, b), a <= b, a < 10, where ln Gamma(a) and the ratio nearly cancel.
double log_beta_cancelling(double a, double b) {
  const Wide step = a;
  const Wide ratio = b < stirling_start ? shifted_ratio(b, step) : stirling_ratio(Wide{b}, step);
  return narrow(boost::math::lgamma(step, Policy{}) - ratio);
}

// Throws Error{domain} unless the parameters of a distribution are above 0 and p is a probability.
void check_asked(std::string_view function, std::initializer_list<double> parameters,
                 double p = 0.5) {
  for (const double parameter : parameters)
    detail::check_argument(parameter > 0, function, parameter, "numbers above 0");
  detail::check_argument(p >= 0 && p <= 1, function, p, "a probability from 0 to 1");
}
// The same, and unless x is a number.
void check_asked_at(double x, std::string_view function, std::initializer_list<double> parameters) {
  check_asked(function, parameters);
  detail::check_argument(!std::isnan(x), function, x, "a number");
}

void check_positive(std::string_view function, double x) {
  detail::check_argument(x > 0, function, x, "a number above 0");
}

void check_step(std::string_view function, double x, double step) {
  check_positive(function, x);
  detail::check_argument(step >= 0, function, step, "a step of at least 0");
}

}  // namespace

void detail::no_argument(std::string_view function, double x, std::string_view wanted) {
  throw Error(ErrorCode::domain, fmt::format("{} was given {}; give {}", function, x, wanted));
}

double log_gamma(double x) {
  check_positive("log_gamma", x);
  // Counts are whole, and for those from 15 to 99 Boost copies a table of 2.7 kB at each call.
  static const std::array<double, 100> of_whole = [] {
    std::array<double, 100> values{};
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = boost::math::lgamma(static_cast<double>(k), Policy{});
    return values;
  }();
  if (x < 100 && x == std::floor(x)) return of_whole[static_cast<std::size_t>(x)];
  return boost::math::lgamma(x, Policy{});
}

namespace {

// shifted_ratio, remembered: columns of one prior and words of few tokens ask for few arguments, again
// and again, and it costs some ten divisions in long double.
double remembered_ratio(double x, double step) {
  struct Known {
    double x = 0;  // asked for above 0 only
    double step = 0;
    double ratio = 0;
  };
  constexpr std::size_t places = 256;
  thread_local std::array<Known, places> all{};
  const auto mixed = std::bit_cast<std::uint64_t>(x) * 3 + std::bit_cast<std::uint64_t>(step);
  Known& known = all[(mixed * 0x9E3779B97F4A7C15U) >> 56U];
  if (known.x != x || known.step != step)
    known = {.x = x, .step = step, .ratio = narrow(shifted_ratio(x, step))};
  return known.ratio;
}

}  // namespace

double log_gamma_ratio(double x, double step) {
  check_step("log_gamma_ratio", x, step);
  // So small a step is lost beside x: the slope in its middle keeps its digits.
  if (step > 0 && step < 1e-3 && step < 1e-6 * x && x > 1e-290)
    return step * digamma(x + 0.5 * step);
  if (x >= stirling_start) return stirling_ratio(x, step);
  // ln Gamma(x + step) is then more than thrice |ln Gamma(x)|, so that plain subtraction is safe.
  if ((step >= 32 && x >= 1e-10) || step >= 1000) return log_gamma(x + step) - log_gamma(x);
  return remembered_ratio(x, step);
}

double log_beta(double a, double b) {
  check_positive("log_beta", a);
  check_positive("log_beta", b);
  if (a > b) std::swap(a, b);
  if (a >= stirling_start) return log_beta_large(a, b);
  const double first = log_gamma(a);
  const double ratio = log_gamma_ratio(b, a);
  return keeps_digits(first, ratio) ? first - ratio : log_beta_cancelling(a, b);
}

double x_log_y(double x, double y) {
  detail::check_argument(y >= 0, "x_log_y", y, "a y of at least 0");
  return x == 0 ? 0 : x * std::log(y);
}

double x_log1p_y(double x, double y) {
  detail::check_argument(y >= -1, "x_log1p_y", y, "a y of at least -1");
  return x == 0 ? 0 : x * std::log1p(y);
}

// The largest value is taken out of the sum, not only out of the exponents: what is left goes
// through log1p, so that many negligible terms still count.
double log_sum_exp(std::span<const double> values) {
  if (values.empty()) return -infinity;
  const auto largest = std::max_element(values.begin(), values.end());
  const double top = *largest;
  if (std::isinf(top)) return top;
  double rest = 0;
  for (auto value = values.begin(); value != values.end(); ++value)
    if (value != largest) rest += std::exp(*value - top);
  return top + std::log1p(rest);
}

double digamma(double x) {
  check_positive("digamma", x);
  return boost::math::digamma(x, Policy{});
}

double trigamma(double x) {
  check_positive("trigamma", x);
  return boost::math::trigamma(x, Policy{});
}

namespace {

Side other(Side side) { return side == Side::below ? Side::above : Side::below; }

// Of Gamma(shape, 1).
Wide wide_gamma(Wide shape, Wide x, Side side) {
  if (std::isinf(x)) return side == Side::below ? 1 : 0;
  return side == Side::below ? boost::math::gamma_p(shape, x, Policy{})
                             : boost::math::gamma_q(shape, x, Policy{});
}
Wide wide_gamma_quantile(Wide shape, Wide p, Side side) {
  if (shape >= detail::quantile_expansion_start)
    return detail::nearly_normal_gamma_quantile(shape, p, side);
  return side == Side::below ? boost::math::gamma_p_inv(shape, p, Policy{})
                             : boost::math::gamma_q_inv(shape, p, Policy{});
}

// Whether the first of two pseudo-counts weighs so little that its share is a Gamma number.
bool nearly_gamma(double few, double many) {
  return many >= detail::far_greater * std::max(few, 1.0);
}

Wide wide_beta(double a, double b, double x, Side side) {
  if (std::min(a, b) >= detail::probability_expansion_start)
    return detail::nearly_normal_beta(a, b, x, side);
  const Wide ones = x;
  if (nearly_gamma(a, b)) return wide_gamma(a, b * ones / (1 - ones), side);
  if (nearly_gamma(b, a)) return wide_gamma(b, a * (1 - ones) / ones, other(side));
  const Wide below = boost::math::ibeta(Wide{a}, Wide{b}, ones, Policy{});
  if (side == Side::below) return below;
  return below < 0.5 ? 1 - below : boost::math::ibetac(Wide{a}, Wide{b}, ones, Policy{});
}

double beta_probability(double a, double b, double x, Side side) {
  if (x > 0 && x < 1) return narrow(wide_beta(a, b, x, side));
  return (x <= 0) == (side == Side::below) ? 0 : 1;
}

// Where the density is a power of x, so is the probability below; 1 for what cannot be computed so.
Wide power_quantile(Wide a, Wide b, Wide p) {
  const Wide power = p * a * boost::math::beta(a, b, Policy{});
  return std::isnormal(power) ? std::pow(power, 1 / a) : 1;
}

// For the few arguments at which Boost gives up.
double bisected_beta_quantile(double a, double b, double p, Side side) {
  auto low = std::bit_cast<std::uint64_t>(0.0);
  auto high = std::bit_cast<std::uint64_t>(1.0);
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    const Wide found = wide_beta(a, b, std::bit_cast<double>(middle), side);
    ((side == Side::below ? found < p : found > p) ? low : high) = middle;
  }
  return std::bit_cast<double>(high);
}

double boost_beta_quantile(double a, double b, double p, Side side) {
  constexpr double power_end = 1e-18;  // up to there the rest of the density is 1
  const Wide power = power_quantile(a, b, side == Side::below ? Wide{p} : 1 - Wide{p});
  if (power * (b + 1) < power_end) return narrow(power);
  try {
    return narrow(side == Side::below
                      ? boost::math::ibeta_inv(Wide{a}, Wide{b}, Wide{p}, Policy{})
                      : boost::math::ibetac_inv(Wide{a}, Wide{b}, Wide{p}, Policy{}));
  } catch (const boost::math::evaluation_error&) {  // from within, where no policy reaches
    return bisected_beta_quantile(a, b, p, side);
  }
}

// in  0 < p < 1
double beta_quantile_on(double a, double b, double p, Side side) {
  if (a == b && p == 0.5) return 0.5;
  if (std::min(a, b) >= detail::quantile_expansion_start)
    return std::clamp(narrow(detail::nearly_normal_beta_quantile(a, b, p, side)), 0.0, 1.0);
  if (nearly_gamma(a, b)) {
    const Wide ones = wide_gamma_quantile(a, p, side);
    return narrow(ones / (ones + b));
  }
  if (nearly_gamma(b, a)) {
    const Wide zeros = wide_gamma_quantile(b, p, other(side));
    return narrow(a / (a + zeros));
  }
  return boost_beta_quantile(a, b, p, side);
}

double gamma_probability(double shape, double rate, double x, Side side) {
  if (x <= 0) return side == Side::below ? 0 : 1;
  if (shape < detail::probability_expansion_start)
    return narrow(wide_gamma(shape, Wide{rate} * x, side));
  const Wide excess = std::fma(Wide{rate}, Wide{x}, -Wide{shape}) / shape;
  return narrow(detail::nearly_normal_gamma(shape, excess, side));
}

}  // namespace

double beta_cdf(double a, double b, double x) {
  check_asked_at(x, "beta_cdf", {a, b});
  return beta_probability(a, b, x, Side::below);
}

double beta_survival(double a, double b, double x) {
  check_asked_at(x, "beta_survival", {a, b});
  return beta_probability(a, b, x, Side::above);
}

double beta_quantile(double a, double b, double p) {
  check_asked("beta_quantile", {a, b}, p);
  if (p <= 0) return 0;
  return p >= 1 ? 1 : beta_quantile_on(a, b, p, Side::below);
}

double beta_survival_quantile(double a, double b, double p) {
  check_asked("beta_survival_quantile", {a, b}, p);
  if (p <= 0) return 1;
  return p >= 1 ? 0 : beta_quantile_on(a, b, p, Side::above);
}

double gamma_cdf(double shape, double rate, double x) {
  check_asked_at(x, "gamma_cdf", {shape, rate});
  return gamma_probability(shape, rate, x, Side::below);
}

double gamma_survival(double shape, double rate, double x) {
  check_asked_at(x, "gamma_survival", {shape, rate});
  return gamma_probability(shape, rate, x, Side::above);
}

double gamma_quantile(double shape, double rate, double p) {
  check_asked("gamma_quantile", {shape, rate}, p);
  if (p <= 0) return 0;
  return p >= 1 ? infinity : narrow(wide_gamma_quantile(shape, p, Side::below) / rate);
}

double inverse_gamma_cdf(double shape, double scale, double x) {
  check_asked_at(x, "inverse_gamma_cdf", {shape, scale});
  if (x <= 0) return 0;
  if (std::isinf(x)) return 1;
  if (shape < detail::probability_expansion_start)
    return narrow(wide_gamma(shape, Wide{scale} / x, Side::above));
  const Wide excess = std::fma(Wide{shape}, -Wide{x}, Wide{scale}) / (Wide{shape} * x);
  return narrow(detail::nearly_normal_gamma(shape, excess, Side::above));
}

double inverse_gamma_quantile(double shape, double scale, double p) {
  check_asked("inverse_gamma_quantile", {shape, scale}, p);
  if (p <= 0) return 0;
  return p >= 1 ? infinity : narrow(scale / wide_gamma_quantile(shape, p, Side::above));
}

double student_t_cdf(double degrees, double z) {
  check_asked_at(z, "student_t_cdf", {degrees});
  if (std::isinf(z)) return z > 0 ? 1 : 0;
  return narrow(boost::math::cdf(WideStudentT{degrees}, Wide{z}));
}

double student_t_quantile(double degrees, double p) {
  check_asked("student_t_quantile", {degrees}, p);
  if (p <= 0) return -infinity;
  return p >= 1 ? infinity : narrow(boost::math::quantile(WideStudentT{degrees}, Wide{p}));
}

double normal_cdf(double z) {
  check_asked_at(z, "normal_cdf", {});
  return narrow(boost::math::erfc(-z / std::numbers::sqrt2_v<Wide>, Policy{}) / 2);
}

double normal_quantile(double p) {
  check_asked("normal_quantile", {}, p);
  if (p <= 0) return -infinity;
  if (p >= 1) return infinity;
  return narrow(detail::wide_normal_quantile(p));
}

}  // namespace credence
