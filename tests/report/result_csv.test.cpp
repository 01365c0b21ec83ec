// Comparisons and evaluations as CSV: a line for each result.
#include <credence/report/text.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace credence;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

const std::string columns =
    "estimator,on,accuracy,log_loss,skill,brier,confidence,impossible_rows,ruled_out,unseen_cells,"
    "undefined_cells,lower_accuracy,upper_accuracy,log_loss_error,confidence_error,skill_error,"
    "balanced_accuracy,macro_f1,calibration_error,lower_calibration_error,"
    "upper_calibration_error";

// One row, labelled rightly: the accuracy has a Beta(2, 1) posterior, whose quantiles are roots.
Result defined_result() {
  Result result;
  result.estimator = "predictive";
  result.on = "training";
  result.metrics = Metrics{.accuracy = 1,
                           .log_loss = 0.25,
                           .brier = 0.125,
                           .confidence = 0.75,
                           .impossible_rows = 2,
                           .weight = 1,
                           .log_loss_error = 0.5,
                           .confidence_error = 0.0625,
                           .ruled_out = 0.125};
  result.skill = 0.375;
  result.skill_error = 0.875;
  result.unseen_cells = 5;
  result.confusion = Confusion{{"a", "b"}, {1, 1, 0, 2}};
  result.calibration =
      Calibration{.error = 0.03125, .error_interval = {0.015625, 0.25}, .bins = {}};
  return result;
}

Result infinite_result() {
  Result result;
  result.estimator = "maximum_likelihood";
  result.on = "cross_validation";
  result.metrics = Metrics{.accuracy = 1,
                           .log_loss = infinity,
                           .brier = 0.5,
                           .confidence = 0.75,
                           .weight = 1,
                           .log_loss_error = infinity,
                           .ruled_out = 0.25};
  return result;
}

Result undefined_result() {
  Result result;
  result.estimator = "maximum_likelihood";
  result.on = "training";
  result.undefined = {{{.feature = "x", .klass = "a", .why = "no rows"}, 3},
                      {{.feature = "y", .klass = "", .why = "constant"}, 0}};
  return result;
}

// A rule that gives labels alone.
Result labels_alone() {
  Result result;
  result.estimator = "complement";
  result.on = "test";
  result.confusion = Confusion{{"a", "b"}, {1, 0, 0, 0}};
  return result;
}

Comparison compared(std::vector<Result> results) {
  Comparison comparison;
  comparison.results = std::move(results);
  return comparison;
}

Evaluation evaluated(std::vector<Result> results) {
  Evaluation evaluation;
  evaluation.results = std::move(results);
  return evaluation;
}

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::istringstream stream(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

}  // namespace

TEST_CASE("a comparison is a line for each result, infinities as words, no number as no text") {
  const Comparison comparison = compared({defined_result(), infinite_result(), undefined_result()});

  CHECK(
      to_csv(comparison, 4) ==
      columns +
          "\n"
          "predictive,training,1,0.25,0.375,0.125,0.75,2,0.125,5,0,0.2236,0.9747,0.5,0.0625,0.875,"
          "0.75,0.7333,0.03125,0.01562,0.25\n"
          "maximum_likelihood,cross_validation,1,inf,,0.5,0.75,0,0.25,0,0,0.2236,0.9747,inf,0,,,,,,"
          "\n"
          "maximum_likelihood,training,,,,,,,,0,2,,,,,,,,,,\n");
  CHECK(to_csv(compared({})) == columns + '\n');
}

TEST_CASE("CSV has each number that JSON has of a result under the same name, all digits of it") {
  Result result = defined_result();
  result.metrics->log_loss = 1.0 / 3;
  const Comparison comparison = compared({result});

  const auto json = nlohmann::json::parse(to_json(comparison)).at("results").at(0);
  const auto lines = parts_of(to_csv(comparison), '\n');
  const auto names = parts_of(lines.at(0), ',');
  const auto cells = parts_of(lines.at(1), ',');

  REQUIRE(cells.size() == names.size());
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    CAPTURE(names[i]);
    if (!json.contains(names[i]) || !json[names[i]].is_number()) continue;
    CHECK(std::stod(cells[i]) == json[names[i]].get<double>());
    ++numbers;
  }
  const auto is_number = [](const nlohmann::json& each) { return each.is_number(); };
  CHECK(numbers == static_cast<std::size_t>(std::count_if(json.begin(), json.end(), is_number)));
  CHECK(std::stod(cells.at(11)) == json["accuracy_interval"]["lower"].get<double>());
  CHECK(std::stod(cells.at(12)) == json["accuracy_interval"]["upper"].get<double>());
}

TEST_CASE("structures stand first and feature weights last, where any result has them") {
  Result of_tan = infinite_result();
  of_tan.structure = "tan";
  of_tan.feature_weights = FeatureWeighting::each;
  Result baseline = undefined_result();
  baseline.estimator = baseline_name;

  const auto lines = parts_of(to_csv(compared({of_tan, baseline})), '\n');

  CHECK(lines.at(0) == "structure," + columns + ",feature_weights");
  CHECK(lines.at(1).starts_with("tan,maximum_likelihood,cross_validation,1,inf,"));
  CHECK(lines.at(1).ends_with(",each"));
  CHECK(lines.at(2).starts_with(",baseline,training,,"));
  CHECK(lines.at(2).ends_with(",none"));
}

TEST_CASE("an evaluation has areas under ROC curves, and costs where losses are given") {
  Result result = defined_result();
  result.areas = RocAreas{.classes = {0.75, 0.75}, .area = 0.75};
  const Evaluation plain = evaluated({result, labels_alone()});
  result.cost = MeanCost{.mean = -2.5, .error = 0.5};
  const Evaluation with_cost = evaluated({result, labels_alone()});

  const auto lines = parts_of(to_csv(plain, 4), '\n');
  const auto costs = parts_of(to_csv(with_cost, 4), '\n');

  CHECK(lines.at(0) == columns + ",roc_auc");
  CHECK(lines.at(1).ends_with(",0.01562,0.25,0.75"));
  CHECK(lines.at(2) == "complement,test,1,,,,,,,0,0,0.2236,0.9747,,,,1,1,,,,");
  CHECK(costs.at(0) == columns + ",roc_auc,mean_cost,mean_cost_error");
  CHECK(costs.at(1) == lines.at(1) + ",-2.5,0.5");
  CHECK(costs.at(2) == lines.at(2) + ",,");
}
