#include <credence/density/beta.hpp>

#include <doctest/doctest.h>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

TEST_CASE("a Beta density of 2 and 3 is that of the polynomial 12 x (1 - x)^2") {
  const Beta d{.ones = 2, .zeros = 3};

  CHECK(log_density(d, 0.25) == doctest::Approx(std::log(12 * 0.25 * 0.75 * 0.75)).epsilon(1e-14));
  CHECK(mean(d) == 0.4);
  CHECK(variance(d) == doctest::Approx(0.04).epsilon(1e-15));
  CHECK(cdf(d, 0.5) == doctest::Approx(11.0 / 16).epsilon(1e-14));
  CHECK(quantile(d, 11.0 / 16) == doctest::Approx(0.5).epsilon(1e-13));
}

TEST_CASE("a Beta density ends where probabilities end") {
  const Beta d{.ones = 0.5, .zeros = 2};

  CHECK(log_density(d, -0.1) == -detail::infinity);
  CHECK(log_density(d, 1.1) == -detail::infinity);
  CHECK(log_density(d, 0) == detail::infinity);
  CHECK(log_density(d, 1) == -detail::infinity);
  CHECK(quantile(d, 0) == 0);
  CHECK(quantile(d, 1) == 1);
}

TEST_CASE("the mode of a Beta density lies inside when both pseudo-counts exceed 1") {
  CHECK(mode(Beta{.ones = 5, .zeros = 7}) == 0.4);
}

TEST_CASE("the mode of a Beta density sits at the end where it does not fall") {
  CHECK(mode(Beta{.ones = 0.5, .zeros = 2}) == 0);
  CHECK(mode(Beta{.ones = 1, .zeros = 2}) == 0);
  CHECK(mode(Beta{.ones = 2, .zeros = 1}) == 1);
  CHECK(mode(Beta{.ones = 0.5, .zeros = 1}) == 0);
  CHECK(mode(Beta{.ones = 1, .zeros = 0.5}) == 1);
}

TEST_CASE("a flat Beta density has no mode and one unbounded at both ends has none either") {
  CHECK(
      throws_error([] { return mode(Beta{.ones = 1, .zeros = 1}); }, ErrorCode::undefined, "flat"));
  CHECK(throws_error([] { return mode(Beta{.ones = 0.5, .zeros = 0.25}); }, ErrorCode::undefined,
                     "unbounded"));
}

TEST_CASE("the sequence of a million ones under weak zeros keeps its digits") {
  // B(1e6 + 1, 1e-3) / B(1, 1e-3) = Gamma(1e6 + 1) Gamma(1.001) / Gamma(1e6 + 1.001), which is
  // Gamma(1.001) (1e6)^-0.001 up to 1e-9.
  const double found = detail::log_run(1, 1e-3, 1e6);

  CHECK(std::abs(found - (std::lgamma(1.001) - 1e-3 * std::log(1e6))) < 1e-8);
}
