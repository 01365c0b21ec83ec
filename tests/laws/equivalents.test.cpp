// Laws between families (L9, L17, L18): where two say the same thing, they say the same number.
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/beta_geometric.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/learn/posterior.hpp>
#include <credence/learn/typed_block.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/family_samples.hpp"
#include "support/law_cases.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

template <class Law>
void for_seeds(const std::string& name, Law&& law) {
  const auto property = [&](std::uint64_t seed) {
    Random random{seed};
    law(random);
  };
  CHECK(holds(name, property, 10));
}

// Within `ulps` units in the last place of the larger.
bool close(double a, double b, double ulps) {
  return std::abs(a - b) <= ulps * epsilon * std::max(std::abs(a), std::abs(b));
}

// Levels or words of a small random sample.
std::vector<Code> random_codes(Random& random, std::uint64_t levels) {
  std::vector<Code> codes(1 + random.below(30));
  for (Code& code : codes) code = static_cast<Code>(random.below(levels));
  return codes;
}

Dirichlet random_dirichlet(Random& random, std::size_t levels) {
  return {.weights = random_list(Domain::positive, levels, random)};
}

CategoricalCounts counted(const std::vector<Code>& codes, std::size_t levels) {
  CategoricalCounts seen;
  for (const Code code : codes) seen.observe(code);
  seen.resize(static_cast<Index>(levels));
  return seen;
}

}  // namespace

TEST_CASE("two levels are as good as yes and no") {
  for_seeds("two levels", [](Random& random) {
    const std::vector<Code> codes = random_codes(random, 2);
    const Dirichlet prior = random_dirichlet(random, 2);
    const CategoricalCounts levels = counted(codes, 2);
    BernoulliCounts answers;
    for (const Code code : codes) answers.observe(code == 0);
    const Beta beta{.ones = prior.weights[0], .zeros = prior.weights[1]};

    RC_ASSERT(std::abs(log_evidence(prior, levels) - log_evidence(beta, answers)) <=
              1e-13 * (1 + std::abs(log_evidence(beta, answers))));
    const auto share = DirichletCategorical::predictive(posterior(prior, levels));
    const auto yes = BetaBernoulli::predictive(posterior(beta, answers));
    for (const bool answer : {true, false})
      RC_ASSERT(std::abs(log_density(share, Code{answer ? 0 : 1}) - log_density(yes, answer)) <=
                4 * epsilon * (1 + std::abs(log_density(yes, answer))));
  });
}

TEST_CASE("texts of one word are categories") {
  for_seeds("one word", [](Random& random) {
    const std::size_t words = 2 + random.below(5);
    const std::vector<Code> codes = random_codes(random, words);
    const Dirichlet prior = random_dirichlet(random, words);
    const CategoricalCounts levels = counted(codes, words);
    WordTotals texts;
    for (const Code code : codes) texts.observe({{static_cast<std::uint32_t>(code), 1.0}});
    texts.resize(static_cast<Index>(words));

    RC_ASSERT(texts.counts == levels.counts);
    RC_ASSERT(log_evidence(prior, texts) == log_evidence(prior, levels));
    const auto after = posterior(prior, levels);
    const auto of_level = DirichletCategorical::predictive(after);
    const auto of_text = DirichletMultinomial::predictive(posterior(prior, texts));
    for (std::size_t word = 0; word < words; ++word) {
      const double level = log_density(of_level, static_cast<Code>(word));
      const double text = log_density(of_text, {{static_cast<std::uint32_t>(word), 1.0}});
      RC_ASSERT(std::abs(level - text) <= 8 * epsilon * (1 + std::abs(level)));
    }
  });
}

