#include <credence/density/bernoulli.hpp>

#include <doctest/doctest.h>

#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

TEST_CASE("a Bernoulli density of a third gives ln(1/3) and ln(2/3)") {
  const Bernoulli d{.probability = 1.0 / 3};

  CHECK(log_density(d, true) == doctest::Approx(-std::log(3.0)).epsilon(1e-15));
  CHECK(log_density(d, false) == doctest::Approx(std::log(2.0 / 3)).epsilon(1e-15));
  CHECK(mean(d) == 1.0 / 3);
  CHECK(variance(d) == doctest::Approx(2.0 / 9).epsilon(1e-15));
}

TEST_CASE("a certain answer makes the other impossible") {
  CHECK(log_density(Bernoulli{.probability = 1}, false) == -detail::infinity);
  CHECK(log_density(Bernoulli{.probability = 0}, true) == -detail::infinity);
  CHECK(log_density(Bernoulli{.probability = 1}, true) == 0);
}

TEST_CASE("the residue keeps the digits of a rare no") {
  const detail::Share share = detail::share(1e12, 1);
  const Bernoulli exact{.probability = share.probability, .residue = share.residue};
  const Bernoulli rounded{.probability = share.probability};

  // ln(1 / (1e12 + 1))
  const double expected = -std::log1p(1e12);

  CHECK(std::abs(log_density(exact, false) - expected) < 1e-14);
  CHECK(std::abs(log_density(rounded, false) - expected) > 1e-7);
  CHECK(variance(exact) == testing::relative(1e12 / (1e12 + 1) / (1e12 + 1), 1e-15));
}

TEST_CASE("a probability above 1 is refused by name") {
  CHECK(
      throws_error([] { check(Bernoulli{.probability = 1.5}); }, ErrorCode::domain, "probability"));
  CHECK(throws_error([] { check(Bernoulli{.probability = 1.5}); }, ErrorCode::domain, "1.5"));
}
