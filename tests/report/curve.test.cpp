// Learning curves as JSON and CSV for scripts, and as text with a small picture.
#include <credence/report/text.hpp>

#include <credence/study/learning_curve.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/has.hpp"

using namespace credence;
using testing::has;

namespace {

// Two sizes of two estimators; the first estimate does not exist at the smaller training set.
LearningCurve small_curve() {
  const CurvePoint defined{.estimator = "predictive",
                           .test_size = 0.5,
                           .test_rows = 5,
                           .training_rows = 5,
                           .repeats = 2,
                           .mean_accuracy = 0.75,
                           .median_accuracy = 0.75,
                           .lower_accuracy = 0.5,
                           .upper_accuracy = 1.0,
                           .sd_accuracy = 0.25,
                           .mean_log_loss = std::numeric_limits<double>::infinity(),
                           .median_log_loss = 0.5,
                           .test_noise = 0.125,
                           .split_noise = 0.0625,
                           .training_noise = 0.1,
                           .runs = {{.repeat = 1, .accuracy = 0.5, .log_loss = 0.5, .ruled_out = 0},
                                    {.repeat = 2,
                                     .accuracy = 1,
                                     .log_loss = std::numeric_limits<double>::infinity(),
                                     .ruled_out = 0.25}},
                           .mean_ruled_out = 0.125};
  CurvePoint better = defined;
  better.test_size = 0.2;
  better.test_rows = 2;
  better.training_rows = 8;
  better.mean_accuracy = 0.9;
  CurvePoint likelihood = better;
  likelihood.estimator = "maximum_likelihood";
  const CurvePoint none{.estimator = "maximum_likelihood",
                        .test_size = 0.5,
                        .test_rows = 5,
                        .training_rows = 5,
                        .repeats = 2,
                        .undefined_repeats = 2};
  return {.rows = 10,
          .label = "class",
          .classes = {"a", "b"},
          .repeats = 2,
          .seed = 7,
          .points = {none, likelihood, defined, better}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE(
    "the text of a curve says what undefined repeats do to means, and too few training sets") {
  LearningCurve curve = small_curve();

  CHECK(has(to_text(curve), "\nnotes\n- undefined: repeats in which the estimate does not exist"));
  CHECK_FALSE(has(to_text(curve), "is undefined in"));  // no reason is known
  curve.points[0].why_undefined = "column 'x', class 'a': no spread";
  CHECK(has(to_text(curve),
            "- maximum_likelihood is undefined in 2 of 2 repeats after 5 training rows; in the "
            "first: column 'x', class 'a': no spread\n"));
  CHECK(nlohmann::json::parse(to_json(curve))["results"][0]["why_undefined"] ==
        curve.points[0].why_undefined);
  curve.points.erase(curve.points.begin());
  CHECK_FALSE(has(to_text(curve), "\nnotes\n"));
  curve.points[1].parts = ErrorParts{.rows = 4, .tests = 4};
  CHECK(has(to_text(curve), "- a row is tested after 1 training set on average at some size: "));
  CHECK(has(to_text(curve), "too small by a factor of 0, "));
  curve.points[1].parts = ErrorParts{.rows = 4, .tests = 20};
  CHECK_FALSE(has(to_text(curve), "\nnotes\n"));
}

TEST_CASE("a curve as JSON has null for what does not exist and words for what is infinite") {
  const auto all = nlohmann::json::parse(to_json(small_curve()));
  CHECK(all["schema_version"] == 1);
  CHECK(all["splits"] == "nested");
  CHECK(all["complete"] == true);
  CHECK_FALSE(all.contains("best"));
  REQUIRE(all["results"].size() == 4);
  const auto& none = all["results"][0];
  CHECK(none["undefined_repeats"] == 2);
  for (const char* name : {"mean_accuracy", "median_accuracy", "lower_accuracy", "upper_accuracy",
                           "sd_accuracy", "mean_log_loss", "median_log_loss", "mean_ruled_out",
                           "test_noise", "split_noise", "training_noise"}) {
    CAPTURE(name);
    CHECK(none[name].is_null());
  }
  const auto& defined = all["results"][2];
  CHECK(defined["mean_log_loss"] == "inf");
  CHECK(defined["training_noise"] == 0.1);
  CHECK(defined["mean_ruled_out"] == 0.125);
  CHECK_FALSE(defined.contains("runs"));
}

TEST_CASE("single repeats stand in JSON as lists, and in CSV line by line") {
  const LearningCurve curve = small_curve();
  const auto all = nlohmann::json::parse(to_json(curve, CurveRuns::write));
  CHECK(all["results"][0]["runs"]["repeat"].empty());
  CHECK(all["results"][2]["runs"]["repeat"] == nlohmann::json({1, 2}));
  CHECK(all["results"][2]["runs"]["log_loss"] == nlohmann::json({0.5, "inf"}));
  CHECK(all["results"][2]["runs"]["ruled_out"] == nlohmann::json({0, 0.25}));

  const auto lines = lines_of(to_csv(curve, CurveRuns::write));
  REQUIRE(lines.size() == 7);  // a header and two for each of the three points with an estimate
  CHECK(lines[0] ==
        "estimator,test_size,test_rows,training_rows,repeat,accuracy,log_loss,ruled_out");
  CHECK(lines[4] == "predictive,0.5,5,5,2,1,inf,0.25");
}

TEST_CASE("a curve as CSV leaves fields without a number empty") {
  const auto lines = lines_of(to_csv(small_curve()));
  REQUIRE(lines.size() == 5);
  CHECK(lines[0] ==
        "estimator,test_size,test_rows,training_rows,repeats,undefined_repeats,mean_accuracy,"
        "median_accuracy,lower_accuracy,upper_accuracy,sd_accuracy,mean_log_loss,median_log_loss,"
        "mean_ruled_out,test_noise,split_noise,training_noise");
  CHECK(lines[1] == "maximum_likelihood,0.5,5,5,2,2,,,,,,,,,,,");
  CHECK(lines[3] == "predictive,0.5,5,5,2,0,0.75,0.75,0.5,1,0.25,inf,0.5,0.125,0.125,0.0625,0.1");
}

TEST_CASE("a curve as text has a table for each estimator and a letter for each in the picture") {
  LearningCurve curve = small_curve();
  curve.complete = false;
  curve.points.back().mean_log_loss = 0.4;
  const std::string text = to_text(curve);
  for (const char* part :
       {"label class with 2 classes: a, b\n",
        "10 rows, 2 repeats of 2 sizes, nested splits, seed 7", "stopped after 2 repeats",
        "\nmaximum_likelihood\n", "\npredictive\n", "\nmean accuracy\n", "\nmean log loss, nats\n",
        "training rows", "a scale spans at least 0.05",
        "  a maximum_likelihood, b predictive, + several\n"}) {
    CAPTURE(part);
    CHECK(has(text, part));
  }
  // 5 training rows at the left end, where one has an estimate; 8 at the right end.
  CHECK(has(text, "   0.750 |b\n"));
  CHECK(has(text, "   0.900 |" + std::string(71, ' ') + "+\n"));
  CHECK_FALSE(has(text, "best possible"));
}

TEST_CASE("a table goes from few training rows to many, whatever sizes were asked for") {
  LearningCurve curve = small_curve();
  curve.points = {curve.points[3], curve.points[2]};
  const std::string text = to_text(curve);
  CHECK(text.find("\n              5 ") < text.find("\n              8 "));
  CHECK(has(text, "training rows  test rows  log loss   p = 0  accuracy"));
  CHECK(has(text, "p = 0: proportion of test rows whose true class has probability 0"));
  for (CurvePoint& point : curve.points) point.mean_ruled_out = 0;
  CHECK(has(to_text(curve), "training rows  test rows  log loss  accuracy"));
  CHECK_FALSE(has(to_text(curve), "p = 0"));
}

TEST_CASE("accuracies that hardly differ do not fill the picture") {
  LearningCurve curve = small_curve();
  curve.points = {curve.points[2], curve.points[3]};
  curve.points[0].mean_accuracy = 0.929;
  curve.points[1].mean_accuracy = 0.934;
  const std::string text = to_text(curve);
  CHECK(has(text, "   0.957 |\n"));
  CHECK(has(text, "   0.907 |\n"));
}

TEST_CASE("a picture keeps its scale where a few log losses are far above the others") {
  LearningCurve curve = small_curve();
  const CurvePoint point = curve.points[3];
  curve.points.clear();
  for (Index rows = 1; rows <= 12; ++rows) {
    curve.points.push_back(point);
    curve.points.back().training_rows = rows;
    curve.points.back().mean_log_loss = rows == 1 ? 400 : 0.5 + 1.0 / static_cast<double>(rows);
  }
  const std::string text = to_text(curve);
  CHECK_FALSE(has(text, " 400.000 |"));
  CHECK(has(text, "a few far larger log losses are left out"));
}

TEST_CASE("the best possible is a line of the picture") {
  LearningCurve curve = small_curve();
  curve.best = BestPossible{.accuracy = 0.95, .standard_error = 0.001, .log_loss = 0.2};
  const std::string text = to_text(curve);
  CHECK(has(text, "best possible: accuracy 0.9500 +- 0.001, log loss 0.2000\n"));
  CHECK(has(text, "   0.950 |=" + std::string(70, ' ') + "=\n"));
  CHECK(has(text, "10 rows drawn for each"));
  const auto all = nlohmann::json::parse(to_json(curve));
  CHECK(all["best"]["accuracy"] == 0.95);
  CHECK(all["best"]["standard_error"] == 0.001);
}

TEST_CASE("a curve without one estimate has no picture and no fault") {
  LearningCurve curve = small_curve();
  curve.points = {curve.points.front()};
  const std::string text = to_text(curve);
  CHECK(has(text, "maximum_likelihood"));
  CHECK_FALSE(has(text, "mean accuracy"));
  curve.points.clear();
  CHECK(has(to_text(curve), "0 sizes"));
}

TEST_CASE("a point of weighted features says in JSON how they were weighted") {
  LearningCurve curve = small_curve();
  curve.points[3].feature_weights = FeatureWeighting::each;

  const auto results = nlohmann::json::parse(to_json(curve)).at("results");

  CHECK_FALSE(results.at(2).contains("feature_weights"));
  CHECK(results.at(3).at("feature_weights") == "each");
}

TEST_CASE("a curve says how rows were split, and by which structure they were scored") {
  LearningCurve curve = small_curve();
  curve.stratified = true;
  curve.structure = "tan";
  CHECK(has(to_text(curve),
            "10 rows, 2 repeats of 2 sizes, nested splits, stratified, seed 7\nstructure tan\n"));
  CHECK(nlohmann::json::parse(to_json(curve)).at("structure") == "tan");

  curve.splits = CurveSplits::given;
  CHECK(has(to_text(curve), "10 rows, 2 given splits of 2 sizes\nstructure tan\n"));
  curve.points.clear();
  curve.complete = false;
  CHECK(has(to_text(curve), "stopped after 0 repeats\n"));
}

TEST_CASE(
    "scores of training rows stand beside those of test rows, and only where they are found") {
  LearningCurve curve = small_curve();
  CHECK_FALSE(has(to_text(curve), "on the training rows"));
  CHECK_FALSE(has(to_json(curve, CurveRuns::write), "training_accuracy"));
  CHECK_FALSE(has(to_csv(curve, CurveRuns::write), "training_accuracy"));

  curve.points[2].mean_training_accuracy = 0.875;
  curve.points[2].mean_training_log_loss = 0.25;
  curve.points[2].runs[0].training_accuracy = 0.75;
  curve.points[2].runs[0].training_log_loss = 0.5;
  curve.points[3].mean_training_accuracy = 1;  // of a rule without probabilities

  const std::string text = to_text(curve);
  CHECK(has(text,
            "  on the training rows, beside the test rows\n"
            "  training rows  accuracy on them  on test rows  log loss on them  on test rows\n"
            "              5            0.8750        0.7500              0.25           inf\n"
            "              8            1.0000        0.9000                 -           inf\n"));
  CHECK(has(text,
            "              5                 -             -                 -             -\n"));
  const auto results = nlohmann::json::parse(to_json(curve, CurveRuns::write)).at("results");
  CHECK(results.at(0).at("mean_training_accuracy").is_null());
  CHECK(results.at(2).at("mean_training_accuracy") == 0.875);
  CHECK(results.at(2).at("mean_training_log_loss") == 0.25);
  CHECK(results.at(3).at("mean_training_log_loss").is_null());
  CHECK(results.at(0).at("runs").at("training_accuracy").empty());
  CHECK(results.at(2).at("runs").at("training_accuracy") == nlohmann::json({0.75, nullptr}));
  CHECK(results.at(2).at("runs").at("training_log_loss") == nlohmann::json({0.5, nullptr}));
  const auto points = lines_of(to_csv(curve));
  CHECK(has(points.at(0), ",training_noise,mean_training_accuracy,mean_training_log_loss"));
  CHECK(points.at(1) == "maximum_likelihood,0.5,5,5,2,2,,,,,,,,,,,,,");
  CHECK(points.at(3).ends_with(",0.1,0.875,0.25"));
  const auto runs = lines_of(to_csv(curve, CurveRuns::write));
  CHECK(runs.at(0).ends_with(",repeat,accuracy,log_loss,ruled_out,training_accuracy,training_log_loss"));
  CHECK(runs.at(3) == "predictive,0.5,5,5,1,0.5,0.5,0,0.75,0.5");
  CHECK(runs.at(4) == "predictive,0.5,5,5,2,1,inf,0.25,,");
}
