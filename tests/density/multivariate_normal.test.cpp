#include <credence/density/multivariate_normal.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const double missing = std::numeric_limits<double>::quiet_NaN();
const MultivariateNormal sizes{.means = {171, 64}, .covariance = {49, 42, 81}};

}  // namespace

TEST_CASE("a multivariate normal density is that of its first number times the rest given it") {
  // The second number given the first: mean 64 + 42/49 (178 - 171) = 70, variance 81 - 42^2/49 = 45.
  const double expected = log_density(Normal{.mean = 171, .variance = 49}, 178) +
                          log_density(Normal{.mean = 70, .variance = 45}, 73);

  CHECK(log_density(sizes, {178, 73}) == doctest::Approx(expected).epsilon(1e-14));
}

TEST_CASE("a missing number leaves the density that the others have alone") {
  CHECK(log_density(sizes, {178, missing}) ==
        doctest::Approx(log_density(marginal(sizes, 0), 178)).epsilon(1e-15));
  CHECK(log_density(sizes, {missing, 73}) ==
        doctest::Approx(log_density(marginal(sizes, 1), 73)).epsilon(1e-15));
  CHECK(log_density(sizes, {missing, missing}) == 0);
  CHECK(marginal(sizes, std::vector<Index>{1, 0}) ==
        MultivariateNormal{.means = {64, 171}, .covariance = {81, 42, 49}});
}

TEST_CASE("what a multivariate normal is no density of is impossible") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(log_density(sizes, {178}) == -infinity);
  CHECK(log_density(sizes, {178, infinity}) == -infinity);
  CHECK(log_density(sizes, {1e300, -1e300}) == -infinity);
  CHECK_THROWS_AS(
      static_cast<void>(log_density({.means = {0, 0}, .covariance = {1, 1, 1}}, {0, 0})), Error);
}

TEST_CASE("means and variances of a multivariate normal are those of its numbers") {
  CHECK(mean(sizes) == std::vector<double>{171, 64});
  CHECK(variance(sizes) == std::vector<double>{49, 81});
  CHECK(is_joint(sizes));
  CHECK_FALSE(is_joint(MultivariateNormal{.means = {1}, .covariance = {1}}));
}

TEST_CASE("draws of a multivariate normal have its covariance") {
  Random random{4};
  double products = 0;
  constexpr int draws = 40000;
  for (int i = 0; i < draws; ++i) {
    const auto x = draw(sizes, random);
    products += (x[0] - 171) * (x[1] - 64) / draws;
  }
  // Five standard errors of a mean of products: sqrt(49 * 81 + 42^2) / 200.
  CHECK(std::abs(products - 42) <= 5 * std::sqrt(49.0 * 81 + 42.0 * 42) / 200);
}

TEST_CASE("check names what is wrong with a multivariate normal") {
  check(sizes);
  CHECK(throws_error(
      [] {
        check(MultivariateNormal{.means = {1, 2}, .covariance = {1}});
      },
      ErrorCode::shape, "'covariance' holds 1 entry for 2 columns"));
  CHECK(throws_error(
      [] {
        check(MultivariateNormal{.means = {1, 2}, .covariance = {1, 1}});
      },
      ErrorCode::domain, "'covariance' 2 entries, which make no triangle"));
  CHECK(throws_error(
      [] {
        check(MultivariateNormal{.means = {1, 2}, .covariance = {1, 2, 1}});
      },
      ErrorCode::domain, "'covariance' no positive definite matrix"));
}
