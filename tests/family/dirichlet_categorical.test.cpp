#include <credence/family/dirichlet_categorical.hpp>

#include <doctest/doctest.h>

#include <credence/family/family.hpp>
#include <numeric>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

static_assert(ConjugateFamily<DirichletCategorical>);
static_assert(LevelledStatistics<CategoricalCounts>);

TEST_CASE("five sightings under Dir(1 2 0.5) give the known posterior") {
  const Dirichlet prior{.weights = {1, 2, 0.5}};
  const CategoricalCounts seen{.counts = {2, 0, 3}};
  const Dirichlet after = posterior(prior, seen);

  // Reference: NumPy/SciPy and plain Python agree on the digits shown.
  CHECK(log_evidence(prior, seen) == doctest::Approx(-7.026537814972).epsilon(1e-13));
  const auto mode = DirichletCategorical::maximum_a_posteriori(after).probabilities;
  CHECK(mode == std::vector{2 / 5.5, 1 / 5.5, 2.5 / 5.5});
}

TEST_CASE("smoothed probabilities sum to 1 because every level adds its pseudo-count") {
  // One library divides by n instead of n + K alpha.
  const CategoricalCounts seen{.counts = {3, 0, 1, 6}};
  const auto mean = DirichletCategorical::posterior_mean(
      posterior(expand(Dirichlet::Symmetric{.each = 0.5}, 4), seen));

  CHECK(mean.probabilities[0] == doctest::Approx(3.5 / 12).epsilon(1e-15));
  CHECK(std::accumulate(mean.probabilities.begin(), mean.probabilities.end(), 0.0) ==
        doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE("counts grow with the codes and not with codes of weight 0") {
  CategoricalCounts seen;

  seen.observe(2);
  seen.observe(9, 0);

  CHECK(seen.counts == std::vector<double>{0, 0, 1});
}

TEST_CASE("statistics do not depend on which level was seen first") {
  CategoricalCounts late;
  late.observe(0);
  late.observe(3);
  CategoricalCounts early;
  early.observe(3);
  early.observe(0);

  CHECK(late == early);
}

TEST_CASE("a level in reserve keeps its prior weight and fewer weights than levels are refused") {
  const CategoricalCounts seen{.counts = {2, 1}};

  const Dirichlet after = posterior(Dirichlet{.weights = {1, 1, 1}}, seen);

  CHECK(after.weights == std::vector<double>{3, 2, 1});
  CHECK(log_evidence(Dirichlet{.weights = {1, 1, 1}}, seen) ==
        doctest::Approx(std::log(1.0 / 3 * 2 / 4 * 1 / 5)).epsilon(1e-14));
  CHECK(throws_error([&] { return posterior(Dirichlet{.weights = {1}}, seen); }, ErrorCode::shape,
                     "1 weight for 2 levels"));
  CHECK(throws_error([&] { return log_evidence(Dirichlet{.weights = {1}}, seen); },
                     ErrorCode::shape));
}

TEST_CASE("a level that was never seen is impossible under maximum likelihood") {
  const CategoricalCounts seen{.counts = {3, 0}};

  const Categorical likeliest = DirichletCategorical::maximum_likelihood(seen);

  CHECK(log_density(likeliest, 0) == 0);
  CHECK(log_density(likeliest, 1) == -detail::infinity);
}

TEST_CASE("under Dir(1) maximum a posteriori is maximum likelihood and under Dir(2) adds one") {
  const CategoricalCounts seen{.counts = {3, 0, 4}};
  const auto flat = DirichletCategorical::maximum_a_posteriori(
      posterior(expand(Dirichlet::Symmetric{.each = 1}, 3), seen));
  const auto laplace = DirichletCategorical::maximum_a_posteriori(
      posterior(expand(Dirichlet::Symmetric{.each = 2}, 3), seen));

  CHECK(flat == DirichletCategorical::maximum_likelihood(seen));
  CHECK(laplace.probabilities == std::vector{0.4, 0.1, 0.5});
}

TEST_CASE("the automatic prior is one sighting of each level of the pooled column") {
  CHECK(DirichletCategorical::automatic(Automatic::unit, {.counts = {5, 0, 1}}) ==
        Dirichlet{.weights = {1, 1, 1}});
}

TEST_CASE("a negative code is not accepted") {
  CHECK_FALSE(DirichletCategorical::accepts(missing_code));
  CHECK(DirichletCategorical::accepts(0));
}
