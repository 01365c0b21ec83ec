#include <credence/density/exponential.hpp>

#include <doctest/doctest.h>

using namespace credence;

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
