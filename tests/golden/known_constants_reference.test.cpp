// Families with a known constant, and the histogram, against the textbook formulas at 50 digits, on
// random cases of every size. The bar: 8 eps of the sum of the absolute reduced terms.
#include <doctest/doctest.h>

#include <cmath>
#include <credence/family/beta_negative_binomial.hpp>
#include <credence/family/gamma_known_shape.hpp>
#include <credence/family/histogram.hpp>
#include <credence/family/normal_known_mean.hpp>
#include <credence/family/normal_known_variance.hpp>
#include <credence/family/von_mises_known_concentration.hpp>

#include "golden/fifty_digits.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

Real two_pi() { return 2 * pi(); }

Terms normal_terms(const Real& mean, const Real& variance, const Real& x) {
  Terms terms;
  terms.add(-log(two_pi() * variance) / 2);
  return terms.add(-(x - mean) * (x - mean) / (2 * variance));
}

Moments random_moments(Random& random) {
  Moments seen;
  seen.n = whole(random);
  if (seen.n == 0) return seen;
  seen.mean = 10 * random.normal();
  seen.sum_of_squares = seen.n * log_uniform(random, 1e-3, 1e3);
  return seen;
}

// ln of the number of orders of x failures before the last of r successes.
Real arrangements(const Real& r, const Real& x) { return rising(r, x) - lgamma(Real(x + 1)); }

// ln I0(x), from the power series or the asymptotic one.
Real log_bessel(const Real& x) {
  Real sum = 1;
  Real term = 1;
  if (x < 200) {
    for (int i = 1; term > sum * Real("1e-55"); ++i) sum += term *= x * x / (Real(4) * i * i);
    return log(sum);
  }
  for (int i = 1; term > Real("1e-55"); ++i)
    sum += term *= Real(2 * i - 1) * (2 * i - 1) / (8 * x * i);
  return x + log(sum) - log(two_pi() * x) / 2;
}

}  // namespace

TEST_CASE("a normal of known variance agrees with 50 digits") {
  for_random_cases([](Random& random) {
    const NormalMeanPrior prior{.mean = 10 * random.normal(),
                                .mean_variance = log_uniform(random, 1e-3, 1e3),
                                .variance = log_uniform(random, 1e-2, 1e3)};
    const Moments seen = random_moments(random);
    const Real s = prior.variance;
    const Real t = prior.mean_variance;
    const Real n = seen.n;
    const Real step = Real(seen.mean) - prior.mean;
    Terms terms;
    // Where 2 pi s is near 1, the logarithm has no more digits than its two parts.
    terms.add(-n / 2 * log(two_pi())).add(-n / 2 * log(s)).add(-log(1 + n * t / s) / 2);
    terms.add(-Real(seen.sum_of_squares) / (2 * s)).add(-n * step * step / (2 * (s + n * t)));

    check_bar(log_evidence(prior, seen), terms);

    const NormalMeanPrior after = posterior(prior, seen);
    const double x = 10 * random.normal();
    check_bar(log_density(NormalKnownVariance::predictive(after), x),
              normal_terms(after.mean, Real(after.variance) + after.mean_variance, x));
  });
}

TEST_CASE("a normal of known mean agrees with 50 digits") {
  for_random_cases([](Random& random) {
    const NormalVariancePrior prior{
        .shape = pseudo_count(random), .scale = pseudo_count(random), .mean = 10 * random.normal()};
    const Moments seen = random_moments(random);
    const Real step = Real(seen.mean) - prior.mean;
    const Real scale = prior.scale + (Real(seen.sum_of_squares) + seen.n * step * step) / 2;
    const Real half = Real(seen.n) / 2;
    Terms terms;
    terms.add(rising(prior.shape, half)).add(Real(prior.shape) * log(prior.scale / scale));
    terms.add(-half * log(two_pi())).add(-half * log(scale));

    check_bar(log_evidence(prior, seen), terms);
  });
}

TEST_CASE("a negative binomial of known successes agrees with 50 digits") {
  for_random_cases([](Random& random) {
    const PascalPrior prior{.ones = pseudo_count(random),
                            .zeros = pseudo_count(random),
                            .successes = log_uniform(random, 1e-2, 1e4)};
    ValueHistogram seen;
    for (std::uint64_t i = random.below(6); i > 0; --i) seen.observe(whole(random), whole(random));
    const Real a = prior.ones;
    const Real b = prior.zeros;
    const Real r = prior.successes;
    Real total = 0;
    Terms terms;
    for (std::size_t i = 0; i < seen.values.size(); ++i) {
      total += Real(seen.weights[i]) * seen.values[i];
      terms.add(Real(seen.weights[i]) * arrangements(r, seen.values[i]));
    }
    terms.add(rising(a, r * seen.n)).add(rising(b, total)).add(-rising(a + b, r * seen.n + total));

    check_bar(log_evidence(prior, seen), terms);

    const PascalPrior after = posterior(prior, seen);
    const double x = whole(random);
    const Real ones = after.ones;
    const Real zeros = after.zeros;
    Terms next;
    next.add(arrangements(r, x)).add(rising(ones, r)).add(rising(zeros, x));
    next.add(-rising(ones + zeros, r + x));
    check_bar(log_density(BetaNegativeBinomial::predictive(after), x), next);
  });
}

