#include <credence/density/tied_normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {
const TiedNormalInverseGamma shared{
    .means = {1, -2}, .mean_weights = {2, 0.5}, .shapes = {3}, .scales = {4, 100}};
}  // namespace

TEST_CASE("variances that do not stand in the ratio of the scales are impossible") {
  CHECK(std::isfinite(log_density(shared, {{0, 0}, {1, 25}})));
  CHECK(log_density(shared, {{0, 0}, {1, 26}}) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("one spread counts once in the density") {
  const double found = log_density(shared, {{0.5, -1}, {1, 25}});
  const double first = log_density(marginal(shared, 0), {0.5, 1});
  const double second = log_density(Normal{.mean = -2, .variance = 25 / 0.5}, -1);

  CHECK(found == doctest::Approx(first + second).epsilon(1e-14));
}

TEST_CASE("draws that share a spread keep the ratio of the scales and have the stated mean") {
  Random random{20261121};
  double sum = 0;
  constexpr int draws = 40000;
  for (int i = 0; i < draws; ++i) {
    const MeansVariances at = draw(shared, random);
    REQUIRE(at.variances[1] == doctest::Approx(25 * at.variances[0]).epsilon(1e-12));
    sum += at.variances[0];
  }

  // Five standard errors; the variance of the first variance is 4.
  CHECK(std::abs(sum / draws - mean(shared).variances[0]) <= 5 * 2 / std::sqrt(draws));
}

TEST_CASE("no small step along the shared spread raises the density at the mode") {
  const MeansVariances top = mode(shared);
  for (const double by : {-1e-3, 1e-3}) {
    MeansVariances near = top;
    for (double& variance : near.variances) variance *= 1 + by;
    CHECK(log_density(shared, near) < log_density(shared, top));
  }
}

TEST_CASE("the mode with means elsewhere is narrower") {
  CHECK(mode(shared).variances[0] == doctest::Approx(4.0 / 5).epsilon(1e-15));
  CHECK(mode(shared, 2).variances[0] == doctest::Approx(4.0 / 6).epsilon(1e-15));
}

TEST_CASE("shapes that fit neither one spread nor each column are refused") {
  TiedNormalInverseGamma wrong = shared;
  wrong.shapes = {1, 2, 3};

  CHECK(throws_error([&] { check(wrong); }, ErrorCode::shape, "'shapes' and 'means'"));
}
