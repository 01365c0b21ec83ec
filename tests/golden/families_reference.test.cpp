// Log evidence and log predictive against the textbook formulas at 50 digits, on random cases of every
// size. The bar (N4): 8 eps of the sum of the absolute reduced terms; for single probabilities (N2)
// 2 ulp; for Student's t, log t and Lomax (N5) 32 ulp.
#include <doctest/doctest.h>

#include <cmath>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/beta_geometric.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/family/gamma_exponential.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/log_normal.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <vector>

#include "golden/fifty_digits.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

Terms sequence_terms(const std::vector<double>& weights, const std::vector<double>& counts) {
  Terms terms;
  Real total_weight = 0;
  Real total = 0;
  for (const double weight : weights) total_weight += weight;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    terms.add(rising(weights[k], counts[k]));
    total += counts[k];
  }
  return terms.add(-rising(total_weight, total));
}

Terms normal_terms(const NormalInverseGamma& prior, const Moments& seen) {
  const Real kappa = prior.mean_weight;
  const Real n = seen.n;
  const Real step = Real(seen.mean) - prior.mean;
  const Real scale =
      prior.scale + Real(seen.sum_of_squares) / 2 + kappa * n * step * step / (2 * (kappa + n));
  const Real two_pi = 2 * pi();
  Terms terms;
  terms.add(rising(prior.shape, n / 2));
  terms.add(Real(prior.shape) * log(prior.scale / scale));
  terms.add(-n / 2 * log(two_pi * scale));
  return terms.add(log(kappa / (kappa + n)) / 2);
}

Terms t_terms(const Real& degrees, const Real& location, const Real& scale, const Real& x) {
  const Real z = (x - location) / scale;
  Terms terms;
  terms.add(rising(degrees / 2, Real(0.5)) - log(degrees * pi()) / 2);
  terms.add(-log(scale));
  return terms.add(-(degrees + 1) / 2 * log(1 + z * z / degrees));
}

NormalInverseGamma normal_prior(Random& random) {
  return {.mean = 10 * random.normal(),
          .mean_weight = pseudo_count(random),
          .shape = pseudo_count(random),
          .scale = pseudo_count(random)};
}

template <class Statistics>
Statistics moments(Random& random) {
  Statistics seen;
  seen.n = whole(random);
  if (seen.n == 0) return seen;
  seen.mean = 10 * random.normal();
  seen.sum_of_squares = seen.n * log_uniform(random, 1e-3, 1e3);
  return seen;
}

}  // namespace

TEST_CASE("Bernoulli evidence and probabilities agree with 50 digits") {
  for_random_cases([](Random& random) {
    const Beta prior{.ones = pseudo_count(random), .zeros = pseudo_count(random)};
    const BernoulliCounts seen{.ones = whole(random), .zeros = whole(random)};
    const Beta after = posterior(prior, seen);
    const Bernoulli next = BetaBernoulli::predictive(after);

    check_bar(log_evidence(prior, seen),
              sequence_terms({prior.ones, prior.zeros}, {seen.ones, seen.zeros}));
    check_ulp(next.probability, Terms().add(Real(after.ones) / (Real(after.ones) + after.zeros)),
              2);
    // Both answers, also the rarer one.
    for (const bool yes : {true, false}) {
      const Real part = yes ? after.ones : after.zeros;
      check_bar(log_density(next, yes), Terms().add(log(part / (Real(after.ones) + after.zeros))));
    }
  });
}

TEST_CASE("categorical evidence and probabilities agree with 50 digits") {
  for_random_cases([](Random& random) {
    Dirichlet prior;
    CategoricalCounts seen;
    for (std::size_t k = 0; k < 2 + random.below(9); ++k) {
      prior.weights.push_back(pseudo_count(random));
      seen.counts.push_back(whole(random));
    }
    const Dirichlet after = posterior(prior, seen);
    const Categorical next = DirichletCategorical::predictive(after);

    check_bar(log_evidence(prior, seen), sequence_terms(prior.weights, seen.counts));
    Real total = 0;
    for (const double weight : after.weights) total += weight;
    for (std::size_t k = 0; k < after.weights.size(); ++k)
      check_ulp(next.probabilities[k], Terms().add(after.weights[k] / total), 2);
  });
}

TEST_CASE("multinomial evidence and compound predictive agree with 50 digits") {
  for_random_cases([](Random& random) {
    Dirichlet prior;
    WordTotals seen;
    seen.documents = 1;
    WordCounts document;
    std::vector<double> counts;
    for (std::uint32_t k = 0; k < 2 + random.below(9); ++k) {
      prior.weights.push_back(pseudo_count(random));
      seen.counts.push_back(whole(random));
      counts.push_back(std::floor(30 * random.uniform()));
      document.push_back({k, counts.back()});
    }
    const Dirichlet after = posterior(prior, seen);

    check_bar(log_evidence(prior, seen), sequence_terms(prior.weights, seen.counts));
    check_bar(log_density(DirichletMultinomial::predictive(after), document),
              sequence_terms(after.weights, counts));
  });
}

