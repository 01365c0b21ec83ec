// Moments of log densities under the posterior, against the evidence of a fraction of a datum.
#include <doctest/doctest.h>

#include <cmath>
#include <credence/family/families.hpp>

#include "support/cumulants.hpp"
#include "support/relative.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// E[f(x)^t] under the posterior is the evidence of x with weight t, so that ln of it generates the
// cumulants of ln f(x). Its derivatives at 0 are taken from forward differences; the evidence is
// tested elsewhere and shares nothing with term_moments.
template <class F>
TermMoments from_evidence(const typename F::Prior& posterior,
                          const typename F::Statistics::value_type& datum, double step) {
  return moments_of_logarithm(step, [&](double t) {
    typename F::Statistics seen;
    seen.observe(datum, t);
    return log_evidence(posterior, seen);
  });
}

template <class F>
void check_moments(const typename F::Prior& posterior,
                   const typename F::Statistics::value_type& datum) {
  static_assert(HasTermMoments<F>);
  const TermMoments moments = F::term_moments(posterior, datum);
  const TermMoments expected = from_evidence<F>(posterior, datum, 0.01);
  CHECK(moments.mean == doctest::Approx(expected.mean).epsilon(1e-7));
  CHECK(moments.variance == doctest::Approx(expected.variance).epsilon(1e-5));
}

// The same moments from draws of the parameters, within 5 standard errors.
template <class F>
void check_draws(const typename F::Prior& posterior,
                 const typename F::Statistics::value_type& datum) {
  constexpr int draws = 100000;
  const TermMoments moments = F::term_moments(posterior, datum);
  Random random{7};
  double sum = 0;
  double squares = 0;
  double fourth = 0;
  for (int i = 0; i < draws; ++i) {
    const double distance =
        log_density(likelihood_at<F>(posterior, draw(posterior, random)), datum) - moments.mean;
    sum += distance;
    squares += distance * distance;
    fourth += distance * distance * distance * distance;
  }
  const double variance = squares / draws;
  CHECK(std::abs(sum / draws) < 5 * std::sqrt(variance / draws));
  CHECK(std::abs(variance - moments.variance) <
        5 * std::sqrt((fourth / draws - variance * variance) / draws));
}

}  // namespace

TEST_CASE(
    "the moments of a term are the derivatives of the log evidence of a fraction of a datum") {
  for (const bool yes : {false, true}) check_moments<BetaBernoulli>({3, 5}, yes);
  for (const double failures : {0.0, 1.0, 4.0}) check_moments<BetaGeometric>({3, 5}, failures);
  for (const Code level : {0, 1, 2}) check_moments<DirichletCategorical>({{1.5, 2, 5}}, level);
  check_moments<DirichletMultinomial>({{1.5, 2, 5}}, {{0, 2}, {2, 3}});
  for (const double x : {0.1, 2.5, 9.0}) check_moments<GammaExponential>({3, 5}, x);
  for (const double count : {0.0, 1.0, 6.0}) check_moments<GammaPoisson>({3, 5}, Count{count, 2});
  for (const double x : {-2.0, 1.0, 2.5, 7.0})
    check_moments<NormalInverseGammaNormal>({1, 2, 3, 4}, x);
  for (const double x : {0.1, 2.5, 30.0})
    check_moments<NormalInverseGammaLogNormal>({1, 2, 3, 4}, x);
}

TEST_CASE(
    "the moments of a term whose constant is known are derivatives of the log evidence, too") {
  for (const double failures : {0.0, 1.0, 4.0})
    check_moments<BetaNegativeBinomial>({.ones = 3, .zeros = 5, .successes = 2.5}, failures);
  for (const double x : {-2.0, 1.0, 2.5, 7.0}) {
    check_moments<NormalKnownVariance>({.mean = 1, .mean_variance = 2, .variance = 3}, x);
    check_moments<NormalKnownMean>({.shape = 3, .scale = 4, .mean = 1}, x);
  }
  for (const double x : {0.1, 2.5, 9.0})
    check_moments<GammaKnownShape>({.shape = 3, .rate = 5, .known_shape = 2.5}, x);
}

TEST_CASE("the moments of a term are those of draws from the posterior") {
  check_draws<BetaBernoulli>({3, 5}, true);
  check_draws<BetaGeometric>({3, 5}, 4);
  check_draws<DirichletCategorical>({{1.5, 2, 5}}, 1);
  check_draws<DirichletMultinomial>({{1.5, 2, 5}}, {{0, 2}, {2, 3}});
  check_draws<GammaExponential>({3, 5}, 2.5);
  check_draws<GammaPoisson>({3, 5}, Count{4, 2});
  check_draws<NormalInverseGammaNormal>({1, 2, 3, 4}, 2.5);
  check_draws<NormalInverseGammaLogNormal>({1, 2, 3, 4}, 2.5);
}

