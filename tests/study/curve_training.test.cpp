// Learning curves whose training sets are scored on themselves.
#include <credence/study/learning_curve.hpp>

#include <credence/base/parallel.hpp>
#include <credence/predict/complement.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/feature_weights.hpp>
#include <credence/study/lazy_rules.hpp>
#include <credence/study/twin.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "study/curve/curve_repeats.hpp"
#include "support/curve_tables.hpp"
#include "support/models.hpp"

using namespace credence;
using testing::close;
using testing::Doubles;
using testing::model_of;
using testing::shipped;

namespace {

// Every third row is learned.
GivenSplit third_of(const Table& table) {
  GivenSplit split{.name = "third"};
  for (Index row = 0; row < table.rows(); ++row)
    (row % 3 == 0 ? split.learned : split.tested).push_back(row);
  return split;
}

// The one point of an estimator.
const CurvePoint& one_point_of(const LearningCurve& curve, const std::string& estimator,
                               FeatureWeighting weights = FeatureWeighting::none) {
  for (const CurvePoint& point : curve.points)
    if (point.estimator == estimator && point.feature_weights == weights) return point;
  FAIL("no point of " << estimator);
  return curve.points.front();
}

// Whether what a point says of its training rows are these numbers.
bool says_of_training(const CurvePoint& point, double accuracy, double log_loss) {
  return point.runs.size() == 1 && point.runs.front().training_accuracy &&
         close(*point.runs.front().training_accuracy, accuracy) &&
         point.runs.front().training_log_loss &&
         close(*point.runs.front().training_log_loss, log_loss) &&
         point.mean_training_accuracy == point.runs.front().training_accuracy &&
         point.mean_training_log_loss == point.runs.front().training_log_loss;
}

// Points without scores of training rows.
std::vector<CurvePoint> without_training(std::vector<CurvePoint> points) {
  for (CurvePoint& point : points) {
    point.mean_training_accuracy.reset();
    point.mean_training_log_loss.reset();
    for (CurveRun& run : point.runs) {
      run.training_accuracy.reset();
      run.training_log_loss.reset();
    }
  }
  return points;
}

// Accuracy and log loss of predictions of rows of equal weight.
std::pair<double, double> scores_of(const Predictions& said, const std::vector<Index>& truth) {
  double right = 0;
  double loss = 0;
  for (std::size_t row = 0; row < truth.size(); ++row) {
    right += said.label[row] == truth[row] ? 1 : 0;
    loss -= said.log_probability[row * said.classes.size() + static_cast<std::size_t>(truth[row])];
  }
  const auto rows = static_cast<double>(truth.size());
  return {right / rows, loss / rows};
}

// The class of each row of a table.
std::vector<Index> classes_of_rows(const Table& table) {
  const CodeColumn codes = codes_of(table, table.column("class"));
  return {codes.codes.begin(), codes.codes.end()};
}

}  // namespace

TEST_CASE("training rows are scored as an evaluation of a fit on the rows that it has learned") {
  Table wine = shipped("wine.csv");
  const Model model = model_of(wine);
  Doubles weights;
  for (Index row = 0; row < wine.rows(); ++row)
    weights.push_back(1 + static_cast<double>(row % 5) / 2);
  wine.add("w", weights);
  const GivenSplit split = third_of(wine);
  const Table learned = wine.select(split.learned);
  for (const std::string weight : {"", "w"}) {
    CAPTURE(weight);
    const LearningCurve curve =
        learning_curve(model, wine, {.weight = weight, .given = {split}, .on_training = true});
    const auto expected =
        evaluate(observe(model, learned, weight), learned, {.weight = weight}).results;

    CHECK(is_scored_on_training(curve));
    for (const Estimator estimator : all_estimators) {
      const std::string name(to_string(estimator));
      CAPTURE(name);
      const Result* alone = find_result(expected, name, "test");
      REQUIRE(alone != nullptr);
      CHECK(says_of_training(one_point_of(curve, name), alone->metrics->accuracy,
                             alone->metrics->log_loss));
    }
  }
}

