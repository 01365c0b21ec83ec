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
