#include <credence/learn/posterior.hpp>

#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <credence/density/normal.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/detail/family/moments.hpp>

#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using credence::testing::throws_error;

// A family of a user's own, in his own namespace: the mean of numbers whose variance is known.
namespace stranger {

constexpr double variance_known = 1.7;

struct Mean {
  using value_type = double;
  double centre = 0;
  double spread = 1;
  friend bool operator==(const Mean&, const Mean&) = default;
};
Normal as_normal(const Mean& d) { return {.mean = d.centre, .variance = d.spread}; }
void check(const Mean& d) { check(as_normal(d)); }
double log_density(const Mean& d, double x) { return log_density(as_normal(d), x); }
double draw(const Mean& d, Random& random) { return draw(as_normal(d), random); }
Interval credible_interval(const Mean& d, double mass) {
  return equal_tailed([&](double p) { return quantile(as_normal(d), p); }, mass);
}

Mean posterior(const Mean& prior, const Moments& seen) {
  const double precision = 1 / prior.spread + seen.n / variance_known;
  const double centre =
      (prior.centre / prior.spread + seen.n * seen.mean / variance_known) / precision;
  return {.centre = centre, .spread = 1 / precision};
}
double log_evidence(const Mean& prior, const Moments& seen) {
  const double step = seen.mean - prior.centre;
  const double total = variance_known + seen.n * prior.spread;
  return -0.5 * seen.n * std::log(2 * std::numbers::pi * variance_known) -
         0.5 * std::log(total / variance_known) -
         0.5 * (seen.sum_of_squares / variance_known + seen.n * step * step / total);
}

struct KnownVariance {
  using Likelihood = Normal;
  using Prior = Mean;
  using Predictive = Normal;
  using Statistics = Moments;
  static constexpr std::string_view name = "known_variance";
  static constexpr std::string_view needs = "finite numbers";
  PriorRule<Mean> prior = Mean{};
  static bool accepts(double x) { return std::isfinite(x); }
  static Mean automatic(Automatic, const Moments&) { return {}; }
  static Normal maximum_likelihood(const Moments& seen) { return likelihood(seen.mean); }
  static Normal maximum_a_posteriori(const Mean& after) { return likelihood(after.centre); }
  static Normal posterior_mean(const Mean& after) { return likelihood(after.centre); }
  static Normal predictive(const Mean& after) {
    return {.mean = after.centre, .variance = after.spread + variance_known};
  }
  static double parameters(const Normal& d) { return d.mean; }
  static Normal likelihood(double mean) { return {.mean = mean, .variance = variance_known}; }
};

}  // namespace stranger

TEST_CASE("a posterior answers with all that prior and data say") {
  Posterior<BetaBernoulli> smoker{Beta{.ones = 2, .zeros = 8}};

  for (const bool answer : {true, false, false, true, true}) smoker.observe(answer);

  CHECK(smoker.density() == Beta{.ones = 5, .zeros = 10});
  CHECK(smoker.maximum_likelihood().probability == 0.6);
  CHECK(smoker.maximum_a_posteriori().probability == 4.0 / 13);
  CHECK(smoker.posterior_mean().probability == 1.0 / 3);
  CHECK(smoker.predictive() == smoker.posterior_mean());
  // 2/10 * 8/11 * 9/12 * 3/13 * 4/14
  CHECK(smoker.log_evidence() ==
        doctest::Approx(std::log(2 * 8 * 9 * 3 * 4 / 240240.0)).epsilon(1e-14));
  CHECK(smoker.interval(0.9).lower == beta_quantile(5, 10, (1 - 0.9) / 2));
}

TEST_CASE("forgetting takes back what was observed") {
  Posterior<GammaPoisson> visits{Gamma{.shape = 2, .rate = 1}};
  const auto before = visits;

  visits.observe(3);
  visits.observe(Count{5, 2}, 0.5);
  visits.forget(Count{5, 2}, 0.5);
  visits.forget(3);

  CHECK(visits == before);
}

TEST_CASE("a draw from a posterior is a likelihood near its mean") {
  Posterior<BetaBernoulli> coin{Beta{.ones = 5000, .zeros = 5000}};
  Random random{5};

  CHECK(coin.draw(random).probability == testing::relative(0.5, 0.05));
}

