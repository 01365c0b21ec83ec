// Families with one unknown parameter and a constant that is known.
#include <doctest/doctest.h>

#include <cmath>
#include <credence/family/beta_geometric.hpp>
#include <credence/family/families.hpp>
#include <credence/learn/posterior.hpp>
#include <limits>
#include <numbers>
#include <string>

#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

namespace {

template <class Statistics>
Statistics seen_of(std::initializer_list<double> numbers) {
  Statistics result;
  for (const double number : numbers) result.observe(number);
  return result;
}

}  // namespace

TEST_CASE("a normal of known variance has the published posterior and evidence") {
  const NormalMeanPrior prior{.mean = 0.2, .mean_variance = 0.9, .variance = 1.7};
  const auto seen = seen_of<Moments>({1.2, -0.3, 2.1, 0.8});

  CHECK(posterior(prior, seen).mean == doctest::Approx(0.709433962264).epsilon(1e-11));
  CHECK(posterior(prior, seen).mean_variance == doctest::Approx(0.288679245283).epsilon(1e-11));
  CHECK(log_evidence(prior, seen) == doctest::Approx(-6.391343482399).epsilon(1e-12));
}

TEST_CASE("a known variance far below that of the prior leaves that of its mean") {
  const auto seen = seen_of<Moments>({1, 2});
  for (const double variance : {1e-20, 1e-280, 1e-300}) {
    CAPTURE(variance);
    const NormalMeanPrior prior{.mean = 0, .mean_variance = 1e300, .variance = variance};
    CHECK(posterior(prior, seen).mean_variance == testing::relative(variance / 2, 1e-14));
    CHECK(posterior(prior, seen).mean == 1.5);
  }
  // The weight times the variance of the prior is beyond the range of double.
  Moments heavy;
  heavy.observe(1e150, 4e9);
  const NormalMeanPrior wide{.mean = 0, .mean_variance = 1e300, .variance = 1};
  CHECK(posterior(wide, heavy).mean_variance == testing::relative(2.5e-10, 1e-14));
  CHECK(log_evidence(wide, heavy) ==
        testing::relative(-2e9 * std::log(2 * std::numbers::pi) -
                              0.5 * (std::log(4e9) + 300 * std::numbers::ln10) - 0.5,
                          1e-15));
}

TEST_CASE("a normal of known variance is the limit of one whose variance is nearly known") {
  const auto seen = seen_of<Moments>({1.2, -0.3, 2.1, 0.8});
  const double sure = 1e9;
  const NormalInverseGamma nearly{
      .mean = 0.2, .mean_weight = 1.7 / 0.9, .shape = sure, .scale = 1.7 * sure};

  CHECK(log_evidence(nearly, seen) ==
        doctest::Approx(log_evidence(NormalMeanPrior{0.2, 0.9, 1.7}, seen)).epsilon(1e-7));
}

TEST_CASE("a normal of known mean is the limit of one whose mean is nearly known") {
  const auto seen = seen_of<Moments>({1.2, -0.3, 2.1, 0.8});
  const NormalInverseGamma nearly{.mean = 0.5, .mean_weight = 1e9, .shape = 3, .scale = 4};

  CHECK(log_evidence(nearly, seen) ==
        doctest::Approx(log_evidence(NormalVariancePrior{3, 4, 0.5}, seen)).epsilon(1e-7));
}

TEST_CASE("a negative binomial of four successes has the published evidence") {
  const PascalPrior prior{.ones = 2, .zeros = 3, .successes = 4};

  CHECK(log_evidence(prior, seen_of<ValueHistogram>({0, 3, 1})) ==
        doctest::Approx(-6.337268111158).epsilon(1e-12));
}

