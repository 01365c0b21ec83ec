// From the priors that a schema states to the priors of cells.
#include <credence/detail/learn/feature_prior.hpp>

#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/gamma_exponential.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "support/data_error.hpp"

using namespace credence;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::says;

namespace {

Moments moments(std::initializer_list<double> values) {
  Moments seen;
  for (const double x : values) seen.observe(x);
  return seen;
}

template <class F>
FeaturePrior<F> from(const PriorSpec& spec) {
  return feature_prior<F>(spec, "the prior of column 'x'");
}

// The prior of one class as it is said.
template <class F>
PriorRule<typename F::Prior> rule_of_class(const FeaturePrior<F>& prior, const std::string& klass) {
  return *prior.rules(std::array{klass}).front();
}

template <class F>
typename F::Prior resolved(const PriorSpec& spec, const typename F::Statistics& pooled,
                           Index reserved = 0) {
  const FeatureFacts feature{.name = "x",
                             .unseen = reserved == 1 ? Unseen::reserve : Unseen::missing};
  const auto rule = rule_of_class(from<F>(spec), "a");
  return detail::expanded<F>(detail::resolved<F>(rule, feature, pooled), feature, pooled);
}

CategoricalCounts levels(Index count) {
  CategoricalCounts counts;
  counts.resize(count);
  return counts;
}

}  // namespace

TEST_CASE("an empty prior is the default of the family") {
  CHECK(rule_of_class(from<BetaBernoulli>({}), "a") == BetaBernoulli{}.prior);
  CHECK(rule_of_class(from<NormalInverseGammaNormal>({}), "a") ==
        PriorRule<NormalInverseGamma>{Automatic::unit});
  CHECK(rule_of_class(from<DirichletCategorical>({}), "a") ==
        PriorRule<Dirichlet>{Dirichlet::Symmetric{.each = 1}});
}

TEST_CASE("a prior in numbers is those numbers") {
  const PriorSpec spec{.values = {{"ones", 2.0}, {"zeros", 8.0}}};

  CHECK(resolved<BetaBernoulli>(spec, {}) == Beta{.ones = 2, .zeros = 8});
}

TEST_CASE("a prior by class is that of the class and the default for the others") {
  const PriorSpec spec{.by_class = {{"b", {.values = {{"ones", 3.0}, {"zeros", 4.0}}}}}};
  const auto prior = from<BetaBernoulli>(spec);

  CHECK(rule_of_class(prior, "b") == PriorRule<Beta>{Beta{.ones = 3, .zeros = 4}});
  CHECK(rule_of_class(prior, "a") == BetaBernoulli{}.prior);
}

TEST_CASE("each class of many has its own rule, in whatever order they are asked for") {
  PriorSpec spec;
  std::vector<std::string> classes;
  for (int i = 0; i < 40; ++i) {
    classes.push_back("c" + std::to_string(37 * i % 40));
    if (i % 3 != 0)
      spec.by_class.emplace_back(classes.back(),
                                 PriorSpec{.values = {{"ones", i + 1.0}, {"zeros", 2.0}}});
  }
  const auto prior = from<BetaBernoulli>(spec);
  std::reverse(classes.begin(), classes.end());

  const auto rules = prior.rules(classes);

  REQUIRE(rules.size() == 40);
  for (int i = 0; i < 40; ++i) {
    CAPTURE(i);
    const PriorRule<Beta> own = Beta{.ones = i + 1.0, .zeros = 2};
    CHECK(*rules[static_cast<std::size_t>(39 - i)] ==
          (i % 3 != 0 ? own : PriorRule<Beta>(BetaBernoulli{}.prior)));
  }
  CHECK(from<BetaBernoulli>({}).rules(classes).size() == 40);
}

TEST_CASE("auto is the mean and half the variance of the column worth one observation") {
  const NormalInverseGamma prior =
      resolved<NormalInverseGammaNormal>({.word = "auto"}, moments({1, 3}));

  CHECK(prior == NormalInverseGamma{.mean = 2, .mean_weight = 1, .shape = 0.5, .scale = 0.5});
}

TEST_CASE("auto3 differs from auto by its shape") {
  const NormalInverseGamma prior =
      resolved<NormalInverseGammaNormal>({.word = "auto3"}, moments({1, 3}));

  CHECK(prior == NormalInverseGamma{.mean = 2, .mean_weight = 1, .shape = 1.5, .scale = 0.5});
}