TEST_CASE("a datum outside the support is refused with the value and the remedy") {
  Posterior<GammaPoisson> visits;

  CHECK(throws_error([&] { visits.observe(-3); }, ErrorCode::domain,
                     "family 'poisson' needs counts (whole numbers of at least 0), the datum is -3 "
                     "over an exposure of 1; leave it out or choose another family"));
  CHECK(visits.statistics == CountTotals{});
}

TEST_CASE("a negative or infinite weight is refused with its value") {
  Posterior<BetaBernoulli> coin;

  CHECK(throws_error([&] { coin.observe(true, -2); }, ErrorCode::domain, "-2"));
  CHECK(throws_error([&] { coin.observe(true, detail::infinity); }, ErrorCode::domain, "inf"));
  CHECK(throws_error([&] { coin.forget(true, std::nan("")); }, ErrorCode::domain, "weight"));
}

TEST_CASE("posteriors merge only under equal priors") {
  Posterior<BetaBernoulli> left{Beta{.ones = 2, .zeros = 8}};
  Posterior<BetaBernoulli> right = left;
  left.observe(true);
  right.observe(false, 3);

  left.merge(right);

  CHECK(left.statistics == BernoulliCounts{.ones = 1, .zeros = 3});
  CHECK(throws_error([&] { left.merge(Posterior<BetaBernoulli>{}); }, ErrorCode::version,
                     "equal priors"));
}

TEST_CASE("what was seen beyond the range of double answers nothing") {
  Posterior<NormalInverseGammaNormal> height{
      NormalInverseGamma{.mean = 0, .mean_weight = 1, .shape = 2, .scale = 1}};
  height.observe(1e200);
  height.observe(-1e200);

  CHECK(throws_error([&] { (void)height.density(); }, ErrorCode::undefined, "'sum_of_squares'"));
  CHECK(throws_error([&] { (void)height.maximum_likelihood(); }, ErrorCode::undefined, "normal"));
  CHECK(throws_error([&] { (void)height.predictive(); }, ErrorCode::undefined, "1.8e308"));
  CHECK(throws_error([&] { (void)height.log_evidence(); }, ErrorCode::undefined, "rescale"));

  height.statistics = {.n = 1e308, .mean = 1e308, .sum_of_squares = 0.5};  // finite, its square not
  CHECK(throws_error([&] { (void)height.log_evidence(); }, ErrorCode::undefined, "log evidence"));
}

TEST_CASE("a posterior of a prior that is none has no density, estimate, interval or draw") {
  const Posterior<BetaBernoulli> coin{Beta{.ones = -1, .zeros = 0},
                                      BernoulliCounts{.ones = 5, .zeros = 5}};
  Random random{1};

  CHECK(throws_error([&] { (void)coin.density(); }, ErrorCode::domain, "'ones'"));
  CHECK(throws_error([&] { (void)coin.predictive(); }, ErrorCode::domain, "-1"));
  CHECK(throws_error([&] { (void)coin.posterior_mean(); }, ErrorCode::domain));
  CHECK(throws_error([&] { (void)coin.interval(0.9); }, ErrorCode::domain));
  CHECK(throws_error([&] { (void)coin.draw(random); }, ErrorCode::domain));
}

TEST_CASE("a posterior has no interval of a mass outside (0, 1)") {
  const Posterior<BetaBernoulli> coin{Beta{.ones = 2, .zeros = 8}};

  for (const double mass : {-1.0, 0.0, 1.0, 95.0}) {
    CAPTURE(mass);
    CHECK(throws_error([&] { (void)coin.interval(mass); }, ErrorCode::domain, "between 0 and 1"));
  }
}

TEST_CASE("a family of a user's own namespace works like any other") {
  Posterior<stranger::KnownVariance> mean{stranger::Mean{.centre = 0.2, .spread = 0.9}};

  for (const double x : {1.2, -0.3, 2.1, 0.8}) mean.observe(x);

  // Reference: NumPy/SciPy and plain Python agree on the digits shown.
  CHECK(mean.density().centre == doctest::Approx(0.709433962264).epsilon(1e-12));
  CHECK(mean.density().spread == doctest::Approx(0.288679245283).epsilon(1e-12));
  CHECK(mean.log_evidence() == doctest::Approx(-6.391343482399).epsilon(1e-13));
  CHECK(mean.interval(0.5).upper > mean.density().centre);
  Random random{1};
  CHECK(std::isfinite(mean.draw(random).mean));
}
