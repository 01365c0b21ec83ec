// Studies with feature weights: found anew from the rows that each part learned from.
#include <credence/study/compare.hpp>
#include <credence/study/data_report.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/learning_curve.hpp>
#include <credence/study/leave_one_out.hpp>

#include <doctest/doctest.h>

#include <algorithm>

#include <credence/data/infer.hpp>
#include <credence/report/text.hpp>

#include "study/left_out.hpp"
#include "support/paths.hpp"
#include "support/weight_cases.hpp"

using namespace credence;

namespace {

constexpr FeatureWeightOptions each{.kind = FeatureWeighting::each};

struct Data {
  Table table;
  Model model;
};

Data shipped_data(const std::string& name) {
  Table table = read_csv(testing::project_file("examples/data/" + name + ".csv"));
  Model model = infer_model(table, {.label = "class"});
  return {std::move(table), std::move(model)};
}

const Result& result_of(std::span<const Result> results, std::string_view on,
                        FeatureWeighting weights) {
  const Result* found = find_result(results, "predictive", on, weights);
  REQUIRE(found != nullptr);
  return *found;
}

CompareOptions compared(const FeatureWeightOptions& weights) {
  return {.folds = 5, .estimators = {Estimator::predictive}, .feature_weights = weights};
}

}  // namespace

TEST_CASE("a fold's weights are those of its training rows, and score its own rows") {
  const Data data = shipped_data("wine");
  const Comparison comparison = compare(data.model, data.table, compared(each));

  const CodeColumn codes = codes_of(data.table, data.table.column("class"));
  const auto truth = label_positions(codes, data.table.rows(), codes.levels);
  const auto fold_of = stratified_folds(truth, std::ssize(codes.levels), 5, 1);
  const BoundTable bound = bind(data.model, data.table);
  Scorecard card;
  for (Index fold = 0; fold < 5; ++fold) {
    std::vector<Index> others;
    std::vector<Index> own;
    std::vector<Index> own_truth;
    for (Index row = 0; row < bound.rows; ++row) {
      const auto at = static_cast<std::size_t>(row);
      (fold_of[at] == fold ? own : others).push_back(row);
      if (fold_of[at] == fold) own_truth.push_back(truth[at]);
    }
    auto training = empty_posterior(data.model);
    observe(training, bound, others);
    training.feature_weights = find_feature_weights(training, Estimator::predictive, bound, others);
    card.add(Classifier<Model>(training, Estimator::predictive).predict(bound, own), own_truth);
  }

  const Metrics& found =
      *result_of(comparison.results, "cross_validation", FeatureWeighting::each).metrics;
  CHECK(found.log_loss == doctest::Approx(card.metrics().log_loss).epsilon(1e-7));
  CHECK(found.accuracy == doctest::Approx(card.metrics().accuracy));
}

TEST_CASE("compare adds rows with weights beside those without, which stay as they are") {
  const Data data = shipped_data("iris");
  const Comparison bare =
      compare(data.model, data.table, compared({.kind = FeatureWeighting::none}));
  const Comparison both = compare(data.model, data.table, compared(each));
  REQUIRE(both.results.size() == bare.results.size() + 3);
  for (const Result& result : bare.results) {
    const Result* same = find_result(both.results, result.estimator, result.on);
    REQUIRE(same != nullptr);
    CHECK(*same == result);
  }
  const auto posterior = observe(data.model, data.table);
  const auto weighted = with_feature_weights(posterior, Estimator::predictive, data.table);
  const Result& left = result_of(both.results, "leave_one_out", FeatureWeighting::each);
  CHECK(left.metrics->log_loss ==
        doctest::Approx(weighted.feature_weights.log_loss_after).epsilon(1e-10));
  const Result& training = result_of(both.results, "training", FeatureWeighting::each);
  CHECK(training.metrics->log_loss < left.metrics->log_loss);
}

TEST_CASE(
    "an estimator without weights in some fold has none in cross-validation, with the cells") {
  const Data data = shipped_data("house_votes_84");
  CompareOptions asked = compared(each);
  asked.estimators = {Estimator::maximum_likelihood};
  const Comparison comparison = compare(data.model, data.table, asked);
  const Result* found = find_result(comparison.results, "maximum_likelihood", "cross_validation",
                                    FeatureWeighting::each);
  REQUIRE(found != nullptr);
  CHECK(found->metrics.has_value() == found->undefined.empty());
}

