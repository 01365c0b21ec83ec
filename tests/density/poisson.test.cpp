#include <credence/density/poisson.hpp>

#include <doctest/doctest.h>

using namespace credence;

TEST_CASE("a Poisson density multiplies its rate by the exposure") {
  const Poisson d{.rate = 2};

  // 6^2 e^-6 / 2!
  CHECK(log_density(d, Count{2, 3}) == doctest::Approx(std::log(18.0) - 6).epsilon(1e-15));
  CHECK(log_density(d, -3) == -detail::infinity);
  CHECK(log_density(d, 1.5) == -detail::infinity);
}

TEST_CASE("a Poisson density of rate 0 is a point mass at 0") {
  const Poisson d{.rate = 0};

  CHECK(log_density(d, 0) == 0);
  CHECK(log_density(d, 1) == -detail::infinity);
  CHECK(cdf(d, 0) == 1);
}

TEST_CASE("the cdf of a Poisson density sums its probabilities") {
  const Poisson d{.rate = 2};
  const double sum = std::exp(log_density(d, 0)) + std::exp(log_density(d, 1));

  CHECK(cdf(d, 1) == doctest::Approx(sum).epsilon(1e-14));
  CHECK(cdf(d, 1.9) == cdf(d, 1));
  CHECK(cdf(d, -1) == 0);
  CHECK(cdf(d, detail::infinity) == 1);
}

TEST_CASE("with shape 1 and rate 1 each further event halves the probability") {
  const NegativeBinomial d;

  CHECK(log_density(d, 0) == doctest::Approx(-std::log(2.0)).epsilon(1e-15));
  CHECK(log_density(d, 4) == doctest::Approx(-5 * std::log(2.0)).epsilon(1e-14));
  CHECK(log_density(d, -1) == -detail::infinity);
}

TEST_CASE("over an exposure of 10 the variance counts the shared rate") {
  // A gamma rate of mean 2 and variance 2 over ten units: 20 + 100 * 2 (one known library says 40).
  const NegativeBinomial d{.shape = 2, .rate = 1};

  CHECK(mean(d, 10) == 20);
  CHECK(variance(d, 10) == 220);
}

TEST_CASE("the cdf of a negative binomial density sums its probabilities") {
  const NegativeBinomial d{.shape = 2.5, .rate = 0.75};
  double sum = 0;
  for (int x = 0; x <= 6; ++x) sum += std::exp(log_density(d, Count(x, 2)));

  CHECK(cdf(d, Count{6, 2}) == doctest::Approx(sum).epsilon(1e-13));
}

TEST_CASE("a Poisson density of a rate and an exposure whose product no double holds is a number") {
  CHECK(log_density(Poisson{.rate = 1e200}, Count{3, 1e200}) == -detail::infinity);
  CHECK(log_density(Poisson{.rate = 1e-200}, Count{5, 1e-200}) ==
        doctest::Approx(-2000 * std::log(10.0) - std::log(120.0)).epsilon(1e-14));
  CHECK(log_density(Poisson{.rate = 1e-200}, Count{0, 1e-200}) == 0);
  CHECK(log_density(Poisson{.rate = 0}, Count{5, 1e-200}) == -detail::infinity);
}

// mpmath 1.3.0: sums of probabilities with 70 digits.
TEST_CASE("the cdfs of counts keep their digits in the lower tail and beside large parameters") {
  CHECK(cdf(Poisson{.rate = 100}, 20) == doctest::Approx(1.905558742030011943e-22).epsilon(1e-14));
  CHECK(cdf(Poisson{.rate = 1e12}, 1e12) == doctest::Approx(0.5000002659615203).epsilon(1e-15));
  CHECK(cdf(NegativeBinomial{.shape = 5e6, .rate = 1e6}, 5) ==
        doctest::Approx(0.6159606548330777).epsilon(1e-15));
  CHECK(cdf(NegativeBinomial{.shape = 5e14, .rate = 1e14}, 5) ==
        doctest::Approx(0.6159606548330631).epsilon(1e-15));
}
