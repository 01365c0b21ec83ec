// Bessel functions and probabilities of arcs, against digits computed elsewhere.
#include <credence/base/special.hpp>

#include <doctest/doctest.h>
#include <algorithm>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <numbers>

#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using std::numbers::pi;

namespace {

double density(double concentration, double angle) {
  const double half = std::sin(0.5 * angle);
  return std::exp(-2 * concentration * half * half - log_bessel_i0_scaled(concentration)) /
         (2 * pi);
}

template <class F>
double integral(F&& f, double from, double to) {
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(f, from, to, 12, 1e-13);
}

}  // namespace

TEST_CASE("the scaled Bessel function has its known values on both sides of its borders") {
  // mpmath, 25 digits
  CHECK(log_bessel_i0_scaled(0) == 0);
  CHECK(log_bessel_i0_scaled(1e-8) == doctest::Approx(-9.999999975e-9).epsilon(1e-14));
  CHECK(std::abs(log_bessel_i0_scaled(1) - -0.7640856414928213) < 1e-14);
  for (const double border : {1.0, 50.0}) {
    CAPTURE(border);
    const double before = log_bessel_i0_scaled(std::nextafter(border, 0.0));
    const double after = log_bessel_i0_scaled(std::nextafter(border, 1e9));
    CHECK(std::abs(before - after) < 1e-13);
  }
  CHECK(std::isfinite(log_bessel_i0_scaled(1e300)));
}

TEST_CASE("the ratio of Bessel functions is the derivative of their logarithm, and inverted") {
  for (const double x : {1e-3, 0.5, 2.0, 30.0, 400.0, 5e4}) {
    CAPTURE(x);
    const double step = 1e-5 * x;
    const double slope =
        1 + (log_bessel_i0_scaled(x + step) - log_bessel_i0_scaled(x - step)) / (2 * step);
    CHECK(bessel_ratio(x) == doctest::Approx(slope).epsilon(1e-6));
    CHECK(inverse_bessel_ratio(bessel_ratio(x)) == doctest::Approx(x).epsilon(1e-8));
  }
  CHECK(bessel_ratio(1e-310) == 0.5e-310);
  CHECK(inverse_bessel_ratio(0) == 0);
}

TEST_CASE("probabilities of arcs are integrals of the density") {
  for (const double k : {1e-3, 0.7, 4.0, 90.0, 2e4})
    for (const double turn : {-3.0, -0.5, 0.0, 0.8, 3.1}) {
      CAPTURE(k);
      CAPTURE(turn);
      const double deviation = std::min(1.0, 1 / std::sqrt(k));
      const double angle = turn * deviation;
      const double half = integral([&](double t) { return density(k, t); }, 0, angle);
      CHECK(std::abs(circular_cdf(k, INFINITY, angle) - (0.5 + half)) < 1e-12);
    }
}

TEST_CASE("a sum of two angles has the probabilities of their convolution") {
  const double first = 3;
  const double second = 1.5;
  const double angle = 0.9;
  const double expected = integral(
      [&](double t) {
        const double end = std::remainder(angle - t, 2 * pi);
        const double start = std::remainder(-pi - t, 2 * pi);
        const double part =
            circular_cdf(second, INFINITY, end) - circular_cdf(second, INFINITY, start);
        return density(first, t) * (part < 0 ? part + 1 : part);
      },
      -pi, pi);

  CHECK(circular_cdf(first, second, angle) == doctest::Approx(expected).epsilon(1e-8));
  CHECK(circular_cdf(first, second, angle) == circular_cdf(second, first, angle));
}

TEST_CASE("quantiles invert probabilities, and variances are integrals") {
  for (const double k : {1e-3, 0.7, 4.0, 90.0, 2e4, 1e12}) {
    CAPTURE(k);
    for (const double p : {1e-6, 0.2, 0.5, 0.9, 0.999}) {
      CAPTURE(p);
      CHECK(circular_cdf(k, INFINITY, circular_quantile(k, INFINITY, p)) ==
            doctest::Approx(p).epsilon(1e-9));
    }
    if (k > 1e6) continue;
    const double end = std::min(pi, 20 / std::sqrt(k));
    const double expected = 2 * integral([&](double t) { return t * t * density(k, t); }, 0, end);
    CHECK(circular_variance(k) == testing::relative(expected, 1e-12));
  }
  CHECK(circular_quantile(1, INFINITY, 0) == -pi);
  CHECK(circular_quantile(1, INFINITY, 1) == pi);
}

// mpmath 1.3.0: quadrature with 40 digits, of the sum with 22.
TEST_CASE("probabilities keep their digits where angles are nearly normal") {
  const auto near = [](double value) { return testing::relative(value, 1e-14); };

  CHECK(circular_cdf(2e8, INFINITY, 1e-4) == near(0.92135039625865562244));
  CHECK(circular_cdf(2e8, INFINITY, -2e-4) == near(0.0023388675378854738533));
  CHECK(circular_cdf(1e11, INFINITY, 5e-6) == near(0.94307685099625683416));
  CHECK(circular_cdf(2e8, 5e8, 1e-4) == near(0.884001137985354354));
  CHECK(circular_quantile(2e8, INFINITY, 0.92135039625865562244) == near(1e-4));
  CHECK(circular_quantile(2e8, 5e8, 0.884001137985354354) == near(1e-4));
}