TEST_CASE("an evaluation shows the estimator of the weights without and with them") {
  const Data data = shipped_data("wine");
  const auto posterior =
      with_feature_weights(observe(data.model, data.table), Estimator::predictive, data.table);
  const std::vector<Estimator> estimators{Estimator::posterior_mean, Estimator::predictive};
  const Evaluation fresh = evaluate(posterior, data.table, {.estimators = estimators});
  REQUIRE(fresh.results.size() == 4);
  CHECK(result_of(fresh.results, "test", FeatureWeighting::each).metrics->log_loss !=
        result_of(fresh.results, "test", FeatureWeighting::none).metrics->log_loss);
  auto bare = posterior;
  bare.feature_weights = {};
  CHECK(result_of(fresh.results, "test", FeatureWeighting::none) ==
        result_of(evaluate(bare, data.table, {.estimators = estimators}).results, "test",
                  FeatureWeighting::none));

  const Evaluation learned = evaluate_learned(posterior, data.table, {.estimators = estimators});
  CHECK(result_of(learned.results, "leave_one_out", FeatureWeighting::each).metrics->log_loss ==
        doctest::Approx(posterior.feature_weights.log_loss_after).epsilon(1e-10));
  CHECK(result_of(learned.results, "leave_one_out", FeatureWeighting::none).metrics->log_loss ==
        doctest::Approx(posterior.feature_weights.log_loss_before).epsilon(1e-10));
}

TEST_CASE("a point of a curve has the weights of its training rows") {
  const Data data = shipped_data("iris");
  CurveOptions asked{.estimators = {Estimator::predictive},
                     .training_sizes = {60},
                     .repeats = 2,
                     .feature_weights = {.kind = FeatureWeighting::common}};
  const LearningCurve curve = learning_curve(data.model, data.table, asked);
  REQUIRE(curve.points.size() == 3);
  CHECK(curve.points[0].feature_weights == FeatureWeighting::none);
  CHECK(curve.points[1].feature_weights == FeatureWeighting::common);
  CHECK(curve.points[2].estimator == baseline_name);
  CHECK(curve.points[1].runs.size() == 2);
  asked.feature_weights = {.kind = FeatureWeighting::none};
  const LearningCurve bare = learning_curve(data.model, data.table, asked);
  CHECK(bare.points[0] == curve.points[0]);
  CHECK(bare.points[1] == curve.points[2]);
  CHECK(curve.points[1].mean_log_loss != curve.points[0].mean_log_loss);
}

TEST_CASE("a log loss above the baseline's is answered by the weights that lower it") {
  const Data data = shipped_data("breast_cancer");
  const Comparison comparison =
      compare(data.model, data.table, {.estimators = {Estimator::predictive}});
  const FeatureWeights& advised = comparison.advised_weights;
  CHECK(advised.kind == FeatureWeighting::each);
  CHECK(advised.log_loss_after < 0.2 * advised.log_loss_before);
  CHECK(std::any_of(comparison.notes.begin(), comparison.notes.end(), [](const auto& note) {
    return note.find("FeatureWeighting::each") != std::string::npos;
  }));
  const Data good = shipped_data("iris");
  CHECK_FALSE(compare(good.model, good.table, {.estimators = {Estimator::predictive}})
                  .advised_weights.any());
}

TEST_CASE("names of classifiers say which weights they have") {
  CHECK(classifier_name("predictive", FeatureWeighting::none) == "predictive");
  CHECK(classifier_name("predictive", FeatureWeighting::each) == "predictive (weights each)");
  CHECK(classifier_name("predictive", FeatureWeighting::common) == "predictive (weights common)");
  CHECK(classifier_name("predictive", FeatureWeighting::subset) == "predictive (best subset)");
}

TEST_CASE("texts and documents of a comparison tell weighted rows apart") {
  const Data data = shipped_data("iris");
  const Comparison both = compare(data.model, data.table, compared(each));
  CHECK(to_text(both).find("\npredictive  each     training ") != std::string::npos);
  CHECK(to_json(both).find("\"feature_weights\": \"each\"") != std::string::npos);
  const Comparison bare =
      compare(data.model, data.table, compared({.kind = FeatureWeighting::none}));
  CHECK(to_json(bare).find("feature_weights") == std::string::npos);
}

TEST_CASE("where an estimate does not exist there are no weights, and no results under them") {
  const Model model(testing::schema_of({{.name = "x", .family = "normal"}}));
  const Comparison found =
      compare(model, testing::table_of("x,class\n1,a\n2,a\n3,b\n3,b\n5,a\n3,b\n"),
              {.folds = 2,
               .estimators = {Estimator::maximum_likelihood},
               .feature_weights = {.kind = FeatureWeighting::common}});

  for (const char* on : {"training", "leave_one_out"}) {
    CAPTURE(on);
    const Result* weighted =
        find_result(found.results, "maximum_likelihood", on, FeatureWeighting::common);
    REQUIRE(weighted != nullptr);
    CHECK_FALSE(weighted->metrics.has_value());
    REQUIRE(weighted->undefined.size() == 1);
    CHECK(weighted->undefined[0].cell.feature == "x");
    CHECK(weighted->undefined[0].cell.klass == "b");
    CHECK(weighted->undefined[0].cell.why.find("all values seen are equal") != std::string::npos);
  }
}
