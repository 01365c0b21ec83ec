// `--tied`: one block of all normal columns, from flag to description.
#include <doctest/doctest.h>

#include "support/fitted.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

nlohmann::ordered_json described(const std::string& tying, const Words& more = {}) {
  const Fitted iris("iris.csv", with({"--tied", tying}, more));
  return run_tool({"describe", iris.posterior, "--format", "json"}).json();
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
  REQUIRE(block["tyings"].size() == 6);
  CHECK(block["tyings"][1]["tied"] == "classes");
  CHECK(block["tyings"][1]["log_bayes_factor"] == 0);  // the best of the six
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

TEST_CASE(
    "a schema that the tool has written takes ties and covariances, and other priors do not") {
  const TemporaryFolder folder;
  const std::string schema = folder / "schema.json", steady = folder / "steady.json";
  const auto made = [&](const std::string& file, const Words& more) {
    return run_tool(
        with({"schema", shipped("iris.csv"), "--label", "class", "-q", "-o", file}, more));
  };
  REQUIRE(made(schema, {}).exit == 0);
  REQUIRE(made(steady, {"--prior", "auto3"}).exit == 0);

  CHECK(described("classes", {"--schema", schema})["log_evidence"] ==
        described("classes")["log_evidence"]);
  CHECK(run_tool({"fit", shipped("iris.csv"), "--schema", schema, "--covariance", "full", "-o",
                  folder / "joint.json"})
            .exit == 0);
  CHECK(run_tool({"fit", shipped("iris.csv"), "--schema", steady, "--tied", "classes", "-o",
                  folder / "tied.json"})
            .says("the schema gives it a prior of its own"));
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

  CHECK(has(text, "tied: normal, prior auto, tied features"));
  CHECK(has(text, "log evidence when tied: free -315.601, classes -303.065 (best)"));
  CHECK(has(text, "virginica, petal_width"));
}

TEST_CASE("the prior of a tied block is given by the name of the block") {
  const auto description =
      described("all", {"--prior", "tied:mean=0,mean_weight=1,shape=1,scale=2"});
  const auto& cell = description["features"][0]["cells"][0];

  CHECK(cell["prior"]["shapes"] == std::vector<double>{1});
  CHECK(cell["prior"]["means"] == std::vector<double>(4, 0));
}

TEST_CASE("what cannot be tied is said with exit code 2") {
  check_usage({"compare", shipped("iris.csv"), "--label", "class", "--tied", "some"},
              "flag '--tied' has the unknown value 'some'; choose 'free', 'classes'");
  check_usage({"compare", shipped("house_votes_84.csv"), "--label", "class", "--tied", "all"},
              "columns of family 'normal', and there is none");
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

TEST_CASE("a tied block is explained column by column, with intervals") {
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
  REQUIRE(explained["lines"].size() == 5);
  CHECK(explained["lines"][3]["feature"] == "petal_length");
  CHECK(explained["lines"][3]["value"] == "4.8");
  double sum = 0;
  for (const auto& line : explained["lines"]) {
    sum += line["contribution"].get<double>();
    CHECK(line["interval"]["lower"] < line["interval"]["upper"]);
  }
  CHECK(explained["log_odds"].get<double>() == sum);
}

TEST_CASE("answers of a tied block have intervals") {
  const TemporaryFolder folder;
  for (const char* tying : {"free", "classes", "features", "all"}) {
    CAPTURE(tying);
    const std::string file = folder / (std::string(tying) + ".json");
    REQUIRE(run_tool({"fit", shipped("breast_cancer.csv"), "--label", "class", "--tied", tying,
                      "-q", "-o", file})
                .exit == 0);
    for (const Words& how : {Words{}, std::vector<std::string>{"--draws", "20"}}) {
      const Run run = run_tool(with({"predict", file, shipped("breast_cancer.csv"),
                                     "--interval-mass", "0.9", "--format", "json"},
                                    how));
      REQUIRE_MESSAGE(run.exit == 0, run.err);
      const auto rows = run.json();
      REQUIRE(rows.size() == 569);
      for (const auto& row : rows)
        CHECK((row["lower"] >= 0 && row["lower"] <= row["upper"] && row["upper"] <= 1));
    }
  }
}

TEST_CASE("the tying of most evidence is taken and said") {
  const TemporaryFolder folder;
  const std::string file = folder / "p.json";

  const Run fit =
      run_tool({"fit", shipped("iris.csv"), "--label", "class", "--tied", "auto", "-o", file});

  REQUIRE_MESSAGE(fit.exit == 0, fit.err);
  CHECK(
      fit.says("block 'tied' is tied classes by evidence (log Bayes factor 12.54 against "
               "'free')"));
  CHECK(run_tool({"describe", file, "--format", "json"}).json() == described("classes"));
  const auto schema =
      run_tool({"schema", shipped("iris.csv"), "--label", "class", "--tied", "auto"}).json();
  CHECK(schema["columns"][0]["tied"] == "classes");
}

TEST_CASE("a tying is not chosen where none has an evidence") {
  const Run run =
      run_tool({"schema", "-", "--label", "class", "--column", "x=normal", "--tied", "auto"},
               "x,class\n3,a\n3,a\n3,b\n");

  CHECK(run.exit == 1);
  CHECK(run.says("no tying of block 'tied' has an evidence"));
}
