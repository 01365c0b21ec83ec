// Cumulative probabilities and quantiles of beta and gamma distributions, far from ordinary ones.
#include <credence/base/special.hpp>

#include <doctest/doctest.h>
#include <cmath>

using namespace credence;

namespace {

constexpr double four_eps = 4 * 0x1p-52;

void check_within(double value, double expected, double allowed) {
  CAPTURE(value);
  CAPTURE(expected);
  CHECK(std::abs(value - expected) <= allowed);
}

// Up to an error of p, and to the spread that neighbouring doubles near the quantile have.
template <class Cdf>
void check_undone(Cdf cdf, double quantile, double p) {
  CAPTURE(p);
  const double below = cdf(std::nextafter(quantile, 0.0));
  const double above = cdf(std::nextafter(quantile, INFINITY));
  CHECK(below <= p * (1 + 1e-8));
  CHECK(above >= p * (1 - 1e-8));
}

}  // namespace

// mpmath 1.3.0, quadrature of the density with 70 digits.
TEST_CASE("probabilities of gamma distributions of enormous weight agree with mpmath") {
  check_within(gamma_cdf(1e11, 1, 1e11), 0.5000004205220870034, four_eps);
  check_within(gamma_cdf(1e14, 1, 1e14), 0.5000000132980760134, four_eps);
  check_within(gamma_cdf(1e20, 1, 1.00000000005e20), 0.6914625874630165376, four_eps);
  check_within(gamma_survival(1e12 + 1, 1, 1e12), 0.5000002659615202676, four_eps);
  check_within(inverse_gamma_cdf(1e10, 3, 2.99995e-10), 0.04778817852907926624, four_eps);
  CHECK(gamma_cdf(1e8, 1, 99940000) == doctest::Approx(9.795213436473597153e-10).epsilon(2e-14));
  CHECK(gamma_survival(1e12, 1, 1000006000000) ==
        doctest::Approx(9.866585325644633624e-10).epsilon(1e-15));
}

TEST_CASE("probabilities of beta distributions of enormous weight agree with mpmath") {
  check_within(beta_cdf(1e18, 1e18, 0.4999999996464466), 0.1586552414901740927, four_eps);
  check_within(beta_cdf(9e9, 1e18, 9.000047353164263e-09), 0.6914633890460534478, four_eps);
  check_within(beta_cdf(2e15, 1e11, 0.999950002341773), 0.1586552879128462146, four_eps);
  CHECK(beta_survival(1e12, 3e8, 0.9997001938493086) ==
        doctest::Approx(9.825043551738121957e-10).epsilon(4e-15));
  // Gamma(3) in the limit
  check_within(beta_cdf(3, 1e20, 4e-20), 0.7618966944464556241, four_eps);
  check_within(beta_survival(1e20, 3, 1 - 0x1p-53), beta_cdf(3, 1e20, 0x1p-53), four_eps);
}

TEST_CASE("equal weights of any size have half the probability on each side of the middle") {
  for (const double weight : {1e-300, 0.5, 5.0, 1e5, 1e9, 1e20, 1e21, 1e24, 1e100, 1e300}) {
    CAPTURE(weight);
    check_within(beta_cdf(weight, weight, 0.5), 0.5, four_eps);
    CHECK(beta_quantile(weight, weight, 0.5) == 0.5);
    CHECK(beta_survival_quantile(weight, weight, 0.5) == 0.5);
  }
}

TEST_CASE("probabilities undo quantiles of weights of any size") {
  for (const double p : {1e-10, 0.05, 0.5, 0.999})
    for (const double a : {0.5, 7.0, 1e5, 1e8, 1e10, 1e13, 1e16, 1e20, 1e24, 1e100}) {
      CAPTURE(a);
      check_undone([&](double x) { return gamma_cdf(a, 2, x); }, gamma_quantile(a, 2, p), p);
      check_undone([&](double x) { return inverse_gamma_cdf(a, 2, x); },
                   inverse_gamma_quantile(a, 2, p), p);
      for (const double b : {0.5, 3.0, 1e8, 1e13, 1e20, 1e24, 1e100}) {
        CAPTURE(b);
        const double x = beta_quantile(a, b, p);
        if (x < 1) check_undone([&](double at) { return beta_cdf(a, b, at); }, x, p);
      }
    }
}

TEST_CASE("both sides of a number have the probability 1 together, for weights of any size") {
  for (const double a : {1e-300, 1e-6, 0.5, 7.0, 1e8, 1e16, 1e24, 1e300}) {
    CAPTURE(a);
    for (const double b : {1e-300, 1e-6, 0.5, 7.0, 1e8, 1e16, 1e24, 1e300})
      for (const double x : {1e-300, 1e-16, 1e-3, 0.5, 0.7, 1 - 1e-10}) {
        CAPTURE(b);
        CAPTURE(x);
        const double below = beta_cdf(a, b, x);
        CHECK(below >= 0);
        CHECK(below <= 1);
        check_within(beta_survival(a, b, x), 1 - below, four_eps);
      }
    for (const double x : {1e-300, 0.5, 1e8, 1e24, 1e300})
      check_within(gamma_survival(a, 1, x), 1 - gamma_cdf(a, 1, x), four_eps);
  }
}

TEST_CASE("quantiles near the ends of the support keep their digits") {
  // Where the density is a power: (p a B(a, b))^(1/a)
  CHECK(beta_quantile(0.5, 3, 1e-10) == doctest::Approx(2.8444444444444444e-21).epsilon(1e-14));
  CHECK(beta_quantile(5, 1e-3, 1e-300) == doctest::Approx(5.4905153066766e-60).epsilon(1e-12));
  CHECK(beta_quantile(2, 5, 1e-300) ==
        doctest::Approx(std::sqrt(1.0 / 15) * 1e-150).epsilon(1e-14));
  CHECK(beta_survival_quantile(3, 1, 1e-200) == 1);
  CHECK(beta_survival_quantile(1, 1e5, 1e-17) ==
        doctest::Approx(-std::expm1(std::log(1e-17) / 1e5)).epsilon(1e-15));
}

TEST_CASE("probabilities above a number do not vanish beside 1") {
  CHECK(beta_survival(1, 50, 0.9) == doctest::Approx(1e-50).epsilon(1e-13));
  CHECK(gamma_survival(1, 2, 200) == doctest::Approx(std::exp(-400.0)).epsilon(1e-14));
  CHECK(gamma_survival(2, 3, -1) == 1);
  CHECK(gamma_survival(2, 3, INFINITY) == 0);
  CHECK(beta_survival(2, 3, -1) == 1);
  CHECK(beta_survival(2, 3, 2) == 0);
  CHECK(beta_survival_quantile(2, 3, 0) == 1);
  CHECK(beta_survival_quantile(2, 3, 1) == 0);
}