TEST_CASE("normal evidence and Student t predictive agree with 50 digits") {
  for_random_cases([](Random& random) {
    const NormalInverseGamma prior = normal_prior(random);
    const auto seen = moments<Moments>(random);
    const NormalInverseGamma after = posterior(prior, seen);
    const StudentT next = NormalInverseGammaNormal::predictive(after);
    const double x = next.location + next.scale * log_uniform(random, 1e-6, 1e6);

    const Real weight = after.mean_weight;
    const Real scale = sqrt(Real(after.scale) / after.shape * ((weight + 1) / weight));

    check_bar(log_evidence(prior, seen), normal_terms(prior, seen));
    check_bar(log_density(next, x), t_terms(2 * Real(after.shape), after.mean, scale, x));
  });
}

TEST_CASE(
    "Student t and log t densities hold 32 ulp up to 1e10 degrees and a million scales away") {
  for_random_cases([](Random& random) {
    const StudentT t{.degrees = log_uniform(random, 0.1, 1e10),
                     .location = random.normal(),
                     .scale = log_uniform(random, 1e-3, 1e3)};
    const LogStudentT log_t{.degrees = t.degrees, .location = t.location, .scale = t.scale};
    const double x = t.location + t.scale * log_uniform(random, 1e-3, 1e6);
    const double positive = log_uniform(random, 1e-100, 1e100);

    Terms logarithm = t_terms(t.degrees, t.location, t.scale, log(Real(positive)));
    logarithm.add(-log(Real(positive)));

    check_ulp(log_density(t, x), t_terms(t.degrees, t.location, t.scale, x), 32);
    check_ulp(log_density(log_t, positive), logarithm, 32);
  });
}

TEST_CASE("log-normal evidence agrees with 50 digits") {
  for_random_cases([](Random& random) {
    const NormalInverseGamma prior = normal_prior(random);
    const auto seen = moments<LogMoments>(random);

    Terms terms = normal_terms(prior, seen);
    terms.add(-Real(seen.n) * seen.mean);

    check_bar(log_evidence(prior, seen), terms);
  });
}

TEST_CASE("Poisson evidence and negative binomial predictive agree with 50 digits") {
  for_random_cases([](Random& random) {
    const Gamma prior{.shape = pseudo_count(random), .rate = pseudo_count(random)};
    CountTotals seen;
    seen.n = whole(random);
    seen.total = seen.n * std::floor(log_uniform(random, 1, 100));
    seen.exposure = seen.n * log_uniform(random, 0.1, 10);
    const Gamma after = posterior(prior, seen);
    const Count next{whole(random), log_uniform(random, 1e-3, 1e3)};

    const Real rate = Real(prior.rate) + seen.exposure;
    Terms evidence;
    evidence.add(rising(prior.shape, seen.total));
    evidence.add(Real(prior.shape) * log(prior.rate / rate)).add(-seen.total * log(rate));
    const Real sum = Real(after.rate) + next.exposure;
    Terms predictive;
    predictive.add(rising(after.shape, next.count)).add(-lgamma(Real(next.count + 1)));
    predictive.add(Real(after.shape) * log(after.rate / sum));
    predictive.add(Real(next.count) * log(next.exposure / sum));

    check_bar(log_evidence(prior, seen), evidence);
    check_bar(log_density(GammaPoisson::predictive(after), next), predictive);
  });
}

TEST_CASE("exponential evidence and Lomax predictive agree with 50 digits") {
  for_random_cases([](Random& random) {
    const Gamma prior{.shape = pseudo_count(random), .rate = pseudo_count(random)};
    const double n = whole(random);
    const WaitingTotals seen{.n = n, .total = n * log_uniform(random, 1e-3, 1e3)};
    const Gamma after = posterior(prior, seen);
    const double x = after.rate * log_uniform(random, 1e-9, 1e6);

    const Real rate = Real(prior.rate) + seen.total;
    Terms evidence;
    evidence.add(rising(prior.shape, seen.n));
    evidence.add(Real(prior.shape) * log(prior.rate / rate)).add(-seen.n * log(rate));
    Terms predictive;
    predictive.add(log(Real(after.shape))).add(-log(Real(after.rate)));
    predictive.add(-(Real(after.shape) + 1) * log(1 + Real(x) / after.rate));

    check_bar(log_evidence(prior, seen), evidence);
    check_ulp(log_density(GammaExponential::predictive(after), x), predictive, 32);
  });
}

TEST_CASE("geometric evidence and Beta-geometric predictive agree with 50 digits") {
  for_random_cases([](Random& random) {
    const Beta prior{.ones = pseudo_count(random), .zeros = pseudo_count(random)};
    const TrialTotals seen{.successes = whole(random), .failures = whole(random)};
    const Beta after = posterior(prior, seen);
    const double x = whole(random);

    check_bar(log_evidence(prior, seen),
              sequence_terms({prior.ones, prior.zeros}, {seen.successes, seen.failures}));
    check_bar(log_density(BetaGeometric::predictive(after), x),
              sequence_terms({after.ones, after.zeros}, {1, x}));
  });
}
