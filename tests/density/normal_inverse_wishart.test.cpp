#include <credence/density/normal_inverse_wishart.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const NormalInverseWishart prior{
    .means = {170, 65}, .mean_weight = 0.5, .shape = 3, .scales = {50, 40, 80}};

}  // namespace

TEST_CASE("the belief about one column is a NormalInverseGamma of the same density") {
  const NormalInverseWishart one{.means = {170}, .mean_weight = 0.5, .shape = 3, .scales = {50}};
  const NormalInverseGamma alone{.mean = 170, .mean_weight = 0.5, .shape = 3, .scale = 50};

  CHECK(marginal(one, 0) == alone);
  CHECK(marginal(prior, 0) == alone);
  for (const double variance : {3.0, 20.0, 400.0})
    CHECK(log_density(one, {{172}, {variance}}) ==
          doctest::Approx(log_density(alone, {172, variance})).epsilon(1e-14));
  CHECK(mode(one).covariance.front() == doctest::Approx(mode(alone).variance).epsilon(1e-15));
  CHECK(mean(one).covariance.front() == mean(alone).variance);
  CHECK(variance(one).covariance.front() ==
        doctest::Approx(variance(alone).variance).epsilon(1e-15));
  CHECK(variance(one).means.front() == doctest::Approx(variance(alone).mean).epsilon(1e-15));
  CHECK(credible_interval(one, 0.9) ==
        std::vector{credible_interval(alone, 0.9).mean, credible_interval(alone, 0.9).variance});
}

TEST_CASE("the density is that of SciPy's inverse Wishart and multivariate normal") {
  // scipy 1.10.1: invwishart(df=7, scale=2 B).logpdf(S) + multivariate_normal(m, S / 0.5).logpdf(mu)
  // with B = [[50, 40], [40, 80]], S = [[30, 10], [10, 45]], mu = [171, 60].
  CHECK(log_density(prior, {{171, 60}, {30, 10, 45}}) ==
        doctest::Approx(-20.235169482254786).epsilon(1e-13));
}

TEST_CASE("the mean of the matrix exists above shape 1 and its variance above 2") {
  NormalInverseWishart weak = prior;
  CHECK(mean(weak).covariance == std::vector<double>{25, 20, 40});
  weak.shape = 2;
  CHECK(std::isinf(variance(weak).covariance[1]));
  CHECK(variance(weak).means[0] == doctest::Approx(100));
  weak.shape = 1;
  CHECK(throws_error([&] { (void)mean(weak); }, ErrorCode::undefined, "shape"));
  CHECK(throws_error([&] { (void)variance(weak); }, ErrorCode::undefined, "shape"));
}

TEST_CASE("variances of a matrix stay in range where squares of its scales do not") {
  const NormalInverseWishart much{
      .means = {170, 65}, .mean_weight = 1, .shape = 1e100, .scales = {4e100, 2e100, 9e100}};

  // Of a matrix [[4, 2], [2, 9]] with 2e100 degrees of freedom: (s_ij^2 + s_ii s_jj) / 2e100.
  CHECK(variance(much).covariance[0] == relative(1.6e-99, 1e-14));
  CHECK(variance(much).covariance[1] == relative(2e-99, 1e-14));
  CHECK(variance(much).covariance[2] == relative(8.1e-99, 1e-14));
}

TEST_CASE("further means of the same matrix lower its mode by half of each") {
  CHECK(mode(prior).covariance[0] == doctest::Approx(50 / 5.5).epsilon(1e-15));
  CHECK(mode(prior, 2).covariance[0] == doctest::Approx(50 / 6.5).epsilon(1e-15));
}

TEST_CASE("draws of covariances have their means and variances") {
  constexpr int draws = 40000;
  const NormalInverseWishart firm{
      .means = {1, 2, 3}, .mean_weight = 2, .shape = 8, .scales = {5, 2, 4, -1, 0.5, 3}};
  Random random{9};
  std::vector<double> sums(6);
  std::vector<double> squares(6);
  const std::vector<double> expected = mean(firm).covariance;
  for (int i = 0; i < draws; ++i) {
    const auto drawn = draw(firm, random).covariance;
    for (std::size_t k = 0; k < 6; ++k) {
      sums[k] += (drawn[k] - expected[k]) / draws;
      squares[k] += (drawn[k] - expected[k]) * (drawn[k] - expected[k]) / draws;
    }
  }
  for (std::size_t k = 0; k < 6; ++k) {
    CAPTURE(k);
    const double spread = variance(firm).covariance[k];
    CHECK(std::abs(sums[k]) <= 5 * std::sqrt(spread / draws));
    // A variance on the diagonal is inverse gamma of shape 8, whose kurtosis is 11.7: five standard
    // errors.
    CHECK(squares[k] == relative(spread, 5 * std::sqrt(10.7 / draws)));
  }
}

TEST_CASE("a draw of a very weak belief is large and no NaN") {
  const NormalInverseWishart weak{
      .means = {0, 0}, .mean_weight = 1, .shape = 1e-3, .scales = {1, 0.5, 1}};
  Random random{2};
  for (int i = 0; i < 200; ++i)
    for (const double entry : draw(weak, random).covariance) CHECK_FALSE(std::isnan(entry));
  NormalInverseWishart none = weak;
  none.scales = {1, 2, 1};
  CHECK(testing::throws_error([&] { (void)draw(none, random); }, ErrorCode::domain));
}

TEST_CASE("points that are no covariance matrix are impossible") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(log_density(prior, {{170, 65}, {1, 2, 1}}) == -infinity);
  CHECK(log_density(prior, {{170}, {1}}) == -infinity);
  CHECK(log_density(prior, {{170, 65}, {1}}) == -infinity);
}

TEST_CASE("check names what is wrong with a belief about a matrix") {
  check(prior);
  NormalInverseWishart wrong = prior;
  wrong.scales = {1, 2, 1};
  CHECK(throws_error([&] { check(wrong); }, ErrorCode::domain, "'scales' no positive definite"));
  wrong.scales = {1};
  CHECK(throws_error([&] { check(wrong); }, ErrorCode::shape, "'scales' holds 1 entry"));
}
