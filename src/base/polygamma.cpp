// Differences of psi and its derivative, which keep their digits where both values are nearly
// equal.
#include <credence/base/special.hpp>

#include <array>
#include <cmath>

#include "base/check_argument.hpp"

namespace credence {
namespace {

// From here on eight terms of the series err by less than 4e-18.
constexpr double series_start = 10;

// From here on the first term is all: the others are less than a unit of its last place, and x + step
// may be beyond the largest double.
constexpr double beyond_terms = 1e100;

// (p(u) - p(v)) / (u - v) for the polynomial p with these factors of u, u^2, ...
template <std::size_t n>
double divided_difference(const std::array<double, n>& factors, double u, double v) {
  double quotient = 0;
  double at_v = 0;
  for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor) {
    quotient = at_v + u * quotient;
    at_v = *factor + v * at_v;
  }
  return at_v + u * quotient;
}

// B_2k / 2k and B_2k of Bernoulli's numbers: psi(x) = ln x - 1/2x - sum of the first over x^2k.
constexpr std::array<double, 8> of_digamma{1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                                           1.0 / 132, -691.0 / 32760, 1.0 / 12,  -3617.0 / 8160};
constexpr std::array<double, 8> of_trigamma{1.0 / 6,  -1.0 / 30,     1.0 / 42, -1.0 / 30,
                                            5.0 / 66, -691.0 / 2730, 7.0 / 6,  -3617.0 / 510};

void check_rise(std::string_view function, double x, double step) {
  detail::check_argument(x > 0, function, x, "a number above 0");
  detail::check_argument(step >= 0, function, step, "a step of at least 0");
}

double polynomial(const std::array<double, 8>& factors, double u) {
  double sum = 0;
  for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor)
    sum = (sum + *factor) * u;
  return sum;
}

}  // namespace

double digamma_rise(double x, double step) {
  check_rise("digamma_rise", x, step);
  if (std::isinf(step)) return step;
  if (x > beyond_terms) return std::log1p(step / x);
  double sum = 0;
  for (; x < series_start; x += 1) sum += (step / (x + step)) / x;
  const double end = x + step;
  const double u = 1 / (x * x);
  const double v = 1 / (end * end);
  const double apart = (step / end) * ((x + end) / end) * u;
  return sum + std::log1p(step / x) + 0.5 * (step / end) / x +
         apart * divided_difference(of_digamma, u, v);
}

double trigamma_fall(double x, double step) {
  check_rise("trigamma_fall", x, step);
  if (step == 0) return 0;  // also where no double holds 1 / x^2
  if (std::isinf(step)) return trigamma(x);
  if (x > beyond_terms) return step / 2 / (x / 2 + step / 2) / x;
  double sum = 0;
  for (; x < series_start; x += 1) {
    const double end = x + step;
    sum += (step / end) * ((x + end) / end) / (x * x);
  }
  const double end = x + step;
  const double u = 1 / (x * x);
  const double v = 1 / (end * end);
  const double apart = (step / end) * ((x + end) / end) * u;
  const double first = (step / end) / x;
  return sum + first * (1 + polynomial(of_trigamma, u)) + 0.5 * apart +
         apart * divided_difference(of_trigamma, u, v) / end;
}

double trigamma_excess(double x) {
  detail::check_argument(x > 0, "trigamma_excess", x, "a number above 0");
  double sum = 0;
  for (; x < series_start; x += 1) sum += 1 / (x * x * (x + 1));
  const double u = 1 / (x * x);
  return sum + (0.5 * u + polynomial(of_trigamma, u) / x);
}

}  // namespace credence
