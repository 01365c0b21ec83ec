// `credence curve` with `--decompose`, `--on-training` and `--simulate`: parts of errors and scores of training rows as
// text, JSON, CSV and figures; flags without a meaning.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

Words curve_of_iris(const Words& more) {
  return with({"curve", shipped("iris.csv"), "--label", "class", "--sizes", "10,50", "--repeat",
               "20", "--quiet"},
              more);
}

}  // namespace

TEST_CASE(
    "a decomposed curve writes the parts of each error in JSON and CSV, and else what it did") {
  const auto plain = run_tool(curve_of_iris({"--format", "json"})).json();
  auto found = run_tool(curve_of_iris({"--decompose", "--format", "json"})).json();

  for (auto& point : found["results"]) {
    const auto& parts = point["decomposition"];
    CHECK(parts["noise"].is_null());
    CHECK(parts["error"].get<double>() ==
          doctest::Approx(parts["bias"].get<double>() + parts["variance_unbiased"].get<double>() -
                          parts["variance_biased"].get<double>()));
    CHECK(parts["brier"].get<double>() == doctest::Approx(parts["brier_bias"].get<double>() +
                                                          parts["brier_variance"].get<double>()));
    point.erase("decomposition");
  }
  CHECK(found == plain);
  const Run csv = run_tool(curve_of_iris({"--decompose", "--format", "csv"}));
  CHECK(has(csv.out,
            ",error,noise,bias,variance_unbiased,variance_biased,brier,brier_noise,"
            "brier_bias,brier_variance\n"));
}

TEST_CASE("the text of a decomposed curve says that data do not tell noise from bias") {
  const Run run = run_tool(curve_of_iris({"--decompose"}));

  CHECK(run.exit == 0);
  CHECK(has(run.out, "parts of the error and of the Brier score"));
  CHECK(has(run.out, "do not tell noise from bias"));
}

TEST_CASE("each part of an error has a figure, and a curve without parts has none of them") {
  const TemporaryFolder folder;
  for (const std::string figure : {"bias", "variance", "brier_bias", "brier_variance"}) {
    CAPTURE(figure);
    const std::string picture = folder / (figure + ".svg");
    CHECK(run_tool(curve_of_iris({"--decompose", "--svg", picture, "--figure", figure})).exit == 0);
    CHECK(has(text_of(picture), "training rows"));
    check_usage(curve_of_iris({"--svg", folder / "none.svg", "--figure", figure}),
                "'" + figure + "'");
  }
}

TEST_CASE("with simulated rows the noise of a decomposed curve stands apart") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  const std::string truth = folder / "t.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "-o", posterior}).exit == 0);
  REQUIRE(run_tool({"simulate", "--from", posterior, "--estimator", "posterior_mean", "--rows", "5",
                    "--truth", truth, "-o", folder / "r.csv"})
              .exit == 0);

  const auto found =
      run_tool({"curve", "--simulate", "--parameters", truth, "--sizes", "10,100", "--test-rows",
                "100", "--repeat", "10", "--decompose", "--format", "json", "--quiet"})
          .json();

  const Run text = run_tool({"curve", "--simulate", "--parameters", truth, "--sizes", "10",
                             "--test-rows", "100", "--repeat", "10", "--decompose", "--quiet"});
  std::string words = text.out;
  const auto two_blanks = [](char a, char b) { return a == ' ' && b == ' '; };
  words.erase(std::unique(words.begin(), words.end(), two_blanks), words.end());
  CHECK(has(words, "error noise bias + variance - variance Brier noise bias variance\n"));
  for (const auto& point : found["results"]) {
    const auto& parts = point["decomposition"];
    CHECK(parts["rows"] == 100);
    CHECK(parts["noise"].is_number());
    CHECK(parts["brier_noise"].get<double>() > 0);
  }
}

TEST_CASE("a curve of a model without texts takes no number of words") {
  const TemporaryFolder folder;
  write_to(folder / "model.json", R"({"schema_version": 1, "label": "c", "classes": ["a", "b"],
    "columns": [{"name": "x", "family": "poisson", "prior": {"shape": 1, "rate": 1}}]})");
  for (const std::string flag : {"--tokens", "--exposure"})
    check_usage(
        {"curve", "--simulate", "--schema", folder / "model.json", "--sizes", "5", flag, "3"},
        "flag '" + flag + "' is for");
}

TEST_CASE("flags of data have no meaning beside --simulate") {
  for (const auto& [flag, value] : {std::pair{"--weight", "w"},
                                    {"--families", "auto"},
                                    {"--limit", "levels=9"},
                                    {"--input-format", "csv"}})
    check_usage(
        {"curve", "--simulate", "--schema", shipped("iris.csv"), "--sizes", "5", flag, value},
        "flag '" + std::string(flag) + "' has no meaning beside '--simulate'");
}

TEST_CASE("--on-training adds scores of training rows in each format, and changes nothing else") {
  const TemporaryFolder folder;
  const auto plain = run_tool(curve_of_iris({"--format", "json", "--each-repeat"})).json();
  auto found =
      run_tool(curve_of_iris({"--on-training", "--format", "json", "--each-repeat"})).json();

  for (auto& point : found["results"]) {
    CHECK(point["mean_training_accuracy"].is_number());
    CHECK(point["runs"]["training_accuracy"].size() == point["runs"]["repeat"].size());
    point.erase("mean_training_accuracy");
    point.erase("mean_training_log_loss");
    point["runs"].erase("training_accuracy");
    point["runs"].erase("training_log_loss");
  }
  CHECK(found == plain);
  const Run csv = run_tool(curve_of_iris({"--on-training", "--format", "csv"}));
  CHECK(has(csv.out, ",training_noise,mean_training_accuracy,mean_training_log_loss\n"));
  const Run text = run_tool(curve_of_iris({"--on-training"}));
  CHECK(has(text.out, "on the training rows, beside the test rows\n"));
  for (const std::string figure : {"training_accuracy", "training_log_loss"}) {
    CAPTURE(figure);
    const std::string picture = folder / (figure + ".svg");
    CHECK(run_tool(curve_of_iris({"--on-training", "--svg", picture, "--figure", figure})).exit ==
          0);
    CHECK(has(text_of(picture), "thin lines the training rows"));
    CHECK(run_tool(curve_of_iris({"--svg", folder / "none.svg", "--figure", figure})).exit == 2);
  }
}

TEST_CASE("--on-training scores simulated training sets and those of given splits, too") {
  const TemporaryFolder folder;
  write_to(folder / "model.json", R"({"schema_version": 1, "label": "c", "classes": ["a", "b"],
    "columns": [{"name": "x", "family": "poisson", "prior": {"shape": 1, "rate": 1}}]})");
  const auto simulated = run_tool({"curve", "--simulate", "--schema", folder / "model.json",
                                   "--sizes", "5,20", "--test-rows", "50", "--repeat", "3",
                                   "--on-training", "--format", "json", "--quiet"})
                             .json();
  for (const auto& point : simulated["results"]) CHECK(point.contains("mean_training_accuracy"));

  std::string rows = "s1\n";
  for (int row = 0; row < 150; ++row) rows += row % 2 == 0 ? "train\n" : "test\n";
  write_to(folder / "splits.csv", rows);
  const auto given =
      run_tool({"curve", shipped("iris.csv"), "--label", "class", "--splits", folder / "splits.csv",
                "--on-training", "--format", "json", "--quiet"})
          .json();
  for (const auto& point : given["results"]) CHECK(point["mean_training_accuracy"].is_number());
}
