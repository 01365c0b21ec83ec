#include <credence/density/geometric.hpp>

#include <doctest/doctest.h>

using namespace credence;

TEST_CASE("a geometric density counts failures before the first success") {
  const Geometric d{.probability = 0.25};

  CHECK(log_density(d, 0) == doctest::Approx(std::log(0.25)).epsilon(1e-15));
  CHECK(log_density(d, 2) == doctest::Approx(std::log(9.0 / 64)).epsilon(1e-15));
  CHECK(log_density(d, 1.5) == -detail::infinity);
  CHECK(log_density(d, -1) == -detail::infinity);
  CHECK(mean(d) == 3);
  CHECK(variance(d) == 12);
  CHECK(cdf(d, 1) == doctest::Approx(7.0 / 16).epsilon(1e-15));
}

TEST_CASE("certain success leaves no failure and no success leaves nothing possible") {
  Random random{1};

  CHECK(log_density(Geometric{.probability = 1}, 0) == 0);
  CHECK(log_density(Geometric{.probability = 1}, 1) == -detail::infinity);
  CHECK(draw(Geometric{.probability = 1}, random) == 0);
  CHECK(log_density(Geometric{.probability = 0}, 3) == -detail::infinity);
  CHECK(draw(Geometric{.probability = 0}, random) == detail::infinity);
}
