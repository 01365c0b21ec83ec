// `--feature-weights` in every verb that has it.
#include <doctest/doctest.h>

#include "support/fitted.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

const Words weights_of_each{"--feature-weights", "each"};

}  // namespace

TEST_CASE("fit stores weights that predict, describe and explain use") {
  const Fitted weighted("wine.csv", weights_of_each);
  const Fitted bare("wine.csv");

  const ordered_json described =
      run_tool({"describe", weighted.posterior, "--format", "json"}).json()["feature_weights"];
  CHECK(described["kind"] == "each");
  CHECK(described["estimator"] == "predictive");
  CHECK(described["rows"] == 178);
  CHECK(described["values"].size() == 13);
  CHECK(described["log_loss_after"] < described["log_loss_before"]);
  CHECK(has(run_tool({"describe", weighted.posterior}).out, "feature weights: each"));

  const std::string answers = weighted.run("predict", {}).out;
  CHECK(answers != bare.run("predict", {}).out);
  CHECK(weighted.run("predict", {"--feature-weights", "none"}).out == bare.run("predict", {}).out);

  const ordered_json why = weighted.run("explain", {"--row", "1", "--format", "json"}).json();
  double sum = 0;
  for (const ordered_json& line : why["lines"]) sum += line["contribution"].get<double>();
  CHECK(sum == doctest::Approx(why["log_odds"].get<double>()));
  for (const ordered_json& line : why["lines"])
    if (line["kind"] == "feature")
      CHECK(line.value("weight", 1.0) == described["values"][line["feature"].get<std::string>()]);
}

TEST_CASE("weights of a file answer for their estimator alone, and have no density") {
  const Fitted weighted("wine.csv", weights_of_each);
  check_usage(weighted.run("predict", {"--estimator", "posterior_mean"}),
              "found for estimator 'predictive'");
  CHECK(weighted.run("predict", {"--estimator", "mean", "--feature-weights", "none"}).exit == 0);
  check_usage(weighted.run("predict", {"--columns", "log_evidence"}),
              "'log_evidence' is of the model without feature weights");
  const Fitted mean("wine.csv", {"--feature-weights", "common", "--estimator", "posterior_mean"});
  CHECK(mean.run("predict", {}).exit == 0);
  const ordered_json results = mean.run("evaluate", {"--format", "json"}).json()["results"];
  int rows = 0;
  for (const ordered_json& result : results)
    if (result.contains("feature_weights")) {
      CHECK(result["estimator"] == "posterior_mean");
      CHECK(result["feature_weights"] == "common");
      ++rows;
    }
  CHECK(rows == 1);
}

TEST_CASE("update, merge and forget drop weights with a note; update finds them anew") {
  const Fitted weighted("wine.csv", with({"--exact"}, weights_of_each));
  const std::string out = weighted.folder / "more.json";
  const auto has_weights = [&] { return has(text_of(out), "feature_weights"); };
  const Run updated =
      run_tool({"fit", "--update", weighted.posterior, weighted.data, "-o", out, "--force"});
  CHECK(
      updated.says("the feature weights are dropped, since they were found without the added rows; "
                   "'credence fit "
                   "--feature-weights each' finds new ones"));
  CHECK_FALSE(has_weights());
  const Run anew =
      run_tool(with({"fit", "--update", weighted.posterior, weighted.data, "-o", out, "--force"},
                    weights_of_each));
  CHECK(anew.exit == 0);
  CHECK(has_weights());
  const Run merged =
      run_tool({"merge", weighted.posterior, weighted.posterior, "-o", out, "--force"});
  CHECK(merged.says("the feature weights are dropped, since they were found from its rows alone;"));
  CHECK_FALSE(has_weights());
  run_tool({"merge", weighted.posterior, "-o", out, "--force"});
  CHECK(has_weights());
  const Run forgotten =
      run_tool({"forget", weighted.posterior, weighted.data, "-o", out, "--force"});
  CHECK(forgotten.says(
      "the feature weights are dropped, since they were found with the rows that are forgotten;"));
  CHECK_FALSE(has_weights());
}