TEST_CASE("logistic regression, feature weights and the baseline have scores of training rows") {
  const Table wine = shipped("wine.csv");
  const Model model = model_of(wine);
  const GivenSplit split = third_of(wine);
  const Table learned = wine.select(split.learned);
  const std::vector<Index> truth = classes_of_rows(learned);
  const std::vector only{Estimator::predictive};

  const LearningCurve curve = learning_curve(model, wine,
                                             {.estimators = only,
                                              .given = {split},
                                              .twin = LogisticOptions{},
                                              .feature_weights = {},
                                              .on_training = true});

  const auto [accuracy, log_loss] =
      scores_of(predict(fit_logistic_twin(model, learned), learned), truth);
  CHECK(says_of_training(one_point_of(curve, twin_name), accuracy, log_loss));
  const auto weighted =
      with_feature_weights(observe(model, learned), Estimator::predictive, learned);
  const Result found =
      evaluate(weighted, learned, {.estimators = only}).results.at(1);  // after the bare one
  REQUIRE(found.feature_weights != FeatureWeighting::none);
  CHECK(says_of_training(one_point_of(curve, "predictive", FeatureWeightOptions{}.kind),
                         found.metrics->accuracy, found.metrics->log_loss));
  // Under a prior of 1 for each of three classes.
  Doubles rows(3);
  for (const Index klass : truth) ++rows[static_cast<std::size_t>(klass)];
  const auto count = static_cast<double>(truth.size());
  double loss = 0;
  for (const double of_class : rows)
    loss -= of_class / count * std::log((of_class + 1) / (count + 3));
  CHECK(says_of_training(one_point_of(curve, baseline_name),
                         *std::max_element(rows.begin(), rows.end()) / count, loss));
}

TEST_CASE("lazy rules are scored on the rows that they keep") {
  const Table votes = shipped("house_votes_84.csv");
  const Model model = model_of(votes);
  const GivenSplit split = third_of(votes);

  const LearningCurve curve = learning_curve(model, votes,
                                             {.estimators = {Estimator::predictive},
                                              .given = {split},
                                              .lazy_rules = true,
                                              .on_training = true});

  const BoundTable bound = bind(model, votes);
  const LazyRules rules(model, bound, split.learned, Estimator::predictive);
  const auto [accuracy, log_loss] = scores_of(rules.predict(bound, split.learned).predictions,
                                              classes_of_rows(votes.select(split.learned)));
  CHECK(says_of_training(one_point_of(curve, "predictive"), accuracy, log_loss));
}

TEST_CASE("the complement rule has accuracies of training rows and no log losses") {
  const Table table =
      testing::table_of("p,q,class\n3,0,a\n2,1,a\n0,3,a\n5,1,a\n0,4,b\n1,2,b\n3,0,b\n1,5,b\n");
  const Model model(
      testing::schema_of({{.name = "pixels", .family = "multinomial", .columns = {"p", "q"}}}));
  const GivenSplit split{.name = "first", .learned = {0, 1, 2, 4, 5, 6}, .tested = {3, 7}};
  const auto weights = ComplementWeights::plain;

  const LearningCurve curve =
      learning_curve(model, table, {.given = {split}, .complement = weights, .on_training = true});

  const Table learned = table.select(split.learned);
  const ComplementClassifier rule(observe(model, learned), weights);
  const BoundTable bound = bind(model, learned);
  const Predictions said = rule.predict(bound, {.count = bound.rows});
  double right = 0;
  for (std::size_t row = 0; row < 6; ++row)
    right += said.label[row] == classes_of_rows(learned)[row] ? 1 : 0;
  CHECK(right == 4);  // of a document of each class most words are those of the other
  const CurvePoint& point = one_point_of(curve, complement_name);
  CHECK(close(*point.mean_training_accuracy, right / 6));
  CHECK(*point.mean_accuracy == 1);
  CHECK_FALSE(point.mean_training_log_loss.has_value());
  CHECK_FALSE(point.runs.front().training_log_loss.has_value());
}

