#include <credence/density/exponential.hpp>

#include <doctest/doctest.h>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

TEST_CASE("an exponential density falls by its rate") {
  const Exponential d{.rate = 0.5};

  CHECK(log_density(d, 4) == doctest::Approx(-std::log(2.0) - 2).epsilon(1e-15));
  CHECK(log_density(d, 0) == doctest::Approx(-std::log(2.0)).epsilon(1e-15));
  CHECK(log_density(d, -1e-9) == -detail::infinity);
  CHECK(mean(d) == 2);
  CHECK(variance(d) == 4);
}

TEST_CASE("the median waiting time is ln 2 over the rate") {
  const Exponential d{.rate = 0.5};

  CHECK(quantile(d, 0.5) == doctest::Approx(2 * std::log(2.0)).epsilon(1e-15));
  CHECK(cdf(d, 2 * std::log(2.0)) == doctest::Approx(0.5).epsilon(1e-15));
}

TEST_CASE("a Lomax density of shape 2 falls with the cube") {
  const Lomax d{.shape = 2, .scale = 3};

  // 2/3 (1 + 6/3)^-3
  CHECK(log_density(d, 6) == doctest::Approx(std::log(2.0 / 81)).epsilon(1e-14));
  CHECK(cdf(d, 6) == doctest::Approx(8.0 / 9).epsilon(1e-14));
  CHECK(quantile(d, 8.0 / 9) == doctest::Approx(6).epsilon(1e-13));
  CHECK(log_density(d, -1) == -detail::infinity);
  CHECK(std::isfinite(log_density(Lomax{.shape = 2, .scale = 1e-300}, 1e300)));
}

TEST_CASE("the moments of a Lomax density become infinite as its shape falls") {
  CHECK(mean(Lomax{.shape = 3, .scale = 4}) == 2);
  CHECK(variance(Lomax{.shape = 3, .scale = 4}) == 12);
  CHECK(variance(Lomax{.shape = 2, .scale = 4}) == detail::infinity);
  CHECK(mean(Lomax{.shape = 1, .scale = 4}) == detail::infinity);
  CHECK(throws_error([] { return variance(Lomax{.shape = 1}); }, ErrorCode::undefined, "shape"));
}