TEST_CASE("fit says from how many rows weights were found, and what they do") {
  const TemporaryFolder folder;
  const Run all = run_tool({"fit", shipped("german_credit.csv"), "--label", "class", "-o",
                            folder / "all.json", "--feature-weights", "each"});
  CHECK(all.says("found from 1000 rows"));
  const Run some =
      run_tool({"fit", shipped("german_credit.csv"), "--label", "class", "-o", folder / "some.json",
                "--feature-weights", "each", "--feature-weights-rows", "300"});
  CHECK(some.says("a sample of 300 of the 1000 rows"));
}

TEST_CASE("compare lists weighted rows in text, JSON and CSV only where they are asked for") {
  const Words asked{"compare", shipped("iris.csv"), "--label",
                    "class",   "--estimator",       "predictive"};
  const ordered_json json =
      run_tool(with(with(asked, weights_of_each), {"--format", "json"})).json();
  CHECK(json["results"].size() == 9);
  CHECK(json["results"][3]["estimator"] == "predictive");
  CHECK(json["results"][3]["feature_weights"] == "each");
  CHECK_FALSE(json["results"][0].contains("feature_weights"));
  const std::string csv = run_tool(with(with(asked, weights_of_each), {"--format", "csv"})).out;
  CHECK(lines_of(csv)[0].ends_with(",feature_weights"));
  CHECK(lines_of(csv)[4].ends_with(",each"));
  CHECK_FALSE(has(run_tool(with(asked, {"--format", "csv"})).out, "feature_weights"));
  const Run common = run_tool(with(asked, {"--feature-weights", "common"}));
  CHECK(has(common.out, "\nestimator   weights  on "));
  CHECK(has(common.out, "\npredictive  common   leave_one_out "));
  CHECK(has(common.out, "\npredictive  -        leave_one_out "));
  const Run subsets = run_tool(with(asked, {"--feature-weights", "subsets:20"}));
  CHECK(has(subsets.out, "\npredictive  subset   leave_one_out "));
}

TEST_CASE("curve has points with weights beside those without") {
  const Run run =
      run_tool({"curve", shipped("iris.csv"), "--label", "class", "--sizes", "30", "--repeat", "3",
                "--estimator", "predictive", "--feature-weights", "each", "--format", "csv"});
  REQUIRE(run.exit == 0);
  const auto lines = lines_of(run.out);
  REQUIRE(lines.size() == 4);
  CHECK(lines[1].ends_with(",none"));
  CHECK(lines[2].ends_with(",each"));
}

TEST_CASE("a report with weights has their figure, and one without advises them where they help") {
  const TemporaryFolder folder;
  const auto page = [&](const std::string& data, const Words& more) {
    const std::string out = folder / "page.html";
    const Run run = run_tool(with(
        {"report", shipped(data), "--label", "class", "--simulations", "0", "-o", out, "--force"},
        more));
    REQUIRE(run.exit == 0);
    return text_of(out);
  };
  const std::string weighted = page("iris.csv", weights_of_each);
  CHECK(has(weighted, "Feature weights"));
  CHECK(has(weighted, "Calibration of each estimator with feature weights"));
  const std::string advised = page("breast_cancer.csv", {});
  CHECK(has(advised, "--feature-weights each"));
  CHECK(has(advised, "--families auto"));
}

TEST_CASE("flags of weights that make no sense are refused") {
  const TemporaryFolder folder;
  const auto refused = [&](const Words& more, const std::string& why) {
    check_usage(
        with({"fit", shipped("iris.csv"), "--label", "class", "-o", folder / "p.json", "--force"},
             more),
        why);
  };
  refused({"--feature-weights", "every"}, "unknown value 'every'");
  refused({"--feature-weights", "subsets:0"}, "at least 1");
  refused({"--feature-weights-rows", "100"}, "give --feature-weights beside it");
  refused({"--feature-weights", "each", "--feature-weights-rows", "some"}, "some");
  refused({"--feature-weights", "each", "--stream"}, "has no place beside --stream");
  refused({"--estimator", "predictive"}, "give --feature-weights beside it");
  write_to(folder / "few.csv", "city,class\na,p\na,p\nb,p\na,q\nc,q\na,q\n");
  const Run none = run_tool({"fit", folder / "few.csv", "--label", "class", "-o", folder / "p.json",
                             "--feature-weights", "each", "--estimator", "mle", "--force"});
  CHECK(none.exit == 1);
  CHECK(none.says("column 'city', class 'p'"));
}
