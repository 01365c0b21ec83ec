// `--tied`: one block of all normal columns, from flag to description.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"

using namespace credence::support;

namespace {

nlohmann::ordered_json described(const std::string& tying,
                                 const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  const std::string file = folder / "p.json";
  std::vector<std::string> words{
      "fit", shipped("iris.csv"), "--label", "class", "--tied", tying, "-q", "-o", file};
  words.insert(words.end(), more.begin(), more.end());
  const Run fit = run_tool(words);
  INFO(fit.err);
  REQUIRE(fit.exit == 0);
  return run_tool({"describe", file, "--format", "json"}).json();
}

}  // namespace

TEST_CASE("tied columns are one feature whose description compares the tyings") {
  const auto description = described("classes");

  REQUIRE(description["features"].size() == 1);
  const auto& block = description["features"][0];
  CHECK(block["feature"] == "tied");
  CHECK(block["family"] == "normal");
  CHECK(block["tied"] == "classes");
  CHECK(block["levels"].size() == 4);
  REQUIRE(block["tyings"].size() == 4);
  CHECK(block["tyings"][1]["tied"] == "classes");
  CHECK(block["tyings"][1]["log_bayes_factor"] == 0);  // the best of the four
  CHECK(block["tyings"][0]["log_bayes_factor"] < 0);
  for (const auto& cell : block["cells"])
    CHECK(cell["predictive"]["degrees"] == std::vector<double>(4, 151));
}

TEST_CASE("the evidence of free columns is that of columns without the flag") {
  const TemporaryFolder folder;
  const std::string file = folder / "p.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "-q", "-o", file}).exit == 0);
  const auto apart = run_tool({"describe", file, "--format", "json"}).json();

  CHECK(described("free")["log_evidence"].get<double>() ==
        doctest::Approx(apart["log_evidence"].get<double>()).epsilon(1e-13));
}

TEST_CASE("a stream learns a tied block as a file does") {
  const double whole = described("all")["log_evidence"].get<double>();

  CHECK(described("all", {"--stream", "--chunk", "500"})["log_evidence"].get<double>() ==
        doctest::Approx(whole).epsilon(1e-12));
}

TEST_CASE("a text description has a line for each column of a block") {
  const TemporaryFolder folder;
  const std::string file = folder / "p.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "--tied", "features", "-q",
                    "-o", file})
              .exit == 0);

  const std::string text = run_tool({"describe", file}).out;

  CHECK(text.find("tied: normal, prior auto, tied features") != std::string::npos);
  CHECK(text.find("log evidence when tied: free -315.601, classes -303.065 (best)") !=
        std::string::npos);
  CHECK(text.find("virginica, petal_width") != std::string::npos);
}

TEST_CASE("the prior of a tied block is given by the name of the block") {
  const auto description =
      described("all", {"--prior", "tied:mean=0,mean_weight=1,shape=1,scale=2"});
  const auto& cell = description["features"][0]["cells"][0];

  CHECK(cell["prior"]["shapes"] == std::vector<double>{1});
  CHECK(cell["prior"]["means"] == std::vector<double>(4, 0));
}

TEST_CASE("what cannot be tied is said with exit code 2") {
  const Run word = run_tool({"compare", shipped("iris.csv"), "--label", "class", "--tied", "some"});
  CHECK(word.exit == 2);
  CHECK(word.says("flag '--tied' holds 'some'"));
  const Run none =
      run_tool({"compare", shipped("house_votes_84.csv"), "--label", "class", "--tied", "all"});
  CHECK(none.exit == 2);
  CHECK(none.says("columns of family 'normal', and there is none"));
}

TEST_CASE("a schema file with a tied block is used as it stands") {
  const TemporaryFolder folder;
  const std::string schema = folder / "schema.json";
  write_to(schema,
           R"({"schema_version":1,"label":"class","columns":[{"name":"petals","family":"normal",)"
           R"("columns":["petal_length","petal_width"],"tied":"all"},)"
           R"({"name":"sepal_length","family":"normal"}]})");

  const Run run =
      run_tool({"compare", shipped("iris.csv"), "--schema", schema, "--format", "json"});

  REQUIRE(run.exit == 0);
  CHECK(run.json()["features"] == std::vector<std::string>{"petals", "sepal_length"});
  CHECK(run.json()["families"] == std::vector<std::string>{"normal", "normal"});
}

TEST_CASE("a tied block is explained in one line; intervals of answers are refused") {
  const TemporaryFolder folder;
  const std::string file = folder / "p.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "--tied", "classes", "-q", "-o",
                    file})
              .exit == 0);

  const Run explain =
      run_tool({"explain", file, shipped("iris.csv"), "--row", "71", "--format", "json"});
  INFO(explain.err);
  REQUIRE(explain.exit == 0);
  const auto explained = explain.json();
  REQUIRE(explained["lines"].size() == 2);
  const double sum = explained["lines"][0]["contribution"].get<double>() +
                     explained["lines"][1]["contribution"].get<double>();
  CHECK(explained["log_odds"].get<double>() == sum);

  const Run predict = run_tool({"predict", file, shipped("iris.csv"), "--interval", "0.9"});
  CHECK(predict.exit == 1);
  CHECK(predict.err.find("tied variances") != std::string::npos);
}
