#include <credence/family/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <credence/family/family.hpp>
#include <vector>

#include "support/throws.hpp"

using namespace credence;
using testing::fails_with;
using testing::throws_error;

static_assert(ConjugateFamily<NormalInverseGammaNormal>);

namespace {
Moments seen_in(const std::vector<double>& values) {
  Moments result;
  for (const double x : values) result.observe(x);
  return result;
}
const NormalInverseGamma example{.mean = 0.5, .mean_weight = 2, .shape = 3, .scale = 4};
const Moments four = seen_in({1.2, -0.3, 2.1, 0.8});
}  // namespace

TEST_CASE("four numbers under NIG(0.5 2 3 4) give the known posterior") {
  const NormalInverseGamma after = posterior(example, four);

  // Reference: NumPy/SciPy and plain Python agree on the digits shown.
  CHECK(after.mean == doctest::Approx(0.8).epsilon(1e-15));
  CHECK(after.mean_weight == 6);
  CHECK(after.shape == 5);
  CHECK(after.scale == doctest::Approx(5.62).epsilon(1e-14));
  CHECK(log_evidence(example, four) == doctest::Approx(-6.212928863533).epsilon(1e-13));
  CHECK(log_density(NormalInverseGammaNormal::predictive(after), 1.0) ==
        doctest::Approx(-1.096170849785).epsilon(1e-12));
}

TEST_CASE("the estimates of four numbers under NIG(0.5 2 3 4) are the known ones") {
  const NormalInverseGamma after = posterior(example, four);

  CHECK(NormalInverseGammaNormal::maximum_a_posteriori(after).variance ==
        doctest::Approx(0.864615384615).epsilon(1e-12));
  CHECK(NormalInverseGammaNormal::posterior_mean(after).variance ==
        doctest::Approx(1.405).epsilon(1e-14));
  CHECK(NormalInverseGammaNormal::maximum_likelihood(four).mean ==
        doctest::Approx(0.95).epsilon(1e-15));
  CHECK(NormalInverseGammaNormal::maximum_likelihood(four).variance ==
        doctest::Approx(0.7425).epsilon(1e-14));
}

TEST_CASE("at a mean of a billion the posterior scale stays that of the spread") {
  // One library forms it from raw squares and gets -65535. Spread and prior here are multiples of
  // 1/8, so that the right answer can be worked out: S = 2000 * 1/4, scale = 1 + S / 2.
  const NormalInverseGamma prior{.mean = 1e9, .mean_weight = 1, .shape = 1, .scale = 1};
  Moments seen;
  for (int i = 0; i < 1000; ++i) {
    seen.observe(1e9 - 0.5);
    seen.observe(1e9 + 0.5);
  }

  CHECK(posterior(prior, seen).scale == doctest::Approx(251).epsilon(1e-6));
}

TEST_CASE("prior weight and degrees of freedom grow by the rows of the cell alone") {
  // One library adds the number of all rows to every class.
  const NormalInverseGamma after = posterior(example, four);

  CHECK(NormalInverseGammaNormal::predictive(after).degrees == 2 * (3 + 4 / 2.0));
  CHECK(after.mean_weight == 2 + 4);
}

TEST_CASE("without data or spread there is no maximum likelihood") {
  CHECK(throws_error([] { return NormalInverseGammaNormal::maximum_likelihood({}); },
                     ErrorCode::undefined, "no data"));
  CHECK(throws_error(
      [] {
        return NormalInverseGammaNormal::maximum_likelihood(seen_in({2, 2}));
      },
      ErrorCode::undefined, "equal"));
  CHECK(throws_error([] { return NormalInverseGammaNormal::maximum_likelihood(seen_in({2})); },
                     ErrorCode::undefined, "or use maximum a posteriori or predictive"));
}

