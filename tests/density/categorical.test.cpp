#include <credence/density/categorical.hpp>

#include <doctest/doctest.h>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

TEST_CASE("a categorical density gives the logarithm of the level's probability") {
  const Categorical d{.probabilities = {0.5, 0.25, 0.25}};

  CHECK(log_density(d, 0) == doctest::Approx(-std::log(2.0)));
  CHECK(log_density(d, 2) == doctest::Approx(-std::log(4.0)));
}

TEST_CASE("a code without probability or beyond the levels is impossible") {
  const Categorical d{.probabilities = {1, 0}};

  CHECK(log_density(d, 1) == -detail::infinity);
  CHECK(log_density(d, 2) == -detail::infinity);
  CHECK(log_density(d, missing_code) == -detail::infinity);
}

TEST_CASE("probabilities that do not sum to 1 are refused") {
  CHECK(throws_error(
      [] {
        check(Categorical{.probabilities = {0.5, 0.6}});
      },
      ErrorCode::domain, "probabilities"));
  CHECK_FALSE(throws_error(
      [] {
        check(Categorical{.probabilities = {0.5, 0.5}});
      },
      ErrorCode::domain));
}
