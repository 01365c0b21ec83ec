#include <credence/family/gamma_exponential.hpp>

#include <doctest/doctest.h>

#include <credence/family/family.hpp>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

static_assert(ConjugateFamily<GammaExponential>);

namespace {
WaitingTotals totals_of(std::initializer_list<double> times) {
  WaitingTotals result;
  for (const double time : times) result.observe(time);
  return result;
}
}  // namespace

TEST_CASE("three waiting times under Gamma(2.5 1.5) have the known evidence") {
  const Gamma prior{.shape = 2.5, .rate = 1.5};
  const WaitingTotals seen = totals_of({0.5, 2, 1.1});

  // Reference: NumPy/SciPy and plain Python agree on the digits shown.
  CHECK(log_evidence(prior, seen) == doctest::Approx(-4.274029101100).epsilon(1e-13));
  CHECK(posterior(prior, seen).shape == 5.5);
  CHECK(posterior(prior, seen).rate == doctest::Approx(5.1).epsilon(1e-15));
}

TEST_CASE("waiting times that are all 0 have no maximum likelihood") {
  CHECK(throws_error(
      [] {
        return GammaExponential::maximum_likelihood(totals_of({0, 0}));
      },
      ErrorCode::undefined, "all values seen are 0"));
  CHECK(throws_error([] { return GammaExponential::maximum_likelihood({}); }, ErrorCode::undefined,
                     "no data"));
  CHECK(GammaExponential::maximum_likelihood(totals_of({1, 3})).rate == 0.5);
}

TEST_CASE("the mode of the rate exists once the posterior shape exceeds 1") {
  CHECK(GammaExponential::maximum_a_posteriori(Gamma{.shape = 3, .rate = 4}).rate == 0.5);
  CHECK(throws_error([] { return GammaExponential::maximum_a_posteriori(Gamma{.shape = 1}); },
                     ErrorCode::undefined, "shape is 1"));
}

TEST_CASE("the automatic prior is one waiting time of the column's mean") {
  CHECK(GammaExponential::automatic(Automatic::unit, totals_of({1, 2, 6})) ==
        Gamma{.shape = 1, .rate = 3});
  CHECK(throws_error([] { return GammaExponential::automatic(Automatic::unit, totals_of({0})); },
                     ErrorCode::undefined, "column is constant"));
}

TEST_CASE("rescaling waiting times under their automatic prior shifts log densities alone") {
  const WaitingTotals plain = totals_of({1, 2, 6});
  const WaitingTotals scaled = totals_of({1000, 2000, 6000});
  const auto next = [](const WaitingTotals& seen) {
    return GammaExponential::predictive(
        posterior(GammaExponential::automatic(Automatic::unit, seen), seen));
  };

  CHECK(log_density(next(scaled), 4000) ==
        doctest::Approx(log_density(next(plain), 4) - std::log(1000.0)).epsilon(1e-14));
}

TEST_CASE("taking back many waiting times one by one is not mistaken for a fault") {
  WaitingTotals seen;
  for (int i = 1; i <= 1000; ++i) seen.observe(0.1 * i);

  for (int i = 1000; i >= 2; --i) seen.forget(0.1 * i);

  CHECK(seen.n == 1);
  CHECK(seen.total == doctest::Approx(0.1).epsilon(1e-6));
}

TEST_CASE("a negative waiting time is not accepted and 0 is") {
  CHECK(GammaExponential::accepts(0));
  CHECK_FALSE(GammaExponential::accepts(-1e-9));
}
