// Complement naive Bayes beside the estimators: labels without probabilities.
#include <credence/predict/complement.hpp>
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/learning_curve.hpp>

#include <doctest/doctest.h>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// Handwritten digits: documents of 64 pixels, in ten classes.
struct Digits {
  Table table = read_csv(project_file("examples/data/digits.csv"));
  Model model{documents(table)};

  static Schema documents(const Table& table) {
    ColumnSchema pixels{.name = "pixels", .family = "multinomial"};
    for (const Column& column : table.columns())
      if (column.name != "class") pixels.columns.push_back(column.name);
    return schema_of({pixels});
  }
  [[nodiscard]] Table rows(const std::vector<Index>& some) const { return table.select(some); }
};

// The share of the rows of a table that the rule labels right.
double share_right(const ComplementClassifier& rule, const Model& model, const Table& table) {
  const BoundTable bound = bind(model, table);
  const Predictions said = rule.predict(bound, {.count = bound.rows});
  Index right = 0;
  for (Index row = 0; row < bound.rows; ++row) {
    const auto at = static_cast<std::size_t>(row);
    const std::string& truth = bound.label.levels[static_cast<std::size_t>(bound.label.codes[at])];
    right += said.classes[static_cast<std::size_t>(said.label[at])] == truth ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(bound.rows);
}

}  // namespace

TEST_CASE("the complement rule on test rows has an accuracy, a confusion matrix and no metrics") {
  const Digits digits;
  std::vector<Index> learned;
  std::vector<Index> tested;
  for (Index row = 0; row < digits.table.rows(); ++row)
    (row % 3 == 0 ? learned : tested).push_back(row);
  const auto posterior = observe(digits.model, digits.rows(learned));
  const Table test = digits.rows(tested);

  for (const auto weights : {ComplementWeights::plain, ComplementWeights::normalised}) {
    const Evaluation found =
        evaluate(posterior, test, {.estimators = {Estimator::predictive}, .complement = weights});

    REQUIRE(found.results.size() == 3);  // the baseline is the last
    const Result& rule = found.results[1];
    CHECK(rule.estimator == complement_name);
    CHECK(has_labels_alone(rule));
    CHECK(*accuracy_of(rule) ==
          doctest::Approx(share_right(ComplementClassifier(posterior, weights), digits.model, test))
              .epsilon(1e-15));
    const Interval interval = *accuracy_interval(rule);
    CHECK(interval.lower < *accuracy_of(rule));
    CHECK(interval.upper > *accuracy_of(rule));
    CHECK_FALSE(has_labels_alone(found.results[0]));
    CHECK(*accuracy_of(found.results[0]) == found.results[0].metrics->accuracy);
  }
}

TEST_CASE("what another evaluator found of the complement rule is added as its own rows are") {
  const Digits digits;
  std::vector<Index> learned;
  std::vector<std::vector<Index>> tested(2);
  for (Index row = 0; row < 300; ++row)
    (row % 3 == 0 ? learned : tested[static_cast<std::size_t>(row % 3 - 1)]).push_back(row);
  const auto posterior = observe(digits.model, digits.rows(learned));
  const std::vector only{Estimator::predictive};
  const auto evaluator = [&] {
    return Evaluator(posterior, {.estimators = only, .complement = ComplementWeights::normalised});
  };
  Evaluator here = evaluator();
  Evaluator gathered = evaluator();
  for (const std::vector<Index>& part : tested) {
    here.add(digits.rows(part));
    gathered.add_scored(evaluator().scored(digits.rows(part)));
  }

  const Evaluation expected = std::move(here).evaluation();
  const Evaluation found = std::move(gathered).evaluation();
  CHECK(found.results == expected.results);
  CHECK(*accuracy_of(found.results[1]) > 0.5);

  const std::string scored = evaluator().scored(digits.rows(tested[0]));
  Evaluator damaged = evaluator();
  CHECK(throws_error([&] { damaged.add_scored(scored.substr(0, scored.size() - 9)); },
                     ErrorCode::version, "damaged"));
}

TEST_CASE("in cross-validation the complement rule learns all folds but one") {
  Digits digits;
  std::vector<double> folds;
  for (Index row = 0; row < digits.table.rows(); ++row)
    folds.push_back(static_cast<double>(row % 3));
  digits.table.add("fold", folds);

  const Comparison found = compare(digits.model, digits.table,
                                   {.fold_column = "fold",
                                    .estimators = {Estimator::predictive},
                                    .complement = ComplementWeights::plain});

  double right = 0;
  for (Index fold = 0; fold < 3; ++fold) {
    std::vector<Index> learned;
    std::vector<Index> tested;
    for (Index row = 0; row < digits.table.rows(); ++row)
      (row % 3 == fold ? tested : learned).push_back(row);
    const ComplementClassifier rule(observe(digits.model, digits.rows(learned)));
    right +=
        share_right(rule, digits.model, digits.rows(tested)) * static_cast<double>(tested.size());
  }
  const Result* validated = find_result(found.results, complement_name, "cross_validation");
  REQUIRE(validated != nullptr);
  CHECK(*accuracy_of(*validated) ==
        doctest::Approx(right / static_cast<double>(digits.table.rows())).epsilon(1e-14));
  const Result* training = find_result(found.results, complement_name, "training");
  REQUIRE(training != nullptr);
  CHECK(*accuracy_of(*training) ==
        doctest::Approx(share_right(ComplementClassifier(observe(digits.model, digits.table)),
                                    digits.model, digits.table))
            .epsilon(1e-14));
  CHECK(find_result(found.results, complement_name, "leave_one_out") == nullptr);
  // What is best is judged by log loss, which the rule lacks.
  CHECK(best_result(found.results, "cross_validation")->estimator == "predictive");
}

