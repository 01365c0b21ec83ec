// Laws that tie prior, likelihood, posterior, evidence and predictive together.
#include <cmath>

#include "support/family_laws.hpp"

using namespace credence;
using namespace credence::testing;

TEST_CASE("a posterior taken as the prior of more data is the posterior of all data") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 2 + random.below(20));
    const std::size_t cut = random.below(sample.data.size());

    const auto halfway = posterior(sample.prior, sample.seen(0, cut));
    const auto in_two_steps = posterior(halfway, sample.seen(cut, sample.data.size()));

    RC_ASSERT(agree(in_two_steps, posterior(sample.prior, sample.seen())));
  });
}

TEST_CASE("without data the posterior is the prior and the log evidence is 0") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto prior = random_sample<F>(random, 0).prior;

    RC_ASSERT(posterior(prior, typename F::Statistics{}) == prior);
    RC_ASSERT(log_evidence(prior, typename F::Statistics{}) == 0);
  });
}

TEST_CASE("a log predictive is the log evidence with the datum minus that without it") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1 + random.below(20));
    const auto without = sample.seen(1, sample.data.size());
    const typename Sample<F>::Datum datum = sample.data.front();

    const double predicted = log_density(F::predictive(posterior(sample.prior, without)), datum);
    const double larger = log_evidence(sample.prior, sample.seen());
    const double smaller = log_evidence(sample.prior, without);

    const double allowed = 1e-11 * (1 + std::abs(larger) + std::abs(smaller));
    RC_ASSERT(std::abs(predicted - (larger - smaller)) <= allowed);
  });
}

TEST_CASE("log predictives of data seen one after the other sum to the log evidence") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1 + random.below(20));
    typename F::Statistics seen;

    double sum = 0;
    double size = 1;
    for (const typename Sample<F>::Datum& datum : sample.data) {
      const double term = log_density(F::predictive(posterior(sample.prior, seen)), datum);
      sum += term;
      size += std::abs(term);
      seen.observe(datum);
    }

    RC_ASSERT(std::abs(sum - log_evidence(sample.prior, seen)) <= 1e-11 * size);
  });
}

TEST_CASE("log prior plus log likelihood minus log evidence is the log posterior") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1 + random.below(20));
    const double weight = std::exp(random.normal());
    const auto seen = sample.seen(weight);
    const auto parameters = F::parameters(sample.truth);

    const double before = log_density(sample.prior, parameters);
    const double likelihood = weight * log_likelihood(sample.truth, sample.data);
    const double evidence = log_evidence(sample.prior, seen);
    const double after = log_density(posterior(sample.prior, seen), parameters);
    RC_PRE(std::isfinite(before) && std::isfinite(likelihood));

    const double size = 1 + std::abs(before) + std::abs(likelihood) + std::abs(evidence);
    RC_ASSERT(std::abs(before + likelihood - evidence - after) <= 1e-10 * size);
  });
}

TEST_CASE("a prior rebuilt from its named numbers is equal bit for bit") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto prior = random_sample<F>(random, 0).prior;

    const auto rebuilt = from_fields<typename F::Prior>(to_fields(prior), "prior");

    RC_ASSERT(rebuilt == prior);
  });
}

TEST_CASE("a likelihood rebuilt from its parameters gives the same log densities") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 5);

    const auto rebuilt = likelihood_at<F>(sample.prior, F::parameters(sample.truth));

    RC_ASSERT(rebuilt == sample.truth);
    RC_ASSERT(log_likelihood(rebuilt, sample.data) == log_likelihood(sample.truth, sample.data));
  });
}

TEST_CASE(
    "the prior that a word stands for is a valid density that statistics of halves agree on") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 4 + random.below(20));
    auto halves = sample.seen(0, 2);
    halves.merge(sample.seen(2, sample.data.size()));

    for (const Automatic word : {Automatic::unit, Automatic::steady}) {
      const auto whole = if_defined([&] { return F::automatic(word, sample.seen()); });
      const auto merged = if_defined([&] { return F::automatic(word, halves); });

      RC_ASSERT(whole.has_value() == merged.has_value());
      if (!whole) continue;
      check(*whole);
      // A shape of thousands comes from a gap between logarithms that has lost as many digits.
      RC_ASSERT(agree(*whole, *merged, 1e-10));
    }
  });
}
