#include <credence/density/gamma.hpp>

#include <doctest/doctest.h>

using namespace credence;

TEST_CASE("a Gamma density of shape 2 is x e^-x scaled by its rate") {
  const Gamma d{.shape = 2, .rate = 3};

  CHECK(log_density(d, 0.5) == doctest::Approx(std::log(9 * 0.5) - 1.5).epsilon(1e-14));
  CHECK(mean(d) == doctest::Approx(2.0 / 3).epsilon(1e-15));
  CHECK(variance(d) == doctest::Approx(2.0 / 9).epsilon(1e-15));
  CHECK(log_density(d, -1) == -detail::infinity);
}

TEST_CASE("a Gamma density at 0 is unbounded for a shape below 1 and none above") {
  CHECK(log_density(Gamma{.shape = 0.5}, 0) == detail::infinity);
  CHECK(log_density(Gamma{.shape = 1, .rate = 2}, 0) == doctest::Approx(std::log(2.0)));
  CHECK(log_density(Gamma{.shape = 1.5}, 0) == -detail::infinity);
}

TEST_CASE("quantile and cdf of a Gamma density undo each other") {
  const Gamma d{.shape = 2.5, .rate = 3};

  CHECK(quantile(d, cdf(d, 0.7)) == doctest::Approx(0.7).epsilon(1e-13));
  CHECK(cdf(d, 0) == 0);
}

TEST_CASE("both tails of a compound Gamma density keep their digits") {
  // The largest of 1000 uniform numbers is below 2/3: (2/3)^1000.
  CHECK(cdf(CompoundGamma{.known_shape = 1000, .shape = 1, .scale = 1}, 2) ==
        doctest::Approx(8.104774656527566671e-177).epsilon(1e-13));
  CHECK(cdf(CompoundGamma{.known_shape = 1, .shape = 1000, .scale = 1}, 1e-20) ==
        doctest::Approx(1e-17).epsilon(1e-14));
  // u / (1 - u), where u^1e5 is p. mpmath 1.3.0
  const CompoundGamma d{.known_shape = 1e5, .shape = 1, .scale = 1};
  CHECK(quantile(d, 1e-17) == doctest::Approx(2554.173455580260274).epsilon(1e-14));
  CHECK(cdf(d, quantile(d, 1e-17)) == doctest::Approx(1e-17).epsilon(1e-12));
  CHECK(quantile(d, 0) == 0);
  CHECK(quantile(d, 1) == detail::infinity);
}