TEST_CASE("a negative binomial of ever more successes becomes Poisson") {
  const auto seen = seen_of<ValueHistogram>({3, 5, 0, 2, 4});
  const double rate = 2.8;
  for (const double successes : {1e12, 1e15, 1e20, 1e290}) {
    CAPTURE(successes);
    const PascalPrior prior{.ones = 1, .zeros = 1, .successes = successes};
    const Pascal found = BetaNegativeBinomial::maximum_likelihood(prior, seen);
    CHECK(log_density(found, 0) == testing::relative(-rate, 1e-11));
    CHECK(log_density(found, 1) == testing::relative(std::log(rate) - rate, 1e-11));
    CHECK(mean(found) == testing::relative(rate, 1e-14));

    Random random{3};
    double drawn = 0;
    for (int i = 0; i < 10'000; ++i) drawn += draw(found, random);
    // Six standard deviations of the mean.
    CHECK(std::abs(drawn / 10'000 - rate) < 6 * std::sqrt(rate / 10'000));
  }
}

TEST_CASE("a negative binomial of one success is geometric") {
  const PascalPrior prior{.ones = 2, .zeros = 3, .successes = 1};
  const Beta plain{.ones = 2, .zeros = 3};

  CHECK(log_evidence(prior, seen_of<ValueHistogram>({0, 3, 1})) ==
        doctest::Approx(log_evidence(plain, seen_of<TrialTotals>({0, 3, 1}))).epsilon(1e-14));
  for (const double x : {0.0, 1.0, 7.0})
    CHECK(log_density(BetaNegativeBinomial::predictive(prior), x) ==
          doctest::Approx(log_density(BetaGeometric::predictive(plain), x)).epsilon(1e-13));
}

TEST_CASE("a Gamma of known shape 1 is exponential") {
  const GammaRatePrior prior{.shape = 2.5, .rate = 1.5, .known_shape = 1};
  const Gamma plain{.shape = 2.5, .rate = 1.5};

  CHECK(log_evidence(prior, seen_of<GammaTotals>({0.5, 2, 1.1})) ==
        doctest::Approx(-4.274029101100).epsilon(1e-12));
  for (const double x : {0.1, 1.0, 7.0})
    CHECK(log_density(GammaKnownShape::predictive(prior), x) ==
          doctest::Approx(log_density(GammaExponential::predictive(plain), x)).epsilon(1e-13));
}

TEST_CASE("directions of known concentration have the published evidence") {
  const VonMisesPrior prior{.direction = 0.3, .strength = 1.2, .concentration = 2};

  CHECK(log_evidence(prior, seen_of<DirectionTotals>({0.1, 1, -0.4})) ==
        doctest::Approx(-3.897166945052).epsilon(1e-12));
}

TEST_CASE("the mean of directions on both sides of pi is near pi") {
  const auto seen = seen_of<DirectionTotals>({3.1, -3.0, 2.9});
  const VonMises likeliest =
      VonMisesKnownConcentration::maximum_likelihood(VonMisesPrior{.concentration = 2}, seen);

  CHECK(std::abs(likeliest.direction) > 3);
  CHECK(log_density(likeliest, 0.5) ==
        doctest::Approx(log_density(likeliest, 0.5 - 2 * std::numbers::pi)).epsilon(1e-13));
  CHECK(throws_error(
      [] {
        return VonMisesKnownConcentration::maximum_likelihood(VonMisesPrior{}, DirectionTotals{2});
      },
      ErrorCode::undefined, "cancel"));
}

TEST_CASE("an automatic prior finds the constant that the column speaks for") {
  Random random{11};
  ValueHistogram counts;
  GammaTotals spans;
  DirectionTotals winds;
  for (int i = 0; i < 20000; ++i) {
    counts.observe(draw(Pascal{.successes = 2.5, .probability = 0.3}, random));
    spans.observe(draw(Gamma{.shape = 3.5, .rate = 0.2}, random));
    winds.observe(draw(VonMises{.direction = 2, .concentration = 5}, random));
  }

  // Within some five standard errors.
  CHECK(BetaNegativeBinomial::automatic(Automatic::unit, counts).successes ==
        testing::relative(2.5, 0.1));
  CHECK(GammaKnownShape::automatic(Automatic::unit, spans).known_shape ==
        testing::relative(3.5, 0.05));
  CHECK(VonMisesKnownConcentration::automatic(Automatic::unit, winds).concentration ==
        testing::relative(5, 0.05));
  CHECK(VonMisesKnownConcentration::automatic(Automatic::unit, winds).direction ==
        testing::relative(2, 0.01));
}

TEST_CASE("the automatic constant of a Gamma makes its likelihood largest") {
  const auto seen = seen_of<GammaTotals>({0.5, 2, 1.1, 4, 0.9});
  const double shape = GammaKnownShape::automatic(Automatic::unit, seen).known_shape;
  const auto log_likelihood = [&](double k) {
    const double rate = k * seen.n / seen.total;
    return seen.n * (k * std::log(rate) - std::lgamma(k)) + (k - 1) * seen.log_total -
           rate * seen.total;
  };

  CHECK(log_likelihood(shape) >= log_likelihood(shape * 1.001));
  CHECK(log_likelihood(shape) >= log_likelihood(shape / 1.001));
}

TEST_CASE("a column that does not vary speaks for no constant") {
  const auto refuses = [](auto&& automatic) {
    return throws_error(automatic, ErrorCode::undefined);
  };
  CHECK(refuses([] {
    return NormalKnownVariance::automatic(Automatic::unit, seen_of<Moments>({2, 2}));
  }));
  CHECK(refuses([] {
    return NormalKnownMean::automatic(Automatic::unit, seen_of<Moments>({2, 2}));
  }));
  CHECK(refuses([] {
    return BetaNegativeBinomial::automatic(Automatic::unit, seen_of<ValueHistogram>({1, 2}));
  }));
  CHECK(refuses([] {
    return GammaKnownShape::automatic(Automatic::unit, seen_of<GammaTotals>({2, 2}));
  }));
  CHECK(refuses([] {
    return VonMisesKnownConcentration::automatic(Automatic::unit, seen_of<DirectionTotals>({2, 2}));
  }));
}

TEST_CASE("a column that varies by less than its sums hold is not called constant") {
  const auto says_so = [](auto&& automatic) {
    return throws_error(automatic, ErrorCode::undefined, "or differs by less than");
  };
  CHECK(says_so([] {
    return GammaKnownShape::automatic(Automatic::unit, seen_of<GammaTotals>({1e9, 1e9 + 1}));
  }));
  CHECK(says_so([] {
    return VonMisesKnownConcentration::automatic(Automatic::unit,
                                                 seen_of<DirectionTotals>({1, 1 + 1e-9}));
  }));
}

TEST_CASE("what a column lacks is said of what was asked for") {
  const auto refuses = [](auto&& automatic, const std::string& why) {
    return throws_error(automatic, ErrorCode::undefined, why);
  };
  CHECK(refuses(
      [] {
        return VonMisesKnownConcentration::automatic(Automatic::unit, {.n = 2, .sines = 1e-16});
      },
      "the column's directions cancel: prior 'auto' of family 'von_mises' needs"));
  CHECK(refuses(
      [] { return VonMisesKnownConcentration::automatic(VonMisesPrior::Known{2}, {.n = 2}); },
      "the column's directions cancel: what is not given of the prior of family 'von_mises' "
      "needs"));
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(refuses(
      [] { return GammaKnownShape::automatic(Automatic::unit, {.n = 2, .total = infinity}); },
      "the column's mean is beyond the range of double: prior 'auto'"));
  const std::string unseen = "no data was seen in the column: what is not given of the prior";
  CHECK(refuses([] { return GammaKnownShape::automatic(GammaRatePrior::Known{3}, {}); }, unseen));
  CHECK(refuses([] { return NormalKnownVariance::automatic(NormalMeanPrior::Known{4}, {}); },
                unseen));
  CHECK(refuses([] { return NormalKnownMean::automatic(NormalVariancePrior::Known{4}, {}); },
                unseen));
  CHECK(
      refuses([] { return DirichletHistogram::automatic(HistogramPrior::Known{4}, {}); }, unseen));
  CHECK(refuses(
      [] {
        return NormalKnownMean::automatic(NormalVariancePrior::Known{2}, seen_of<Moments>({2, 2}));
      },
      "all values are the known mean: what is not given of the prior"));
}

TEST_CASE("a constant that is given stays, and the rest is found in the column") {
  CHECK(NormalKnownVariance::automatic(NormalMeanPrior::Known{4}, seen_of<Moments>({1, 3})) ==
        NormalMeanPrior{.mean = 2, .mean_variance = 4, .variance = 4});
  CHECK(NormalKnownMean::automatic(NormalVariancePrior::Known{1}, seen_of<Moments>({1, 3})) ==
        NormalVariancePrior{.shape = 0.5, .scale = 1, .mean = 1});
  CHECK(BetaNegativeBinomial::automatic(PascalPrior::Known{3}, ValueHistogram{}) ==
        PascalPrior{.ones = 1, .zeros = 1, .successes = 3});
  CHECK(GammaKnownShape::automatic(GammaRatePrior::Known{3}, seen_of<GammaTotals>({1, 3})) ==
        GammaRatePrior{.shape = 3, .rate = 2, .known_shape = 3});
}

TEST_CASE("a posterior of directions draws around what it has seen") {
  Posterior<VonMisesKnownConcentration> wind{VonMisesPrior{.concentration = 2}};
  for (const double x : {3.1, -3.0, 2.9}) wind.observe(x);
  Random random{3};

  const VonMises drawn = wind.draw(random);

  CHECK(drawn.concentration == 2);
  CHECK(wind.interval(0.9).lower < wind.density().direction);
  CHECK(wind.interval(0.9).upper > wind.density().direction);
}

TEST_CASE("the shape of a gap solves its equation and exists for any gap") {
  for (const double gap : {1e-6, 0.1, 2.9, 3.1, 40.0, 1400.0}) {
    CAPTURE(gap);
    const double shape = detail::shape_of_gap(gap);
    CHECK(std::log(shape) - digamma(shape) == doctest::Approx(gap).epsilon(1e-9));
  }
  // Roots of Stirling's series, 50 digits.
  CHECK(detail::shape_of_gap(9.9e-7) == testing::relative(505050.67171711669, 1e-15));
  CHECK(detail::shape_of_gap(1e-9) == testing::relative(500000000.16666664, 1e-15));
  CHECK(detail::shape_of_gap(1e-12) == testing::relative(500000000000.16667, 1e-15));
  // No data leave such gaps; files may.
  for (const double gap : {1e12, 1e17, 1e154, 1e200, 1.7e308}) {
    CAPTURE(gap);
    CHECK(detail::shape_of_gap(gap) > 0);
    CHECK(detail::shape_of_gap(gap) <= 1.01 / gap);
  }
}
