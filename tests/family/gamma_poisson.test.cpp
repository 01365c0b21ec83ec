#include <credence/family/gamma_poisson.hpp>

#include <doctest/doctest.h>

#include <credence/family/family.hpp>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

static_assert(ConjugateFamily<GammaPoisson>);

namespace {
CountTotals totals_of(std::initializer_list<Count> counts) {
  CountTotals result;
  for (const Count& count : counts) result.observe(count);
  return result;
}
}  // namespace

TEST_CASE("three counts with exposures under Gamma(2.5 1.5) give the known posterior") {
  const Gamma prior{.shape = 2.5, .rate = 1.5};
  const CountTotals seen = totals_of({{3, 1}, {0, 2}, {5, 0.5}});

  // Reference: NumPy/SciPy and plain Python agree on the digits shown.
  CHECK(posterior(prior, seen) == Gamma{.shape = 10.5, .rate = 5});
  CHECK(log_evidence(prior, seen) == doctest::Approx(-12.274480076167).epsilon(1e-13));
}

TEST_CASE("the predictive over ten units has the variance of ten units") {
  const NegativeBinomial next = GammaPoisson::predictive(Gamma{.shape = 2, .rate = 1});

  CHECK(variance(next, 10) == 220);
}

TEST_CASE("counts of 0 alone have the rate 0 under maximum likelihood and no exposure has none") {
  CHECK(GammaPoisson::maximum_likelihood(totals_of({0, 0})).rate == 0);
  CHECK(throws_error([] { return GammaPoisson::maximum_likelihood({}); }, ErrorCode::undefined,
                     "poisson"));
}

TEST_CASE("the mode of the rate is 0 until the posterior shape exceeds 1") {
  CHECK(GammaPoisson::maximum_a_posteriori(Gamma{.shape = 0.5, .rate = 2}).rate == 0);
  CHECK(GammaPoisson::maximum_a_posteriori(Gamma{.shape = 1, .rate = 2}).rate == 0);
  CHECK(GammaPoisson::maximum_a_posteriori(Gamma{.shape = 3, .rate = 2}).rate == 1);
}

TEST_CASE("the automatic prior is the mean rate over one unit of exposure") {
  CHECK(GammaPoisson::automatic(Automatic::unit, totals_of({1, 4, 7})) ==
        Gamma{.shape = 4, .rate = 1});
  CHECK(GammaPoisson::automatic(Automatic::unit, totals_of({{10, 2}, {0, 2}})) ==
        Gamma{.shape = 2.5, .rate = 1});
  CHECK(throws_error(
      [] {
        return GammaPoisson::automatic(Automatic::unit, totals_of({0, 0}));
      },
      ErrorCode::undefined, "column is constant"));
}

TEST_CASE("counts of 0 that are left alone are statistics that some data leave") {
  CountTotals seen = totals_of({3, 5, 7, 0, 11});

  for (const double count : {3, 5, 7, 11}) seen.forget(count);

  CHECK(seen == totals_of({0}));
  CHECK(seen.contradiction().empty());
}

TEST_CASE("counts of weights that no double holds are taken back one by one") {
  CountTotals seen = totals_of({4});
  for (int i = 0; i < 1000; ++i) seen.observe(3, 0.1);

  for (int i = 0; i < 1000; ++i) seen.forget(3, 0.1);

  CHECK(seen.n == doctest::Approx(1));
  CHECK(seen.total == doctest::Approx(4));
  CHECK(throws_error([&] { seen.forget(4.0, 2); }, ErrorCode::domain, "'count' holds"));
}

TEST_CASE("only whole numbers of at least 0 are counts") {
  CHECK(GammaPoisson::accepts(0));
  CHECK_FALSE(GammaPoisson::accepts(-3));
  CHECK_FALSE(GammaPoisson::accepts(0.5));
  CHECK_FALSE(GammaPoisson::accepts(Count{1, 0}));
}
