// Random numbers: repeatability, extremes, and moments within five standard errors.
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>

#include <doctest/doctest.h>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/split_mix.hpp"

namespace credence {
namespace {

constexpr int draws = 200'000;
constexpr std::uint64_t seed = 20261121;

/// Mean and variance of a sample, with the standard errors that the sample itself suggests.
struct Moments {
  double mean;
  double variance;
  double mean_error;
  double variance_error;
};

Moments moments_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double second = 0;
  double fourth = 0;
  for (const double value : values) {
    const double square = (value - mean) * (value - mean);
    second += square / count;
    fourth += square * square / count;
  }
  return {.mean = mean,
          .variance = second,
          .mean_error = std::sqrt(second / count),
          .variance_error = std::sqrt((fourth - second * second) / count)};
}

template <class Draw>
std::vector<double> sample(Draw draw, int count = draws) {
  Random random{seed};
  std::vector<double> values(static_cast<std::size_t>(count));
  std::generate(values.begin(), values.end(), [&] { return draw(random); });
  return values;
}

// A false alarm once in a million such checks.
void check_moments(const std::vector<double>& values, double mean, double variance) {
  const Moments seen = moments_of(values);
  CHECK(std::abs(seen.mean - mean) <= 5 * seen.mean_error);
  CHECK(std::abs(seen.variance - variance) <= 5 * seen.variance_error);
}

// Kolmogorov's distance between the first 20,000 values and a cumulative probability, times the
// root of their number; beyond 2.3 once in 20,000 samples.
template <class Cdf>
double kolmogorov(std::vector<double> values, Cdf cdf) {
  values.resize(20'000);
  std::sort(values.begin(), values.end());
  const auto count = static_cast<double>(values.size());
  double distance = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double expected = cdf(values[i]);
    const auto below = static_cast<double>(i);
    distance = std::max({distance, expected - below / count, (below + 1) / count - expected});
  }
  return distance * std::sqrt(count);
}

}  // namespace

TEST_CASE("the same seed gives the same draws of every kind") {
  const std::vector<double> weights{0.5, 2, 3};
  const auto tour = [&weights](Random random) {
    std::vector<double> seen = random.dirichlet(weights);
    for (const double value : {random.uniform(), random.normal(), random.log_gamma_variate(0.3),
                               random.gamma(2, 3), random.beta(2, 5), random.poisson(40)})
      seen.push_back(value);
    seen.push_back(static_cast<double>(random.below(1'000'000)));
    seen.push_back(static_cast<double>(random.index(weights)));
    return seen;
  };

  CHECK(tour(Random{7}) == tour(Random{7}));
  CHECK(tour(Random{7}) != tour(Random{8}));
}

TEST_CASE("a copy repeats the draws of its original") {
  Random original{seed};
  (void)original.normal();

  Random copy = original;

  CHECK(copy == original);
  CHECK(copy.gamma(2, 1) == original.gamma(2, 1));
  CHECK(copy == original);
  (void)copy.uniform();
  CHECK(copy != original);
}

