// One cell's posterior read by an estimator, and the class probabilities of each.
#include <credence/detail/predict/estimate.hpp>

#include <credence/detail/predict/plug_in.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/family/gamma_exponential.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/log_normal.hpp>
#include <credence/family/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using enum Estimator;

LabelColumn label_of(Doubles counts, ClassPrior prior = {}) {
  Strings classes{"a", "b", "c", "d"};
  classes.resize(counts.size());
  return {.name = "class",
          .classes = std::move(classes),
          .prior = std::move(prior),
          .counts = {std::move(counts)}};
}

void check_probabilities(const LabelColumn& label, Estimator estimator, const Doubles& expected) {
  const Doubles logs = log_class_probabilities(label, estimator);
  REQUIRE(logs.size() == expected.size());
  for (std::size_t klass = 0; klass < logs.size(); ++klass) {
    CAPTURE(klass);
    CHECK(std::exp(logs[klass]) == doctest::Approx(expected[klass]).epsilon(1e-15));
  }
}

std::optional<Error> fault_of(const LabelColumn& label, Estimator estimator) {
  return error_of([&] { return log_class_probabilities(label, estimator); });
}

}  // namespace

// scikit-learn knows four of the families.
static_assert(KnownToScikitLearn<BetaBernoulli>);
static_assert(KnownToScikitLearn<DirichletCategorical>);
static_assert(KnownToScikitLearn<DirichletMultinomial>);
static_assert(KnownToScikitLearn<NormalInverseGammaNormal>);
static_assert(!KnownToScikitLearn<NormalInverseGammaLogNormal>);
static_assert(!KnownToScikitLearn<GammaPoisson>);
static_assert(!KnownToScikitLearn<GammaExponential>);

TEST_CASE("each estimator has its own estimate of learned class probabilities") {
  const LabelColumn label = label_of({3, 1, 0}, {.each = 2});

  check_probabilities(label, maximum_likelihood, {0.75, 0.25, 0});
  check_probabilities(label, maximum_a_posteriori, {4.0 / 7, 2.0 / 7, 1.0 / 7});
  check_probabilities(label, posterior_mean, {0.5, 0.3, 0.2});
  check_probabilities(label, predictive, {0.5, 0.3, 0.2});
  check_probabilities(label, scikit_learn, {0.75, 0.25, 0});
}

TEST_CASE("under one pseudo-count for each class the mode is the frequency") {
  check_probabilities(label_of({3, 1, 0}), maximum_a_posteriori, {0.75, 0.25, 0});
}

TEST_CASE("frequencies are maximum likelihood whatever the estimator") {
  const LabelColumn label = label_of({3, 1, 0}, class_frequencies());

  for (const Estimator estimator : all_estimators)
    check_probabilities(label, estimator, {0.75, 0.25, 0});
}

TEST_CASE("uniform and given class probabilities do not depend on estimator or counts") {
  const LabelColumn uniform = label_of({3, 1, 0, 0}, uniform_classes());
  const LabelColumn given = label_of({3, 1}, given_classes({{"b", 0.9}, {"a", 0.1}}));

  for (const Estimator estimator : all_estimators) {
    check_probabilities(uniform, estimator, {0.25, 0.25, 0.25, 0.25});
    check_probabilities(given, estimator, {0.1, 0.9});
  }
}

TEST_CASE("a class of probability 0 has log probability -inf") {
  const Doubles logs = log_class_probabilities(label_of({3, 0}), maximum_likelihood);

  CHECK(logs[0] == 0);
  CHECK(logs[1] == -std::numeric_limits<double>::infinity());
}

TEST_CASE("class probabilities that do not exist are undefined") {
  CHECK(is(fault_of(label_of({0, 0}), maximum_likelihood), ErrorCode::undefined));
  CHECK(is(fault_of(label_of({0, 0}), maximum_a_posteriori), ErrorCode::undefined));
  CHECK(is(fault_of(label_of({0, 0}, class_frequencies()), predictive), ErrorCode::undefined));
  CHECK(
      is(fault_of(label_of({5, 0, 2}, {.each = 0.5}), maximum_a_posteriori), ErrorCode::undefined));
  check_probabilities(label_of({0, 0}), predictive, {0.5, 0.5});
}

TEST_CASE("without classes there is nothing to estimate") {
  for (const ClassPrior& prior : {ClassPrior{}, uniform_classes(), class_frequencies()})
    for (const Estimator estimator : all_estimators)
      CHECK(is(fault_of(label_of({}, prior), estimator), ErrorCode::undefined));
}

TEST_CASE("every estimator picks its own likelihood") {
  const BernoulliCounts seen{.ones = 3, .zeros = 1};
  const Beta prior{.ones = 2, .zeros = 2};

  CHECK(plug_in<BetaBernoulli>(maximum_likelihood, prior, seen, 0).probability == 0.75);
  CHECK(plug_in<BetaBernoulli>(maximum_a_posteriori, prior, seen, 0).probability ==
        doctest::Approx(4.0 / 6).epsilon(1e-15));
  CHECK(plug_in<BetaBernoulli>(posterior_mean, prior, seen, 0).probability == 5.0 / 8);
  CHECK(plug_in<BetaBernoulli>(scikit_learn, prior, seen, 0).probability == 5.0 / 8);
}

TEST_CASE("like scikit-learn a normal cell is maximum likelihood plus the floor") {
  Moments seen;
  for (const double x : {1.0, 3.0}) seen.observe(x);

  const Normal normal =
      plug_in<NormalInverseGammaNormal>(scikit_learn, NormalInverseGamma{}, seen, 0.25);

  CHECK(normal == Normal{.mean = 2, .variance = 1.25});
}

TEST_CASE("the error about undefined cells names all of them and a way out") {
  const Error error = undefined_error(
      maximum_likelihood, {{.feature = "age", .klass = "a", .why = "no data was seen"},
                           {.feature = "wait", .klass = "", .why = "column is constant"}});

  CHECK(error.code() == ErrorCode::undefined);
  CHECK(says(error, "'maximum_likelihood'", "2 cells", "'age', class 'a': no data was seen",
             "'wait': column is constant", "choose"));
}