TEST_CASE(
    "a single row has a maximum a posteriori and under the automatic prior no mean variance") {
  const NormalInverseGamma prior =
      NormalInverseGammaNormal::automatic(Automatic::unit, seen_in({1, 3}));
  const NormalInverseGamma steady =
      NormalInverseGammaNormal::automatic(Automatic::steady, seen_in({1, 3}));
  const Moments one = seen_in({1});

  CHECK(NormalInverseGammaNormal::maximum_a_posteriori(posterior(prior, one)).variance > 0);
  CHECK(fails_with(
      ErrorCode::undefined,
      "posterior mean of family 'normal' does not exist: it needs a 'shape' above 1, here it is 1; "
      "observe more data, give a stronger prior, such as 'auto3', or use predictive",
      [&] { (void)NormalInverseGammaNormal::posterior_mean(posterior(prior, one)); }));
  CHECK(NormalInverseGammaNormal::posterior_mean(posterior(steady, one)).variance > 0);
}

TEST_CASE("what the lack of data proposes exists without data") {
  const NormalInverseGamma prior =
      NormalInverseGammaNormal::automatic(Automatic::unit, seen_in({1, 3}));

  CHECK(fails_with(ErrorCode::undefined,
                   "maximum likelihood of family 'normal' does not exist: no data was seen; "
                   "observe some, or use predictive",
                   [] { (void)NormalInverseGammaNormal::maximum_likelihood({}); }));
  CHECK(throws_error([&] { return NormalInverseGammaNormal::posterior_mean(prior); },
                     ErrorCode::undefined));
  CHECK(std::isfinite(log_density(NormalInverseGammaNormal::predictive(prior), 2.0)));
}

TEST_CASE("the automatic prior is the column's mean and spread worth one observation") {
  const Moments pooled = seen_in({1, 2, 6});

  CHECK(NormalInverseGammaNormal::automatic(Automatic::unit, pooled) ==
        NormalInverseGamma{.mean = 3, .mean_weight = 1, .shape = 0.5, .scale = 14.0 / 6});
  CHECK(NormalInverseGammaNormal::automatic(Automatic::steady, pooled) ==
        NormalInverseGamma{.mean = 3, .mean_weight = 1, .shape = 1.5, .scale = 14.0 / 6});
}

TEST_CASE("a constant or empty column has no automatic prior") {
  const auto automatic_of = [](const Moments& pooled) {
    return NormalInverseGammaNormal::automatic(Automatic::unit, pooled);
  };
  CHECK(throws_error(
      [&] {
        return automatic_of(seen_in({4, 4}));
      },
      ErrorCode::undefined, "column is constant"));
  CHECK(throws_error([&] { return automatic_of({}); }, ErrorCode::undefined,
                     "no data was seen in the column"));
}

TEST_CASE("rescaling a column under its automatic prior shifts log densities by the scale alone") {
  const std::vector<double> values{1.5, 2.25, -0.5, 8, 3};
  for (const double scale : {1e-10, 3.7, 1e10}) {
    CAPTURE(scale);
    Moments scaled;
    for (const double x : values) scaled.observe(scale * x);
    const Moments plain = seen_in(values);

    const auto prior = NormalInverseGammaNormal::automatic(Automatic::unit, scaled);
    const auto plain_prior = NormalInverseGammaNormal::automatic(Automatic::unit, plain);
    const auto next = NormalInverseGammaNormal::predictive(posterior(prior, scaled));
    const auto plain_next = NormalInverseGammaNormal::predictive(posterior(plain_prior, plain));

    CHECK(log_density(next, scale * 2) ==
          doctest::Approx(log_density(plain_next, 2) - std::log(scale)).epsilon(1e-13));
  }
}

TEST_CASE("like scikit-learn the variance is that of the data plus the floor") {
  const Moments equal = seen_in({2, 2});

  CHECK(NormalInverseGammaNormal::like_scikit_learn(example, equal, 1e-3) ==
        Normal{.mean = 2, .variance = 1e-3});
  CHECK(throws_error(
      [] { return NormalInverseGammaNormal::like_scikit_learn(example, Moments{}, 1e-3); },
      ErrorCode::undefined));
}
