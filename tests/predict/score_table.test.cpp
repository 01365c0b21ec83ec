// Densities of a block, laid out for scoring.
#include <credence/detail/predict/score_table.hpp>

#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include "support/data_error.hpp"
#include "support/limits.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const Strings classes_ab{"a", "b"};

Block<DirichletCategorical> cities(Unseen unseen = Unseen::missing) {
  Block<DirichletCategorical> block;
  auto& feature = block.features.emplace_back();
  feature.name = "city";
  feature.levels = {"u", "v"};
  feature.unseen = unseen;
  rearrange_classes(block, {}, 2);
  block.cell(0, 0).counts = {3, 0};
  block.cell(0, 1).counts = {1, 1};
  return block;
}

EstimateContext context_of(Estimator estimator, const Doubles& log_class) {
  return {.estimator = estimator, .classes = classes_ab, .log_class_probabilities = log_class};
}

// ln density of a level under both classes.
Doubles scores(const Block<DirichletCategorical>& block, Estimator estimator, Code level) {
  const Doubles log_class{0, 0};
  std::vector<UndefinedCell> undefined;
  const ScoreTable<DirichletCategorical> table(block, context_of(estimator, log_class), undefined);
  REQUIRE(undefined.empty());
  Doubles joint{0, 0};
  table.add(0, level, joint);
  return joint;
}

double ln(double x) { return std::log(x); }

}  // namespace

TEST_CASE("a datum adds its log density under each class") {
  const Doubles smoothed = scores(cities(), Estimator::predictive, 1);
  const Doubles frequencies = scores(cities(), Estimator::maximum_likelihood, 0);

  CHECK(smoothed[0] == doctest::Approx(ln(1.0 / 5)).epsilon(1e-15));
  CHECK(smoothed[1] == doctest::Approx(ln(2.0 / 4)).epsilon(1e-15));
  CHECK(frequencies[0] == 0);
  CHECK(frequencies[1] == doctest::Approx(ln(0.5)).epsilon(1e-15));
}

TEST_CASE("a level that a class lacks is impossible under maximum likelihood") {
  CHECK(scores(cities(), Estimator::maximum_likelihood, 1)[0] == impossible_joint);
}

TEST_CASE("a reserved level has prior mass and no likelihood") {
  const auto block = cities(Unseen::reserve);

  // (0 + 1) / (3 + 3) and (0 + 1) / (2 + 3)
  CHECK(scores(block, Estimator::predictive, 2)[0] == doctest::Approx(ln(1.0 / 6)).epsilon(1e-15));
  CHECK(scores(block, Estimator::posterior_mean, 2)[1] ==
        doctest::Approx(ln(1.0 / 5)).epsilon(1e-15));
  CHECK(scores(block, Estimator::maximum_likelihood, 2)[0] == impossible_joint);
  CHECK(scores(block, Estimator::maximum_a_posteriori, 2)[0] == impossible_joint);
}

TEST_CASE("a class at -inf stays there and its cells are not evaluated") {
  Block<DirichletCategorical> block = cities();
  block.cell(0, 1).counts = {0, 0};
  const Doubles log_class{0, impossible_joint};
  std::vector<UndefinedCell> undefined;
  const ScoreTable<DirichletCategorical> table(
      block, context_of(Estimator::maximum_likelihood, log_class), undefined);

  Doubles joint = log_class;
  table.add(0, 0, joint);

  CHECK(undefined.empty());
  CHECK(joint == Doubles{0, impossible_joint});
}

TEST_CASE("a cell without an estimate is named with its class and why") {
  Block<DirichletCategorical> block = cities();
  block.cell(0, 1).counts = {0, 0};
  const Doubles log_class{0, 0};
  std::vector<UndefinedCell> undefined;
  const ScoreTable<DirichletCategorical> table(
      block, context_of(Estimator::maximum_likelihood, log_class), undefined);

  REQUIRE(undefined.size() == 1);
  CHECK(undefined[0].feature == "city");
  CHECK(undefined[0].klass == "b");
  CHECK(undefined[0].why.find("no data was seen") != std::string::npos);
}

TEST_CASE("an automatic prior of a constant column concerns all classes and not the likelihood") {
  Block<NormalInverseGammaNormal> block;
  block.features.emplace_back().name = "x";
  rearrange_classes(block, {}, 2);
  for (Index klass = 0; klass < 2; ++klass) block.cell(0, klass).observe(3);
  const Doubles log_class{0, 0};
  std::vector<UndefinedCell> likelihood;
  std::vector<UndefinedCell> predictive;

  const ScoreTable<NormalInverseGammaNormal> first(
      block, context_of(Estimator::maximum_likelihood, log_class), likelihood);
  const ScoreTable<NormalInverseGammaNormal> second(
      block, context_of(Estimator::predictive, log_class), predictive);

  CHECK(likelihood.size() == 2);
  REQUIRE(predictive.size() == 1);
  CHECK(predictive[0].klass.empty());
  CHECK(predictive[0].why.find("column is constant") != std::string::npos);
  CHECK(first.size() == 1);
  CHECK(second.feature(0).name == "x");
}

TEST_CASE("a datum adds to entries that lie apart") {
  const auto block = cities();
  const Doubles log_class{0, 0};
  std::vector<UndefinedCell> undefined;
  const ScoreTable<DirichletCategorical> table(block, context_of(Estimator::predictive, log_class),
                                               undefined);

  Doubles joint(4, 0);
  table.add(0, Code{1}, ScoreTile{.data = joint.data(), .classes = 2, .rows = 2, .stride = 2}, 0);

  CHECK(joint[0] == scores(block, Estimator::predictive, 1)[0]);
  CHECK(joint[2] == scores(block, Estimator::predictive, 1)[1]);
  CHECK(joint[1] == 0);
  CHECK(joint[3] == 0);
}
