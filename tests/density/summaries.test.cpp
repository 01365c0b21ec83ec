// Mean, variance, distribution and quantile of densities against sums and integrals of the density.
#include <credence/density/gamma.hpp>
#include <credence/density/geometric.hpp>
#include <credence/density/histogram.hpp>
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/multivariate_student_t.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/pascal.hpp>
#include <credence/density/poisson.hpp>

#include <doctest/doctest.h>

#include <boost/math/quadrature/exp_sinh.hpp>
#include <cmath>
#include <limits>

#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using credence::testing::relative;
using credence::testing::throws_error;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Summary {
  double mean = 0;
  double variance = 0;
  double to_five = 0;  // the probability of at most 5
};

// Sums over counts; what lies behind them must not count.
template <class Density>
Summary summed(Density density) {
  Summary found;
  double squares = 0;
  for (double k = 0; k < 20000; ++k) {
    const double probability = density(k);
    found.mean += k * probability;
    squares += k * k * probability;
    if (k <= 5) found.to_five += probability;
  }
  found.variance = squares - found.mean * found.mean;
  return found;
}

template <class D>
Summary summed_counts(const D& d, double exposure) {
  return summed([&](double k) { return std::exp(log_density(d, Count{k, exposure})); });
}

void check_same(const Summary& told, const Summary& found) {
  CHECK(told.mean == doctest::Approx(found.mean).epsilon(1e-11));
  CHECK(told.variance == doctest::Approx(found.variance).epsilon(1e-10));
  CHECK(told.to_five == doctest::Approx(found.to_five).epsilon(1e-12));
}

}  // namespace

TEST_CASE("what a beta negative binomial tells of itself is what its probabilities sum to") {
  const CompoundNegativeBinomial d{.ones = 12, .zeros = 3.5, .successes = 2.25};

  check_same({mean(d), variance(d), cdf(d, 5.5)},
             summed([&](double k) { return std::exp(log_density(d, k)); }));
  CHECK(cdf(d, -0.5) == 0);
  CHECK(cdf(d, infinity) == 1);
  CHECK(support(d).lower == 0);
}

TEST_CASE("a beta negative binomial tells of many failures as fast as of some") {
  const auto told = [](double ones, double zeros, double successes, double x) {
    return cdf(CompoundNegativeBinomial{.ones = ones, .zeros = zeros, .successes = successes}, x);
  };
  // mpmath at 60 digits: sums of x + 1 probabilities, or, with whole ones or zeros, of so many of the
  // mirrored distribution.
  CHECK(told(0.5, 7, 2.5, 20000) == relative(0.96881335567355123191, 1e-14));
  CHECK(told(12.5, 1e5, 30, 1e5) == relative(0.0029492928364059478863, 1e-14));
  CHECK(told(0.5, 7, 2.5, 1e9) == relative(0.99986047591979286143, 1e-14));
  CHECK(told(0.03125, 3, 0.25, 1e300) == relative(0.99999999960996021592, 1e-14));
  CHECK(told(2.5e6, 40, 1e9, 20000) == relative(0.93523437297673635051, 1e-13));
  CHECK(told(0.001953125, 300, 1e6, 1e15) == relative(0.027819644478021396046, 1e-14));
  CHECK(told(40, 2.5e6, 1.5, 30000) == relative(0.18912990595816243431, 1e-14));
}

TEST_CASE("terms and integral of a beta negative binomial meet") {
  const CompoundNegativeBinomial d{.ones = 1.5, .zeros = 40, .successes = 12};

  const double step = std::exp(log_density(d, 1000));
  CHECK(cdf(d, 1000) - cdf(d, 999) == relative(step, 1e-9));
}

TEST_CASE("a beta negative binomial of few pseudo-successes has infinite moments or none") {
  CHECK(mean(CompoundNegativeBinomial{.ones = 1}) == infinity);
  CHECK(variance(CompoundNegativeBinomial{.ones = 2}) == infinity);
  CHECK(throws_error([] { (void)variance(CompoundNegativeBinomial{.ones = 1}); },
                     ErrorCode::undefined, "ones"));
}

TEST_CASE("what a Pascal density tells of itself is what its probabilities sum to") {
  const Pascal d{.successes = 2.5, .probability = 0.3};

  check_same({mean(d), variance(d), cdf(d, 5.5)},
             summed([&](double k) { return std::exp(log_density(d, k)); }));
  CHECK(cdf(d, -1) == 0);
  CHECK(cdf(d, infinity) == 1);
  CHECK(mean(Pascal{.probability = 0}) == infinity);
  CHECK(mean(Pascal{.probability = 1}) == 0);
}

TEST_CASE("what counts over an exposure tell of themselves is what their probabilities sum to") {
  const Poisson poisson{.rate = 1.75};
  const NegativeBinomial negative_binomial{.shape = 2.5, .rate = 0.75};
  const double exposure = 3;

  check_same({mean(poisson, exposure), variance(poisson, exposure), cdf(poisson, {5.5, exposure})},
             summed_counts(poisson, exposure));
  check_same({mean(negative_binomial, exposure), variance(negative_binomial, exposure),
              cdf(negative_binomial, {5.5, exposure})},
             summed_counts(negative_binomial, exposure));
  CHECK(cdf(poisson, {-1, 1}) == 0);
  CHECK(cdf(poisson, {infinity, 1}) == 1);
  CHECK(cdf(negative_binomial, {-1, 1}) == 0);
  CHECK(cdf(negative_binomial, {infinity, 1}) == 1);
}

