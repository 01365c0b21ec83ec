#include <credence/family/dirichlet_multinomial.hpp>

#include <doctest/doctest.h>

#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/family.hpp>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

static_assert(ConjugateFamily<DirichletMultinomial>);
static_assert(LevelledStatistics<WordTotals>);

TEST_CASE("documents under Dir(1 2 0.5) have the evidence of their tokens") {
  const Dirichlet prior{.weights = {1, 2, 0.5}};
  const WordCounts document{{0, 2}, {2, 3}};
  WordTotals seen;
  seen.observe(document);

  // Reference: NumPy/SciPy and plain Python agree on the digits shown; the second adds the coefficient.
  CHECK(log_evidence(prior, seen) == doctest::Approx(-7.026537814972).epsilon(1e-13));
  CHECK(log_evidence(prior, seen) + log_coefficient(document) ==
        doctest::Approx(-4.723952721978).epsilon(1e-13));
}

TEST_CASE("a document counts once however many words it has") {
  WordTotals seen;

  seen.observe({{1, 40}, {3, 2}});
  seen.observe({}, 0.5);

  CHECK(seen.count() == 1.5);
  CHECK(seen.counts == std::vector<double>{0, 40, 0, 2});
}

TEST_CASE("documents of one token are categories") {
  const Dirichlet prior{.weights = {1, 2, 0.5}};
  WordTotals words;
  CategoricalCounts codes;
  for (const Code code : {2, 0, 0, 1, 2}) {
    words.observe({{static_cast<std::uint32_t>(code), 1}});
    codes.observe(code);
  }

  CHECK(log_evidence(prior, words) == log_evidence(prior, codes));
  CHECK(log_density(DirichletMultinomial::predictive(posterior(prior, words)), {{1, 1}}) ==
        doctest::Approx(log_density(DirichletCategorical::predictive(posterior(prior, codes)), 1))
            .epsilon(1e-14));
}

TEST_CASE("for long documents the plug-in mean is surer of itself than the compound density") {
  const Dirichlet after{.weights = {3, 1}};
  const WordCounts odd{{1, 50}};

  const double compound = log_density(DirichletMultinomial::predictive(after), odd);
  const double plug_in = log_density(DirichletMultinomial::posterior_mean(after), odd);

  CHECK(plug_in < compound - 50);
}

TEST_CASE("forgetting a document that was not seen changes nothing") {
  WordTotals seen;
  seen.observe({{0, 2}, {1, 1}});
  const WordTotals before = seen;

  CHECK(throws_error(
      [&] {
        seen.forget({{0, 1}, {1, 5}});
      },
      ErrorCode::domain, "'counts' holds 1"));
  CHECK(throws_error([&] { seen.forget({{7, 1}}); }, ErrorCode::domain));
  CHECK(seen == before);
}

TEST_CASE("a class without a word has no maximum likelihood and keeps its prior otherwise") {
  WordTotals seen;
  seen.observe({});
  const Dirichlet prior{.weights = {1, 3}};

  CHECK(throws_error([&] { return DirichletMultinomial::maximum_likelihood(seen); },
                     ErrorCode::undefined, "multinomial"));
  CHECK(DirichletMultinomial::posterior_mean(posterior(prior, seen)).probabilities ==
        std::vector{0.25, 0.75});
}

TEST_CASE("a document with a negative count is not accepted and one of no words is") {
  CHECK_FALSE(DirichletMultinomial::accepts({{0, -1}}));
  CHECK(DirichletMultinomial::accepts({}));
}