TEST_CASE("scores of training rows change nothing else in a curve, and no bit with threads") {
  const Table wine = shipped("wine.csv");
  CurveOptions options{.training_sizes = {30, 60},
                       .repeats = 4,
                       .stratified = true,
                       .twin = LogisticOptions{},
                       .decompose = true};
  const LearningCurve plain = learning_curve(model_of(wine), wine, options);
  CHECK_FALSE(is_scored_on_training(plain));
  CHECK(without_training(plain.points) == plain.points);

  options.on_training = true;
  const LearningCurve scored = learning_curve(model_of(wine), wine, options);
  CHECK(scored.points != plain.points);
  CHECK(without_training(scored.points) == plain.points);
  for (const int threads : {1, 3}) {
    const ThreadLimit limit(threads);
    CHECK(learning_curve(model_of(wine), wine, options).points == scored.points);
  }
}

TEST_CASE("means of training rows are those of the repeats in which an estimate exists") {
  const Table iris = shipped("iris.csv");
  const LearningCurve curve = learning_curve(
      model_of(iris), iris, {.training_sizes = {1, 9}, .repeats = 12, .on_training = true});

  const CurvePoint& none = curve.points.front();
  CHECK(none.estimator == "maximum_likelihood");
  CHECK(none.undefined_repeats == 12);
  CHECK_FALSE(none.mean_training_accuracy.has_value());
  CHECK_FALSE(none.mean_training_log_loss.has_value());
  const CurvePoint& some = curve.points[1];
  REQUIRE(some.undefined_repeats > 0);
  REQUIRE(some.undefined_repeats < 12);
  double accuracy = 0;
  double log_loss = 0;
  for (const CurveRun& run : some.runs) {
    accuracy += *run.training_accuracy;
    log_loss += *run.training_log_loss;
  }
  const auto runs = static_cast<double>(some.runs.size());
  CHECK(close(*some.mean_training_accuracy, accuracy / runs));
  CHECK(close(*some.mean_training_log_loss, log_loss / runs));
  // Few rows are fitted better than others are predicted.
  CHECK(*some.mean_training_accuracy > *some.mean_accuracy);
}

TEST_CASE("simulated training sets are scored on themselves, whether errors have parts or not") {
  const Table iris = shipped("iris.csv");
  const Estimates truth = estimate(observe(model_of(iris), iris), Estimator::posterior_mean);
  SimulatedCurveOptions options{
      .training_sizes = {20}, .test_rows = 30, .repeats = 3, .rows = {.seed = 5}};
  for (const bool decompose : {false, true}) {
    CAPTURE(decompose);
    options.decompose = decompose;
    options.on_training = false;
    const LearningCurve plain = simulated_curve(truth, options);
    options.on_training = true;
    const LearningCurve scored = simulated_curve(truth, options);
    CHECK_FALSE(is_scored_on_training(plain));
    CHECK(without_training(scored.points) == plain.points);
    for (const CurvePoint& point : scored.points)
      CHECK(point.mean_training_accuracy.has_value() == point.mean_accuracy.has_value());
    if (decompose) continue;
    const Table learned = simulate(truth, detail::rows_of_repeat(options, 1)).select(all_rows(20));
    const auto posterior = observe(detail::learner_of(truth), learned);
    const auto expected =
        evaluate(posterior, learned, {.estimators = {Estimator::predictive}}).results;
    const CurveRun& second = one_point_of(scored, "predictive").runs.at(1);
    CHECK(close(*second.training_accuracy, expected.front().metrics->accuracy));
    CHECK(close(*second.training_log_loss, expected.front().metrics->log_loss));
  }
}