TEST_CASE("a Poisson density of rate 0 is sure of 0") {
  const Poisson never{.rate = 0};

  CHECK(mean(never) == 0);
  CHECK(variance(never) == 0);
  CHECK(cdf(never, {0, 1}) == 1);
  CHECK(cdf(never, {-0.5, 1}) == 0);
}

TEST_CASE("what a compound gamma tells of itself is what its density integrates to") {
  const CompoundGamma d{.known_shape = 2.5, .shape = 6.25, .scale = 3};
  boost::math::quadrature::exp_sinh<double> integral;
  const auto moment = [&](double power) {
    return integral.integrate(
        [&](double x) { return std::exp(power * std::log(x) + log_density(d, x)); });
  };
  const double above =
      integral.integrate([&](double x) { return std::exp(log_density(d, x)); }, 1.5, infinity);

  CHECK(mean(d) == doctest::Approx(moment(1)).epsilon(1e-10));
  CHECK(variance(d) == doctest::Approx(moment(2) - moment(1) * moment(1)).epsilon(1e-9));
  CHECK(cdf(d, 1.5) == doctest::Approx(1 - above).epsilon(1e-10));
  CHECK(cdf(d, 0) == 0);
  CHECK(cdf(d, infinity) == 1);
  for (const double p : {1e-9, 0.02, 0.5, 0.98, 0.999999})
    CHECK(cdf(d, quantile(d, p)) == doctest::Approx(p).epsilon(1e-12));
}

TEST_CASE("a compound gamma of small shape has infinite moments or none") {
  CHECK(mean(CompoundGamma{.shape = 1}) == infinity);
  CHECK(variance(CompoundGamma{.shape = 2}) == infinity);
  CHECK(throws_error([] { (void)variance(CompoundGamma{.shape = 1}); }, ErrorCode::undefined,
                     "shape"));
}

TEST_CASE("what a histogram tells of itself follows from its bins") {
  const Histogram d{.probabilities = {0.25, 0, 0.75}, .edges = {-2, 1, 2, 10}};

  // Of a number that is uniform between a and b: (a + b) / 2 and (b^3 - a^3) / 3 (b - a).
  const double middle = 0.25 * -0.5 + 0.75 * 6;
  const double squares = 0.25 * (1.0 + 8) / 9 + 0.75 * (1000.0 - 8) / 24;
  CHECK(mean(d) == doctest::Approx(middle).epsilon(1e-15));
  CHECK(variance(d) == doctest::Approx(squares - middle * middle).epsilon(1e-14));
  CHECK(cdf(d, -2) == 0);
  CHECK(cdf(d, -0.5) == 0.125);
  CHECK(cdf(d, 1.5) == 0.25);
  CHECK(cdf(d, 4) == doctest::Approx(0.4375).epsilon(1e-15));
  CHECK(cdf(d, 10) == 1);
  CHECK(quantile(d, 0) == -2);
  CHECK(quantile(d, 0.125) == -0.5);
  CHECK(quantile(d, 0.4375) == doctest::Approx(4).epsilon(1e-15));
  CHECK(quantile(d, 1) == 10);
  CHECK(support(d).lower == -2);
  CHECK(support(d).upper == 10);
}

TEST_CASE("numbers of a joint Student t have the moments of each") {
  const JointStudentT d{.degrees = {5}, .locations = {1, -2}, .scales = {2, 0.5}};

  CHECK(mean(d) == std::vector<double>{1, -2});
  REQUIRE(variance(d).size() == 2);
  CHECK(variance(d)[0] == doctest::Approx(4.0 * 5 / 3).epsilon(1e-15));
  CHECK(variance(d)[1] == doctest::Approx(0.25 * 5 / 3).epsilon(1e-15));
}

TEST_CASE("every count from 0 on is possible under a density of counts") {
  const Interval counts{.lower = 0, .upper = infinity};

  CHECK(support(Poisson{}) == counts);
  CHECK(support(NegativeBinomial{}) == counts);
  CHECK(support(Geometric{}) == counts);
  CHECK(support(CompoundGeometric{}) == counts);
  CHECK(support(Pascal{}) == counts);
}

TEST_CASE(
    "normal numbers on their own and side by side have the mean and variance they are given") {
  CHECK(mean(Normal{.mean = -3, .variance = 4}) == -3);
  CHECK(variance(Normal{.mean = -3, .variance = 4}) == 4);
  const IndependentNormals both{.means = {-3, 5}, .variances = {4, 0.25}};
  CHECK(mean(both) == std::vector<double>{-3, 5});
  CHECK(variance(both) == std::vector<double>{4, 0.25});
}

TEST_CASE("the variance of bins far from 0 is that of the same bins near it") {
  const std::vector<double> probabilities{0.3125, 0.5, 0.1875};
  const Histogram here{.probabilities = probabilities, .edges = {0, 1, 2, 4}};
  const Histogram far{.probabilities = probabilities,
                      .edges = {1e15, 1e15 + 1, 1e15 + 2, 1e15 + 4}};

  // Middles 0.5, 1.5 and 3 with mean 1.46875, and a twelfth of the squares of the widths.
  const double by_hand =
      0.3125 * 0.9384765625 + 0.5 * 0.0009765625 + 0.1875 * 2.3447265625 + 1.5625 / 12;
  CHECK(variance(here) == doctest::Approx(by_hand).epsilon(1e-14));
  CHECK(variance(far) == doctest::Approx(by_hand).epsilon(1e-14));
}
