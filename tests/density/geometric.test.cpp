#include <credence/density/geometric.hpp>

#include <doctest/doctest.h>
#include <algorithm>
#include <cmath>

#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::relative;
using testing::throws_error;

TEST_CASE("a geometric density counts failures before the first success") {
  const Geometric d{.probability = 0.25};

  CHECK(log_density(d, 0) == doctest::Approx(std::log(0.25)).epsilon(1e-15));
  CHECK(log_density(d, 2) == doctest::Approx(std::log(9.0 / 64)).epsilon(1e-15));
  CHECK(log_density(d, 1.5) == -detail::infinity);
  CHECK(log_density(d, -1) == -detail::infinity);
  CHECK(mean(d) == 3);
  CHECK(variance(d) == 12);
  CHECK(cdf(d, 1) == doctest::Approx(7.0 / 16).epsilon(1e-15));
}

TEST_CASE("certain success leaves no failure and no success leaves nothing possible") {
  Random random{1};

  CHECK(log_density(Geometric{.probability = 1}, 0) == 0);
  CHECK(log_density(Geometric{.probability = 1}, 1) == -detail::infinity);
  CHECK(draw(Geometric{.probability = 1}, random) == 0);
  CHECK(log_density(Geometric{.probability = 0}, 3) == -detail::infinity);
  CHECK(draw(Geometric{.probability = 0}, random) == detail::infinity);
}

TEST_CASE("under a flat belief x failures have the probability 1 over (x + 1)(x + 2)") {
  const CompoundGeometric d;

  for (const double x : {0.0, 1.0, 5.0, 1e6}) {
    CAPTURE(x);
    CHECK(log_density(d, x) == doctest::Approx(-std::log(x + 1) - std::log(x + 2)).epsilon(1e-14));
    CHECK(cdf(d, x) == doctest::Approx(1 - 1 / (x + 2)).epsilon(1e-14));
  }
  CHECK(log_density(d, 0.5) == -detail::infinity);
}

TEST_CASE("the moments of a Beta-geometric density become infinite as successes fall") {
  CHECK(mean(CompoundGeometric{.ones = 3, .zeros = 4}) == 2);
  // a b (a + b - 1) / ((a - 1)^2 (a - 2)) = 3 * 4 * 6 / 4
  CHECK(variance(CompoundGeometric{.ones = 3, .zeros = 4}) == doctest::Approx(18).epsilon(1e-15));
  CHECK(variance(CompoundGeometric{.ones = 2, .zeros = 4}) == detail::infinity);
  CHECK(mean(CompoundGeometric{.ones = 1, .zeros = 4}) == detail::infinity);
  CHECK(throws_error([] { return variance(CompoundGeometric{}); }, ErrorCode::undefined, "ones"));
}

TEST_CASE("failures that nearly never come have their mean and probabilities") {
  // 3 failures in 1e20 trials: 1 - probability is 0 in doubles
  const detail::Share share = detail::share(1e20, 3);
  const Geometric d{.probability = share.probability, .residue = share.residue};

  CHECK(mean(d) == doctest::Approx(3e-20).epsilon(1e-15));
  CHECK(variance(d) == doctest::Approx(3e-20).epsilon(1e-15));
  CHECK(cdf(d, 0) == 1);
  CHECK(cdf(d, -1) == 0);
}

TEST_CASE("infinitely many failures are all that no success leaves possible") {
  CHECK(cdf(Geometric{.probability = 0}, 1e300) == 0);
  CHECK(cdf(Geometric{.probability = 0}, detail::infinity) == 1);
  CHECK(cdf(Geometric{.probability = 1}, detail::infinity) == 1);
  CHECK(cdf(Geometric{.probability = 1}, 0) == 1);
  CHECK(cdf(Geometric{.probability = 0.25}, -detail::infinity) == 0);
}

TEST_CASE("log densities keep their digits beside many pseudo-counts") {
  const auto of = [](double ones, double zeros, double x) {
    return log_density(CompoundGeometric{.ones = ones, .zeros = zeros}, x);
  };
  // mpmath, 60 digits
  CHECK(of(1e9, 5e14, 5e5) == relative(-14.122364377903662, 1e-15));
  CHECK(of(1e9, 5e14, 4e6) == relative(-21.122357353413052, 1e-15));
  CHECK(of(3e8, 1e9, 2) == relative(-1.9910655990361015, 1e-15));
  CHECK(of(5.5, 1e12, 3e11) == relative(-27.631640742730190, 1e-15));
  CHECK(of(1e9, 1e17, 1e8) == relative(-19.420680749452366, 1e-15));
  CHECK(detail::log_run(1e9, 1e9, 1e9) == relative(-523248143.90838888, 1e-15));
  CHECK(detail::log_run(2e7, 3, 4e8) == relative(-9.1335671703131324, 1e-15));
  CHECK(detail::log_run(1e8, 1e-3, 7) == relative(-6.9999997899650092e-11, 1e-15));
  CHECK(detail::log_run(1e300, 1e300, 1e300) == relative(-5.2324814376454784e299, 1e-15));
}

TEST_CASE("the log probability of a run goes on where its formula changes") {
  const double end = std::nextafter(1e7, 0);
  for (const double other : {1e-3, 1.0, 20.0, 1e6, 1e7, 1e9})
    for (const double n : {1.0, 3.0, 1e3, 1e8}) {
      const double size = 1e-15 * (std::min(n, other) * 25 + 1);
      CHECK(std::abs(detail::log_run(1e7, other, n) - detail::log_run(end, other, n)) < size);
    }
}

TEST_CASE("the probability of few failures keeps its digits beside many pseudo-failures") {
  // 1 - Gamma(ones + zeros) Gamma(zeros + n) / (Gamma(zeros) Gamma(ones + zeros + n)), mpmath at 150
  // digits.
  const auto told = [](double ones, double zeros, double x) {
    return cdf(CompoundGeometric{.ones = ones, .zeros = zeros}, x);
  };
  CHECK(told(0.0625, 1e8, 1) == relative(1.2499999925781250752e-9, 1e-15));
  CHECK(told(33, 6e7, 0) == relative(5.4999969750016637491e-7, 1e-15));
  CHECK(told(14054.5, 4e7, 2466) == relative(0.57963518252531429347, 1e-14));
  CHECK(told(2, 1e12, 1e9) == relative(0.001997003996999007982, 1e-14));
}
