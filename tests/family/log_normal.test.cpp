#include <credence/family/log_normal.hpp>

#include <doctest/doctest.h>

#include <credence/family/family.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <vector>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

static_assert(ConjugateFamily<NormalInverseGammaLogNormal>);

namespace {
const std::vector<double> values{0.2, 3, 17, 1.5};
const NormalInverseGamma prior{.mean = 0.5, .mean_weight = 2, .shape = 3, .scale = 4};

LogMoments log_moments(double scale = 1) {
  LogMoments seen;
  for (const double x : values) seen.observe(scale * x);
  return seen;
}
}  // namespace

TEST_CASE(
    "the posterior is the normal one of the logarithms and the evidence that of the numbers") {
  Moments logs;
  double sum = 0;
  for (const double x : values) {
    logs.observe(std::log(x));
    sum += std::log(x);
  }

  CHECK(posterior(prior, log_moments()) == posterior(prior, logs));
  CHECK(log_evidence(prior, log_moments()) ==
        doctest::Approx(log_evidence(prior, logs) - sum).epsilon(1e-14));
}

TEST_CASE("measuring in other units moves the evidence by the units alone") {
  // Only a density of the numbers themselves can be compared between families.
  const LogMoments plain = log_moments();
  const LogMoments cents = log_moments(100);

  const auto of_plain = NormalInverseGammaLogNormal::automatic(Automatic::unit, plain);
  const auto of_cents = NormalInverseGammaLogNormal::automatic(Automatic::unit, cents);

  CHECK(log_evidence(of_cents, cents) ==
        doctest::Approx(log_evidence(of_plain, plain) - 4 * std::log(100.0)).epsilon(1e-13));
}

TEST_CASE("zero and negative numbers are not accepted") {
  CHECK(NormalInverseGammaLogNormal::accepts(1e-300));
  CHECK_FALSE(NormalInverseGammaLogNormal::accepts(0));
  CHECK_FALSE(NormalInverseGammaLogNormal::accepts(-1));
}

TEST_CASE("equal numbers leave the log-normal family without maximum likelihood and prior") {
  LogMoments seen;
  seen.observe(3);
  seen.observe(3);

  CHECK(throws_error([&] { return NormalInverseGammaLogNormal::maximum_likelihood(seen); },
                     ErrorCode::undefined, "lognormal"));
  CHECK(throws_error([&] { return NormalInverseGammaLogNormal::automatic(Automatic::unit, seen); },
                     ErrorCode::undefined, "column is constant"));
}
