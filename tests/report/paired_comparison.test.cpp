// Two classifiers on the same folds: as text for people, JSON and CSV for scripts, and figures.
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>

#include <credence/study/compare_paired.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "support/has.hpp"

using namespace credence;
using testing::has;

namespace {

PairedSide side(const std::string& classifier, double accuracy) {
  PairedSide made{
      .classifier = classifier, .features = {"x", "y"}, .families = {"normal", "normal"}};
  made.result = {.estimator = classifier, .on = "cross_validation"};
  made.result.metrics = Metrics{.accuracy = accuracy,
                                .log_loss = 0.25,
                                .brier = 0.125,
                                .confidence = 0.875,
                                .weight = 40,
                                .log_loss_error = 0.0625};
  CalibrationCounts counts;
  for (int row = 0; row < 4; ++row) counts.add(0.75, row > 0);
  made.result.calibration = counts.calibration();
  return made;
}

PairedComparison made() {
  PairedComparison comparison{.rows = 40,
                              .label = "class",
                              .classes = {"a", "b"},
                              .folds = 2,
                              .repeats = 2,
                              .seed = 3,
                              .first = side("predictive", 0.9),
                              .second = side("logistic_regression", 0.85)};
  comparison.differences = {{1, 1, 20, 0.9, 0.85, 0.05},
                            {1, 2, 20, 0.9, 0.85, 0.05},
                            {2, 1, 20, 0.95, 0.85, 0.1},
                            {2, 2, 20, 0.85, 0.85, 0}};
  comparison.test = correlated_t_test(differences_of(std::vector<double>{0.05, 0.05, 0.1, 0}),
                                      {.correlation = 0.5});
  comparison.discordant =
      DiscordantRows{.both = 30, .first_only = 6, .second_only = 3, .neither = 1};
  comparison.baseline = {.estimator = baseline_name,
                         .on = "cross_validation",
                         .metrics = Metrics{.accuracy = 0.5, .log_loss = 0.5},
                         .skill = 0.0};
  comparison.notes = {"a note"};
  return comparison;
}

}  // namespace

TEST_CASE("a paired comparison as text says who is better and how sure that is") {
  const std::string text = to_text(made());

  CHECK(has(text,
            "label class with 2 classes: a, b\n40 rows, 2 stratified folds, 2 repeats, seed 3"));
  CHECK(has(text, "  first   predictive           2 features: 2 normal\n"));
  CHECK(has(text, "accuracy, advantage of the first: 0.0500 on average of 4 folds; 90 % interval"));
  CHECK(has(text, "  first better by more than 0.01   0."));
  CHECK(has(text,
            "rows that one alone has right in the first repeat: first 6, second 3 (both "
            "30, neither 1)\n"));
  CHECK(has(text, "calibration of the second: probability of the label, mean distance 0.0000\n"));
  CHECK(has(text, "  0.7 to 0.8      4  0.7500  0.7500  "));
  CHECK(has(text, "\nbaseline        0.5000    0.5000  0.0000 "));
  CHECK(has(text, "\nnotes\n- a note\n"));
}

TEST_CASE("a paired comparison without a test says why and shows what there is") {
  PairedComparison comparison = made();
  comparison.seed.reset();
  comparison.repeats = 1;
  comparison.measure = PairedMeasure::log_loss;
  comparison.test.reset();
  comparison.discordant.reset();
  comparison.notes.clear();
  comparison.differences.clear();
  comparison.second.result.metrics.reset();
  comparison.second.result.calibration.reset();
  comparison.second.result.undefined = {{.cell = {"class", {}, "weights grow"}, .fold = 2}};

  const std::string text = to_text(comparison);
  CHECK(has(text, "2 folds from a column"));
  CHECK(has(text, "the second is undefined in 1 cell: weights grow\n"));
  CHECK(has(text, "\nsecond           -"));
  CHECK(!has(text, "better by"));
  CHECK(!has(text, "notes"));

  const auto json = nlohmann::ordered_json::parse(to_json(comparison));
  CHECK(json["test"].is_null());
  CHECK(json["discordant"].is_null());
  CHECK(!json.contains("seed"));
  CHECK(json["measure"] == "log_loss");
  CHECK(json["second"]["undefined"][0]["why"] == "weights grow");
  CHECK(to_csv(comparison) == "repeat,fold,rows,first,second,difference\n");
  const std::vector<Figure> figures = figures_of(page_of(comparison));
  REQUIRE(figures.size() == 3);
  CHECK(figures[0].name == "accuracy");
}

TEST_CASE("a paired comparison as JSON and CSV holds every number") {
  const PairedComparison comparison = made();
  const auto json = nlohmann::ordered_json::parse(to_json(comparison));

  CHECK(json["schema_version"] == 1);
  CHECK(json["first"]["classifier"] == "predictive");
  CHECK(json["first"]["accuracy"] == 0.9);
  CHECK(json["baseline"]["estimator"] == "baseline");
  CHECK(json["baseline"]["log_loss"] == 0.5);
  CHECK(json["test"]["differences"] == 4);
  CHECK(json["test"]["mean"] == 0.05);
  CHECK(json["test"]["first"].get<double>() == comparison.test->first);
  CHECK(json["test"]["interval"]["upper"].get<double>() == comparison.test->interval.upper);
  CHECK(json["discordant"]["first_only"] == 6);
  CHECK(json["differences"].size() == 4);
  CHECK(json["differences"][2]["difference"] == 0.1);
  CHECK(json["notes"][0] == "a note");
  CHECK(to_csv(comparison).ends_with("2,1,20,0.95,0.85,0.1\n2,2,20,0.85,0.85,0\n"));
}

TEST_CASE("differences that are no numbers are empty cells, and infinities words") {
  PairedComparison comparison = made();
  const double infinity = std::numeric_limits<double>::infinity();
  comparison.differences = {
      {1, 1, 20, infinity, infinity, std::numeric_limits<double>::quiet_NaN()},
      {1, 2, 20, infinity, 1, -infinity}};
  comparison.test.reset();

  CHECK(to_csv(comparison) ==
        "repeat,fold,rows,first,second,difference\n1,1,20,inf,inf,\n1,2,20,inf,1,-inf\n");
  const auto json = nlohmann::ordered_json::parse(to_json(comparison));
  CHECK(json["differences"][0]["difference"].is_null());
  CHECK(json["differences"][1]["difference"] == "-inf");
}

TEST_CASE("the figure of a difference shows the posterior, and a point where that is one") {
  PairedComparison comparison = made();
  const Figure figure = difference_figure(comparison);
  CHECK(figure.name == "difference");
  CHECK(figure.numbers.rows.size() == 201);
  CHECK(has(figure.caption, "after 4 folds"));
  CHECK(figures_of(page_of(comparison)).size() == 4);

  for (const PairedMeasure measure : {PairedMeasure::log_loss, PairedMeasure::brier}) {
    comparison.measure = measure;
    CHECK(has(difference_figure(comparison).drawing.marks(),
              measure == PairedMeasure::brier ? "Brier" : "nats"));
    CHECK(has(to_text(comparison), measure == PairedMeasure::brier ? "Brier score" : "log loss"));
  }
  comparison.test = correlated_t_test({.count = 4}, {.rope = 0});
  comparison.differences[0].difference = 0;
  const Figure point = difference_figure(comparison);
  CHECK(point.numbers.rows.empty());
  CHECK(!has(point.drawing.marks(), "nan"));
}