TEST_CASE("reports show the accuracy of the complement rule and nothing of its probabilities") {
  const Digits digits;
  const Comparison found = compare(
      digits.model, digits.table,
      {.folds = 3, .estimators = {Estimator::predictive}, .complement = ComplementWeights::plain});

  const auto json = nlohmann::json::parse(to_json(found));
  std::size_t seen = 0;
  for (const auto& result : json.at("results")) {
    if (result.at("estimator") != complement_name) continue;
    ++seen;
    CHECK(result.at("accuracy").is_number());
    CHECK(result.at("accuracy_interval").at("lower") < result.at("accuracy"));
    CHECK(result.at("balanced_accuracy").is_number());
    for (const char* key : {"log_loss", "skill", "brier", "confidence"})
      CHECK(result.at(key).is_null());
    CHECK_FALSE(result.contains("calibration"));
    CHECK(result.at("undefined").empty());
  }
  CHECK(seen == 2);
  CHECK(to_text(found).find("complement") != std::string::npos);
  CHECK(to_text(found).find("complement is undefined") == std::string::npos);
  const auto shown = [](const Figure& figure) {
    return std::any_of(figure.numbers.rows.begin(), figure.numbers.rows.end(), [](const auto& row) {
      return row.front() == FigureNumbers::Cell("complement");
    });
  };
  const std::vector<Figure> figures = figures_of(found);
  CHECK(shown(figures[0]));        // accuracy
  CHECK_FALSE(shown(figures[1]));  // log loss
}

TEST_CASE("a learning curve has accuracies of the complement rule and no log losses") {
  const Digits digits;
  CurveOptions options{.estimators = {Estimator::predictive},
                       .training_sizes = {100, 400},
                       .repeats = 3,
                       .twin = {},
                       .complement = ComplementWeights::normalised};
  options.decompose = true;
  const LearningCurve curve = learning_curve(digits.model, digits.table, options);

  REQUIRE(curve.points.size() == 6);
  for (std::size_t at = 2; at < 4; ++at) {
    const CurvePoint& point = curve.points[at];
    CHECK(point.estimator == complement_name);
    CHECK(*point.mean_accuracy > 0.5);
    CHECK(point.runs.size() == 3);
    CHECK_FALSE(point.runs.front().log_loss.has_value());
    CHECK_FALSE(point.mean_log_loss.has_value());
    CHECK_FALSE(point.median_log_loss.has_value());
    CHECK_FALSE(point.parts.has_value());
  }
  CHECK(curve.points[0].parts.has_value());
  CHECK(curve.points[5].estimator == baseline_name);
}

TEST_CASE("a given split of a learning curve gives the rule that its training rows give") {
  const Digits digits;
  GivenSplit split{.name = "first"};
  for (Index row = 0; row < digits.table.rows(); ++row)
    (row % 2 == 0 ? split.learned : split.tested).push_back(row);

  const LearningCurve curve = learning_curve(digits.model, digits.table,
                                             {.estimators = {Estimator::predictive},
                                              .given = {split},
                                              .complement = ComplementWeights::plain});

  const ComplementClassifier rule(observe(digits.model, digits.rows(split.learned)));
  CHECK(*curve.points[1].mean_accuracy ==
        doctest::Approx(share_right(rule, digits.model, digits.rows(split.tested))).epsilon(1e-15));
}

TEST_CASE("studies refuse the complement rule of numbers, of structures and of lazy rules") {
  const Table iris = read_csv(project_file("examples/data/iris.csv"));
  const Model numbers = infer_model(iris, {.label = "class"});
  CHECK(
      throws_error([&] { (void)compare(numbers, iris, {.complement = ComplementWeights::plain}); },
                   ErrorCode::schema, "a rule for documents of words"));
  CHECK(throws_error(
      [&] {
        (void)compare(numbers, iris,
                      {.complement = ComplementWeights::plain,
                       .structures = {Structure{.kind = StructureKind::tan}}});
      },
      ErrorCode::undefined, "the rule of complement naive Bayes is"));
  CHECK(throws_error(
      [&] {
        (void)learning_curve(numbers, iris,
                             {.complement = ComplementWeights::plain, .lazy_rules = true});
      },
      ErrorCode::undefined, "lazy rules take its place"));
}

TEST_CASE("a rule of complements whose prior does not exist has no labels, and says why") {
  const Model model(
      schema_of({{.name = "note", .family = "multinomial", .prior = word("empirical")}}));

  const Comparison found =
      compare(model, table_of("note,class\na,p\n,p\na,p\n,q\na,q\n,q\n"),
              {.folds = 2, .estimators = {}, .complement = ComplementWeights::plain});

  const Result* training = find_result(found.results, complement_name, "training");
  const Result* folds = find_result(found.results, complement_name, "cross_validation");
  REQUIRE(training != nullptr);
  REQUIRE(folds != nullptr);
  REQUIRE(training->undefined.size() == 1);
  CHECK(training->undefined[0].cell.feature == "class");
  CHECK(training->undefined[0].cell.why ==
        "prior 'empirical' of family 'multinomial' needs values that differ; the column is "
        "constant; use 'auto', give the prior in numbers or drop the column");
  REQUIRE(folds->undefined.size() == 2);
  CHECK(folds->undefined[0].fold == 1);
  CHECK(folds->undefined[1].fold == 2);
}
