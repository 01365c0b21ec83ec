#include <credence/density/normal.hpp>

#include <doctest/doctest.h>

using namespace credence;

TEST_CASE("a normal density falls by half a squared deviation") {
  const Normal d{.mean = 3, .variance = 4};

  CHECK(log_density(d, 3) == doctest::Approx(-0.5 * std::log(8 * std::numbers::pi)).epsilon(1e-15));
  CHECK(log_density(d, 7) - log_density(d, 3) == doctest::Approx(-2).epsilon(1e-15));
  CHECK(log_density(d, detail::infinity) == -detail::infinity);
}

TEST_CASE("quantile and cdf of a normal density undo each other") {
  const Normal d{.mean = 3, .variance = 4};

  CHECK(cdf(d, 3) == 0.5);
  CHECK(quantile(d, cdf(d, 4.5)) == doctest::Approx(4.5).epsilon(1e-14));
  CHECK(quantile(d, 1) == detail::infinity);
}
