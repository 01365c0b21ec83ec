#include <credence/family/beta_geometric.hpp>

#include <doctest/doctest.h>

#include <credence/family/family.hpp>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

static_assert(ConjugateFamily<BetaGeometric>);

namespace {
TrialTotals totals_of(std::initializer_list<double> failures) {
  TrialTotals result;
  for (const double x : failures) result.observe(x);
  return result;
}
}  // namespace

TEST_CASE("three runs of failures under Beta(2 3) have the known evidence") {
  const Beta prior{.ones = 2, .zeros = 3};
  const TrialTotals seen = totals_of({0, 3, 1});

  // Reference: NumPy/SciPy and plain Python agree on the digits shown.
  CHECK(log_evidence(prior, seen) == doctest::Approx(-5.260096153728).epsilon(1e-13));
  CHECK(posterior(prior, seen) == Beta{.ones = 5, .zeros = 7});
}

TEST_CASE("success on every first trial makes failures impossible under maximum likelihood") {
  const Geometric likeliest = BetaGeometric::maximum_likelihood(totals_of({0, 0}));

  CHECK(likeliest.probability == 1);
  CHECK(log_density(likeliest, 1) == -detail::infinity);
  CHECK(throws_error([] { return BetaGeometric::maximum_likelihood({}); }, ErrorCode::undefined,
                     "geometric"));
}

TEST_CASE("the estimates of the success probability are those of its Beta posterior") {
  const Beta after{.ones = 5, .zeros = 7};

  CHECK(BetaGeometric::maximum_a_posteriori(after).probability == 0.4);
  CHECK(BetaGeometric::posterior_mean(after).probability == 5.0 / 12);
  CHECK(BetaGeometric::predictive(after) == CompoundGeometric{.ones = 5, .zeros = 7});
}

TEST_CASE("the automatic prior of failures is one of each whatever the data") {
  CHECK(BetaGeometric::automatic(Automatic::unit, {}) == Beta{});
}