// The standard fixes the 10,000th output of mt19937_64 seeded with 5489.
TEST_CASE("uniform is the top 53 bits of the standard's engine") {
  Random random{5489};
  for (int i = 1; i < 10'000; ++i) (void)random.uniform();

  CHECK(random.uniform() == static_cast<double>(9981545732273789042U >> 11) * 0x1p-53);
}

TEST_CASE("uniform draws are uniform and stay below 1") {
  const auto values = sample([](Random& random) { return random.uniform(); });

  CHECK(*std::max_element(values.begin(), values.end()) < 1);
  CHECK(*std::min_element(values.begin(), values.end()) >= 0);
  CHECK(kolmogorov(values, [](double x) { return x; }) < 2.3);
}

TEST_CASE("whole numbers below a bound are equally likely") {
  std::vector<double> counts(6);
  Random random{seed};
  for (int i = 0; i < 60'000; ++i) counts.at(random.below(6)) += 1;

  const double deviation = 5 * std::sqrt(10'000 * 5.0 / 6);
  for (const double count : counts) CHECK(std::abs(count - 10'000) <= deviation);
  CHECK(Random{1}.below(1) == 0);
}

TEST_CASE("normal draws follow the normal distribution") {
  const auto values = sample([](Random& random) { return random.normal(); });

  check_moments(values, 0, 1);
  CHECK(kolmogorov(values, normal_cdf) < 2.3);
}

TEST_CASE("gamma draws follow the gamma distribution for small and large shapes") {
  for (const double shape : {0.05, 0.5, 1.0, 1.5, 30.0, 1e6}) {
    CAPTURE(shape);
    const auto values = sample([shape](Random& random) { return random.gamma(shape, 4); });

    check_moments(values, shape / 4, shape / 16);
    CHECK(kolmogorov(values, [shape](double x) { return gamma_cdf(shape, 4, x); }) < 2.3);
  }
}

TEST_CASE("log gamma variates have the mean digamma and the variance trigamma") {
  for (const double shape : {1e-5, 0.2, 1.0, 7.0, 1e9, 1e11, 1e14}) {
    CAPTURE(shape);
    const auto values = sample([shape](Random& random) { return random.log_gamma_variate(shape); });

    check_moments(values, digamma(shape), trigamma(shape));
  }
}

TEST_CASE("log gamma variates of the smallest and largest shapes are finite") {
  Random random{seed};
  for (const double shape : {5e-324, 1e-308, 1e-300, 1e-3, 1e20, 1e300})
    for (int i = 0; i < 1000; ++i) {
      const double value = random.log_gamma_variate(shape);
      CAPTURE(shape);
      CAPTURE(value);
      CHECK(std::isfinite(value));
    }
}

TEST_CASE("beta draws follow the beta distribution") {
  for (const double a : {0.1, 2.0, 500.0}) {
    CAPTURE(a);
    const auto values = sample([a](Random& random) { return random.beta(a, 3); });

    check_moments(values, a / (a + 3), 3 * a / ((a + 3) * (a + 3) * (a + 4)));
    CHECK(kolmogorov(values, [a](double x) { return beta_cdf(a, 3, x); }) < 2.3);
  }
}

TEST_CASE("beta draws of tiny parameters are probabilities with the right mean") {
  const auto values = sample([](Random& random) { return random.beta(1e-300, 3e-300); }, 20'000);

  const bool all_extreme = std::all_of(values.begin(), values.end(),
                                       [](double value) { return value == 0 || value == 1; });
  CHECK(all_extreme);
  check_moments(values, 0.25, 0.1875);
}

TEST_CASE("dirichlet draws are points of the simplex with the means of their weights") {
  const std::vector<double> weights{0.01, 2, 3.99};
  Random random{seed};
  std::vector<std::vector<double>> shares(3);
  for (int i = 0; i < 50'000; ++i) {
    const std::vector<double> point = random.dirichlet(weights);
    CHECK(std::abs(point[0] + point[1] + point[2] - 1) <= 1e-15);
    for (std::size_t k = 0; k < 3; ++k) shares[k].push_back(point[k]);
  }

  for (std::size_t k = 0; k < 3; ++k)
    check_moments(shares[k], weights[k] / 6, weights[k] * (6 - weights[k]) / (36 * 7));
}

TEST_CASE("dirichlet draws of tiny weights sum to 1 and hold no NaN") {
  const std::vector<double> weights{5e-324, 1e-300, 1e-308, 1e-305};
  Random random{seed};
  for (int i = 0; i < 1000; ++i) {
    const std::vector<double> point = random.dirichlet(weights);
    CHECK(std::accumulate(point.begin(), point.end(), 0.0) == doctest::Approx(1).epsilon(1e-15));
  }
  CHECK(random.dirichlet({}).empty());
}

TEST_CASE("poisson draws have the mean and variance of their rate") {
  for (const double mean : {0.3, 4.0, 60.0, 1e6, 3e9}) {
    CAPTURE(mean);
    const auto values = sample([mean](Random& random) { return random.poisson(mean); });

    check_moments(values, mean, mean);
    const bool whole = std::all_of(values.begin(), values.end(), [](double value) {
      return value >= 0 && value == std::floor(value);
    });
    CHECK(whole);
  }
  CHECK(Random{1}.poisson(0) == 0);
}

TEST_CASE("a position of probability 0 is never drawn and the others as often as they should") {
  const std::vector<double> probabilities{0, 0.1, 0, 0.3, 0};
  std::vector<double> counts(5);
  Random random{seed};
  for (int i = 0; i < 40'000; ++i) counts[random.index(probabilities)] += 1;

  CHECK(counts[0] + counts[2] + counts[4] == 0);
  CHECK(std::abs(counts[1] - 10'000) <= 5 * std::sqrt(40'000 * 0.25 * 0.75));
}

TEST_CASE("every order of three values is equally likely after a shuffle") {
  std::vector<double> counts(27);
  Random random{seed};
  for (int i = 0; i < 60'000; ++i) {
    std::vector<std::int64_t> values{0, 1, 2};
    random.shuffle(values);
    counts.at(static_cast<std::size_t>(values[0] * 9 + values[1] * 3 + values[2])) += 1;
  }

  const double deviation = 5 * std::sqrt(10'000 * 5.0 / 6);
  for (const std::size_t order : {5U, 7U, 11U, 15U, 19U, 21U})
    CHECK(std::abs(counts[order] - 10'000) <= deviation);
}

TEST_CASE("SplitMix64 gives the published numbers, and any number below a bound equally often") {
  SplitMix64 published{1234567};
  for (const std::uint64_t bits : {6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                                   4593380528125082431U, 16408922859458223821U})
    CHECK(published() == bits);
  CHECK(mixed(1234567) == 6457827717110365317U);

  std::vector<double> counts(6);
  SplitMix64 random{seed};
  for (int i = 0; i < 60'000; ++i) counts.at(static_cast<std::size_t>(random.below(6))) += 1;
  for (const double count : counts)
    CHECK(std::abs(count - 10'000) <= 5 * std::sqrt(10'000 * 5.0 / 6));
}

}  // namespace credence