TEST_CASE("auto of waiting times is one event per mean wait and of counts the mean count") {
  WaitingTotals waits;
  for (const double x : {1.0, 2.0, 6.0}) waits.observe(x);
  CountTotals counts;
  counts.observe(Count{3, 2});
  counts.observe(Count{6, 1});

  CHECK(resolved<GammaExponential>({.word = "auto"}, waits) == Gamma{.shape = 1, .rate = 3});
  CHECK(resolved<GammaPoisson>({.word = "auto"}, counts) == Gamma{.shape = 3, .rate = 1});
}

TEST_CASE("auto of a constant column is undefined and says that the column is constant") {
  for (const Moments& constant : {moments({4}), moments({4, 4, 4})}) {
    CAPTURE(constant.n);
    const auto error =
        error_of([&] { return resolved<NormalInverseGammaNormal>({.word = "auto"}, constant); });
    CHECK(is(error, ErrorCode::undefined));
    CHECK(says(error, "column is constant"));
  }
  WaitingTotals zeros;
  zeros.observe(0);
  CountTotals none;
  none.observe(Count{0, 3});
  const auto waits = error_of([&] { return resolved<GammaExponential>({}, zeros); });
  const auto counts = error_of([&] { return resolved<GammaPoisson>({}, none); });
  CHECK(is(waits, ErrorCode::undefined));
  CHECK(says(waits, "column is constant"));
  CHECK(is(counts, ErrorCode::undefined));
  CHECK(says(counts, "column is constant"));
}

TEST_CASE("each gives every level the same weight and one more where a level is reserved") {
  const PriorSpec spec{.values = {{"each", 0.5}}};

  CHECK(resolved<DirichletCategorical>(spec, levels(3)).weights == std::vector<double>(3, 0.5));
  CHECK(resolved<DirichletCategorical>(spec, levels(3), 1).weights == std::vector<double>(4, 0.5));
  CHECK(resolved<DirichletCategorical>({.word = "auto"}, levels(2), 1).weights ==
        std::vector<double>(3, 1.0));
}

TEST_CASE("weights must be as many as the levels with the reserved one") {
  const PriorSpec spec{.values = {{"weights", std::vector<double>{1, 2, 3}}}};
  const auto error = error_of([&] { return resolved<DirichletCategorical>(spec, levels(3), 1); });

  CHECK(resolved<DirichletCategorical>(spec, levels(2), 1).weights == std::vector<double>{1, 2, 3});
  CHECK(is(error, ErrorCode::shape));
  CHECK(says(error, "'x'", "3 weights", "4 levels"));
}

TEST_CASE("a word that the family does not know is refused") {
  const auto error = error_of([] { return from<BetaBernoulli>({.word = "automatic"}); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'x'", "'automatic'", "'auto', 'auto3', 'empirical' and 'empirical_block'"));
}

TEST_CASE("numbers that are not those of the family or out of their domain are refused") {
  const auto name = error_of([] {
    return from<BetaBernoulli>({.values = {{"ones", 1.0}, {"zeroes", 1.0}}});
  });
  const auto number = error_of([] {
    return from<BetaBernoulli>({.by_class = {{"b", {.values = {{"ones", 0.0}, {"zeros", 1.0}}}}}});
  });

  CHECK(is(name, ErrorCode::schema));
  CHECK(says(name, "'zeroes'"));
  CHECK(is(number, ErrorCode::domain));
  CHECK(says(number, "'x'", "class 'b'", "'ones'"));
}

TEST_CASE("a typed prior goes back to what the schema states with defaults written out") {
  const PriorSpec normal = spec_of(from<NormalInverseGammaNormal>({}));
  const PriorSpec categorical = spec_of(from<DirichletCategorical>({}));
  const PriorSpec by_class{.by_class = {{"b", {.values = {{"ones", 3.0}, {"zeros", 4.0}}}}}};

  CHECK(normal == PriorSpec{.word = "auto"});
  CHECK(categorical == PriorSpec{.values = {{"each", 1.0}}});
  CHECK(spec_of(from<BetaBernoulli>(by_class)) == by_class);
}

TEST_CASE("only a list of weights keeps levels from joining") {
  const PriorSpec list{.values = {{"weights", std::vector<double>{1, 2}}}};
  const PriorSpec each{.values = {{"each", 2.0}}};

  CHECK(has_weights(from<DirichletCategorical>(list)));
  CHECK(has_weights(from<DirichletCategorical>({.by_class = {{"a", each}, {"b", list}}})));
  CHECK_FALSE(has_weights(from<DirichletCategorical>(each)));
  CHECK_FALSE(has_weights(from<DirichletCategorical>({.word = "auto"})));
  CHECK_FALSE(has_weights(from<BetaBernoulli>({.values = {{"ones", 3.0}, {"zeros", 4.0}}})));
}