TEST_CASE("the moments of a term whose constant is known are those of draws, too") {
  check_draws<BetaNegativeBinomial>({.ones = 3, .zeros = 5, .successes = 2.5}, 4);
  check_draws<NormalKnownVariance>({.mean = 1, .mean_variance = 2, .variance = 3}, 2.5);
  check_draws<NormalKnownMean>({.shape = 3, .scale = 4, .mean = 1}, 2.5);
  check_draws<GammaKnownShape>({.shape = 3, .rate = 5, .known_shape = 2.5}, 2.5);
}

TEST_CASE("the log density of a normal number has the known mean and variance") {
  // Reference: NumPy/SciPy and plain Python agree on the digits shown.
  const TermMoments moments = NormalInverseGammaNormal::term_moments({0.8, 6, 5, 5.62}, 1);

  CHECK(moments.mean == doctest::Approx(-1.130172458581).epsilon(1e-12));
  CHECK(moments.variance == doctest::Approx(0.071655429464).epsilon(1e-11));
}

TEST_CASE("a term without uncertainty has variance 0 and never less") {
  CHECK(DirichletCategorical::term_moments({{4}}, 0) == TermMoments{.mean = 0, .variance = 0});
  CHECK(DirichletCategorical::term_moments({{1e-200}}, 0) == TermMoments{});
  CHECK(DirichletMultinomial::term_moments({{1, 2}}, {}) == TermMoments{});
  const double spread = NormalInverseGammaNormal::term_moments({0, 1e12, 1e12, 1e12}, 1).variance;
  CHECK(spread >= 0);
  CHECK(spread < 1e-10);
}

// mpmath 1.3.0, 40 digits.
TEST_CASE("the moments of a term keep their digits however much was seen") {
  const auto near = [](double value) { return doctest::Approx(value).epsilon(4e-15); };
  const Beta share{.ones = 1e9, .zeros = 1};

  CHECK(BetaBernoulli::term_moments(share, true).mean == near(-1e-9));
  CHECK(BetaBernoulli::term_moments(share, true).variance == near(1e-18));
  CHECK(DirichletCategorical::term_moments({{1e7, 1}}, 0).variance == near(1e-14));
  CHECK(BetaGeometric::term_moments({1e6, 3e6}, 3).variance == near(5.0000018055555555552e-13));
  CHECK(BetaGeometric::term_moments({1e6, 3e6}, 0).variance == near(7.500004687501640625e-7));
  const PascalPrior trials{.ones = 1e9, .zeros = 3e9, .successes = 2};
  CHECK(BetaNegativeBinomial::term_moments(trials, 7).variance == near(8.3333335524305556314e-11));
}

// Stirling's series, 70 digits.
TEST_CASE("documents whose words come as often as believed keep the digits of their spread") {
  const auto variance = [](std::vector<double> weights, const WordCounts& document) {
    return DirichletMultinomial::term_moments({std::move(weights)}, document).variance;
  };
  const auto near = [](double value) { return testing::relative(value, 1e-13); };

  CHECK(variance({1e9, 3e9}, {{0, 1}, {1, 3}}) == near(5.0000000018055555556e-19));
  CHECK(variance({1e6, 2e6, 5}, {{0, 1}, {1, 2}}) == near(5.4999935277877777629e-12));
  CHECK(variance({1e12, 1e12, 1e12}, {{0, 5}, {1, 5}, {2, 5}}) == near(2.5000000000011111111e-23));
  CHECK(variance({1e7, 1}, {{0, 2}}) == near(4e-14));
  CHECK(DirichletMultinomial::term_moments({{1e7, 1}}, {{0, 2}}).mean == near(-2e-7));
}

TEST_CASE("the spread of a logarithm keeps its digits for any shape") {
  // psi'(shape) - 1 / shape
  const auto near = [](double value) { return doctest::Approx(value).epsilon(4e-15); };

  CHECK(trigamma_excess(0.5) == near(2.9348022005446793094));
  CHECK(trigamma_excess(3) == near(0.061600733514893103139));
  CHECK(trigamma_excess(30) == near(0.00056172702440661088043));
  CHECK(trigamma_excess(1e8) == near(5.0000000166666666667e-17));
  // The square of the distance is what is expected of it, so that this is all that is left.
  CHECK(GammaExponential::term_moments({1e8, 1e8}, 1).variance == near(5.0000000166666666667e-17));
  CHECK(NormalKnownMean::term_moments({.shape = 1e8, .scale = 1e8, .mean = 0}, 1).variance ==
        near(1.2500000041666666667e-17));
}