TEST_CASE(
    "under a flat prior the maximum a posteriori estimate is the maximum likelihood estimate") {
  for_seeds("flat priors", [](Random& random) {
    const std::size_t levels = 2 + random.below(5);
    const std::vector<Code> codes = random_codes(random, levels);
    const CategoricalCounts seen = counted(codes, levels);
    const Dirichlet flat{.weights = std::vector<double>(levels, 1.0)};
    const auto likely = DirichletCategorical::maximum_likelihood(seen);
    const auto mode = DirichletCategorical::maximum_a_posteriori(posterior(flat, seen));
    for (std::size_t level = 0; level < levels; ++level)
      RC_ASSERT(close(std::exp(log_density(likely, static_cast<Code>(level))),
                      std::exp(log_density(mode, static_cast<Code>(level))), 4));

    BernoulliCounts answers;
    for (const Code code : codes) answers.observe(code == 0, 0.5 + random.uniform());
    const Beta after = posterior(Beta{.ones = 1, .zeros = 1}, answers);
    RC_ASSERT(std::abs(BetaBernoulli::maximum_likelihood(answers).probability -
                       BetaBernoulli::maximum_a_posteriori(after).probability) <= 8 * epsilon);
  });
}

TEST_CASE("probabilities of all answers, levels and words sum to one within rounding") {
  for_seeds("finite supports", [](Random& random) {
    const std::size_t levels = 2 + random.below(40);
    const CategoricalCounts seen = counted(random_codes(random, levels), levels);
    const auto after = posterior(random_dirichlet(random, levels), seen);
    const auto predictive = DirichletCategorical::predictive(after);
    double sum = 0;
    for (std::size_t level = 0; level < levels; ++level)
      sum += std::exp(log_density(predictive, static_cast<Code>(level)));
    RC_ASSERT(std::abs(sum - 1) <= 4 * epsilon * static_cast<double>(levels));

    const auto prior = random_value<Beta>(random, 1);
    const auto yes = BetaBernoulli::predictive(prior);
    RC_ASSERT(std::abs(std::exp(log_density(yes, true)) + std::exp(log_density(yes, false)) - 1) <=
              8 * epsilon);
  });
}

TEST_CASE("the predictives of counts sum to one as far as they are worth summing") {
  for_seeds("counts", [](Random& random) {
    const Gamma prior{.shape = std::exp(random.normal()), .rate = 0.5 + random.uniform()};
    const Beta beta{.ones = 3 + 5 * random.uniform(), .zeros = std::exp(random.normal())};
    const auto counts = GammaPoisson::predictive(prior);
    const auto tries = BetaGeometric::predictive(beta);
    double of_counts = 0, of_tries = 0;
    for (double x = 0; x < 400 + 4 * mean(counts); ++x)
      of_counts += std::exp(log_density(counts, Count(x)));
    // The tail of these falls only as a power of their number: that none of the first 400 succeeds.
    double later_tries = 1;
    for (double x = 0; x < 400; ++x) {
      of_tries += std::exp(log_density(tries, x));
      later_tries *= (beta.zeros + x) / (beta.ones + beta.zeros + x);
    }

    RC_ASSERT(std::abs(of_counts - 1) <= 1e-12);
    RC_ASSERT(std::abs(of_tries + later_tries - 1) <= 1e-12);
  });
}

TEST_CASE("a model of one column is its family in each class") {
  for_seeds("one column", [](Random& random) {
    std::vector<double> numbers;
    std::vector<std::string> labels;
    Posterior<NormalInverseGammaNormal> alone[2];
    const NormalInverseGamma prior{.mean = 1, .mean_weight = 0.5, .shape = 2, .scale = 3};
    alone[0].prior = alone[1].prior = prior;
    for (std::size_t row = 0; row < 2 + random.below(20); ++row) {
      const std::size_t klass = row < 2 ? row : random.below(2);
      numbers.push_back(10 * random.normal());
      labels.push_back(klass == 0 ? "a" : "b");
      alone[klass].observe(numbers.back());
    }
    Table table;
    table.add("x", numbers);
    table.add("class", labels);
    Schema schema{.label = "class"};
    schema.columns = {{.name = "x", .family = "normal", .prior = {.values = to_fields(prior)}}};
    const auto together = observe(Model(schema), table);

    double evidence = log_evidence(together.label);
    for (const auto& one : alone) evidence += one.log_evidence();
    RC_ASSERT(std::abs(evidence - log_evidence(together)) <= 1e-11 * (1 + std::abs(evidence)));
    const auto& block = typed<NormalInverseGammaNormal>(*together.blocks.front());
    for (Index klass = 0; klass < 2; ++klass)
      RC_ASSERT(agree(block.cell(0, klass), alone[klass].statistics));
  });
}