// mpmath 1.3.0: quadrature, and Fourier series with 40 digits.
TEST_CASE("variances of angles keep their digits at any concentration") {
  const auto near = [](double value) { return testing::relative(value, 1e-14); };

  CHECK(circular_variance(26) == near(0.039234090690245045834));
  CHECK(circular_variance(100) == near(0.010050550607134905177));
  CHECK(circular_variance(1e5) == near(1.0000050000541675417e-5));
  CHECK(circular_variance(9e7) == near(1.1111111172839506916e-8));
  CHECK(circular_variance(1e9) == near(1.0000000005000000005e-9));
  CHECK(circular_variance(26, 30) == near(0.073144205305108683894));
  CHECK(circular_variance(24.9999, 30) == doctest::Approx(0.074747400781689978964).epsilon(1e-13));
  CHECK(circular_variance(9e7, 1e19) == near(1.1111111172939506916e-8));
}

TEST_CASE("a sum of an angle and a nearly certain one takes the time of the first") {
  const auto near = [](double value) { return doctest::Approx(value).epsilon(2e-15); };

  CHECK(circular_quantile(1e19, 2, 0.9) == near(1.0529816413545338832));
  CHECK(circular_quantile(20, 1e300, 0.9) == near(0.28943727444313674545));
  CHECK(circular_cdf(1e3, 2, 1) == near(0.88940460872325794699));
  CHECK(circular_cdf(3e3, 20, 0.1) == near(0.67100696765493654096));
  CHECK(circular_cdf(2e4, 20, 0.1) == near(0.67145835350256213154));
  CHECK(circular_variance(0.5, 1e19) == near(circular_variance(0.5)));
}

// mpmath 1.3.0, 60 digits.
TEST_CASE("concentrations of nearly equal angles have the digits of their ratio") {
  CHECK(inverse_bessel_ratio(1 - 4e-7) == doctest::Approx(1250000.2499642054195).epsilon(1e-15));
  CHECK(inverse_bessel_ratio(1 - 6e-7) == doctest::Approx(833333.58330959527991).epsilon(1e-15));
  CHECK(inverse_bessel_ratio(1 - 1e-8) == doctest::Approx(49999999.998762041246).epsilon(1e-15));
}

TEST_CASE("sharp circular distributions keep the digits that the header promises") {
  // mpmath, 40 digits: integrals of the density over the angle.
  CHECK(circular_variance(60) == testing::relative(0.016808133281705757865, 1e-14));
  CHECK(circular_variance(2e3) == testing::relative(5.0012506776307886812e-4, 1e-14));
  CHECK(circular_variance(2e4) == testing::relative(5.0001250067713802663e-5, 1e-14));
  CHECK(circular_variance(1e8) == testing::relative(1.0000000050000000542e-8, 1e-14));
  CHECK(circular_variance(60, 2e3) ==
        testing::relative(0.016808133281705757865 + 5.0012506776307886812e-4, 1e-14));
  CHECK(circular_variance(1e8, 60) == circular_variance(60, 1e8));

  const auto near = [](double found, double expected) {
    return std::abs(found - expected) <= 1e-14;
  };
  CHECK(near(circular_cdf(2e4, INFINITY, -0.0021213203435596424), 0.38208931438239001491));
  CHECK(near(circular_cdf(2e4, INFINITY, 0.012020815280171307), 0.95543257527157193582));
  CHECK(near(circular_cdf(1e8, INFINITY, -2.9999999999999997e-05), 0.38208857795835841708));
  CHECK(near(circular_cdf(1e8, INFINITY, 0.00016999999999999999), 0.95543453684907635559));
  CHECK(near(circular_cdf(1e8, INFINITY, 0.0004), 0.99996832875392892268));
  CHECK(near(circular_cdf(1e8, INFINITY, 3), 1));
  CHECK(near(circular_cdf(1e8, INFINITY, -0.01), 0));
  CHECK(near(circular_quantile(1e8, INFINITY, 0.95543453684907635559), 0.00017));
}

TEST_CASE("an angle is unwound to the turn around a middle") {
  CHECK(unwound(7, 0) == doctest::Approx(7 - 2 * pi));
  CHECK(unwound(0.5, 6) == doctest::Approx(0.5 + 2 * pi));
  CHECK(unwound(3, 3) == 3);
}

TEST_CASE("angles of a concentration that is none, and quantiles of no probability, are refused") {
  using credence::ErrorCode;
  using credence::testing::throws_error;

  for (const double none : {0.0, -1.0, std::nan("")}) {
    CAPTURE(none);
    CHECK(throws_error([&] { (void)credence::circular_cdf(none, 1, 0); }, ErrorCode::domain));
    CHECK(
        throws_error([&] { (void)credence::circular_quantile(1, none, 0.5); }, ErrorCode::domain));
    CHECK(throws_error([&] { (void)credence::circular_variance(none); }, ErrorCode::domain));
  }
  for (const double none : {-0.5, 1.5, std::nan("")})
    CHECK(throws_error([&] { (void)credence::circular_quantile(1, 1, none); }, ErrorCode::domain,
                       "a probability from 0 to 1"));
}