TEST_CASE("a Gamma of known shape agrees with 50 digits") {
  for_random_cases([](Random& random) {
    const GammaRatePrior prior{.shape = pseudo_count(random),
                               .rate = pseudo_count(random),
                               .known_shape = log_uniform(random, 1e-2, 1e3)};
    GammaTotals seen;
    seen.n = whole(random);
    seen.total = seen.n * log_uniform(random, 1e-3, 1e3);
    seen.log_total = seen.n == 0 ? 0 : seen.n * (std::log(seen.total / seen.n) - random.uniform());
    const Real k = prior.known_shape;
    const Real rate = Real(prior.rate) + seen.total;
    Terms terms;
    terms.add(rising(prior.shape, k * seen.n)).add(-k * seen.n * log(rate));
    terms.add(Real(prior.shape) * log(prior.rate / rate)).add((k - 1) * Real(seen.log_total));
    terms.add(-Real(seen.n) * lgamma(k));

    check_bar(log_evidence(prior, seen), terms);

    const GammaRatePrior after = posterior(prior, seen);
    const double x = log_uniform(random, 1e-4, 1e4);
    const Real a = after.shape;
    Terms next;
    next.add(rising(a, k)).add(-lgamma(k)).add(-log(Real(x)));
    next.add(-k * log(1 + after.rate / Real(x))).add(-a * log(1 + Real(x) / after.rate));
    check_bar(log_density(GammaKnownShape::predictive(after), x), next);
  });
}

TEST_CASE("a von Mises of known concentration agrees with 50 digits") {
  for_random_cases([](Random& random) {
    const VonMisesPrior prior{.direction = 3 * random.normal(),
                              .strength = log_uniform(random, 1e-3, 1e5),
                              .concentration = log_uniform(random, 1e-3, 1e4)};
    DirectionTotals seen;
    seen.n = whole(random);
    const double length = seen.n * random.uniform();
    seen.cosines = length * std::cos(3 * random.normal());
    seen.sines = length * std::sin(3 * random.normal());
    const Real k = prior.concentration;
    const Real x = prior.strength * cos(Real(prior.direction)) + k * seen.cosines;
    const Real y = prior.strength * sin(Real(prior.direction)) + k * seen.sines;
    Terms terms;
    terms.add(log_bessel(sqrt(x * x + y * y))).add(-log_bessel(prior.strength));
    terms.add(-Real(seen.n) * log(two_pi())).add(-Real(seen.n) * log_bessel(k));

    check_bar(log_evidence(prior, seen), terms);

    const VonMisesPrior after = posterior(prior, seen);
    // Far from the direction the difference of both angles would be rounded, not the density.
    const double at = after.direction + 5 * (random.uniform() - 0.5);
    const Real strength = after.strength;
    const Real both =
        sqrt(strength * strength + k * k + 2 * strength * k * cos(Real(at) - after.direction));
    Terms next;
    next.add(log_bessel(both)).add(-log(two_pi())).add(-log_bessel(k)).add(-log_bessel(strength));
    check_bar(log_density(VonMisesKnownConcentration::predictive(after), at), next);
  });
}

TEST_CASE("a histogram agrees with 50 digits") {
  for_random_cases([](Random& random) {
    HistogramPrior prior{.weights = {}, .edges = {10 * random.normal()}};
    std::vector<double> counts;
    ValueHistogram seen;
    for (std::uint64_t k = 1 + random.below(8); k > 0; --k) {
      prior.weights.push_back(pseudo_count(random));
      prior.edges.push_back(prior.edges.back() + log_uniform(random, 1e-2, 1e2));
      counts.push_back(whole(random));
      seen.observe(prior.edges.back(), counts.back());
    }
    Real all = 0;
    Real total = 0;
    Terms terms;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      all += prior.weights[k];
      total += counts[k];
      terms.add(rising(prior.weights[k], counts[k]));
      terms.add(-Real(counts[k]) * log(Real(prior.edges[k + 1]) - prior.edges[k]));
    }
    terms.add(-rising(all, total));

    check_bar(log_evidence(prior, seen), terms);
  });
}
