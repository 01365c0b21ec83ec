// `credence check`: data beside simulated data.
#include <doctest/doctest.h>

#include "support/markup.hpp"
#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

const std::string iris = shipped("iris.csv");

// A posterior of iris in a folder.
std::string fitted(const TemporaryFolder& folder) {
  const std::string path = folder / "iris.json";
  REQUIRE(run_tool({"fit", iris, "--label", "class", "-o", path, "-q"}).exit == 0);
  return path;
}

}  // namespace

TEST_CASE("a posterior is checked against its data, and the answer has the shape of the contract") {
  const TemporaryFolder folder;
  const Run run = run_tool({"check", fitted(folder), iris, "--format", "json", "-q"});

  REQUIRE(run.exit == 0);
  CHECK(run.err.empty());
  const ordered_json all = run.json();
  CHECK(all["schema_version"] == 1);
  CHECK(all["simulated_from"] == "posterior");
  CHECK(all["simulations"] == 1000);
  CHECK(all["seed"] == 1);
  CHECK(all["rows"] == 150);
  REQUIRE(all["results"].size() == 12);
  int extreme = 0;
  int quantities = 0;
  for (const ordered_json& cell : all["results"])
    for (const ordered_json& each : cell["quantities"]) {
      ++quantities;
      extreme += each["extreme"].get<bool>() ? 1 : 0;
      CHECK(each["lower"].get<double>() <= each["median"].get<double>());
      CHECK(each["median"].get<double>() <= each["upper"].get<double>());
      CHECK(each["p_value"].get<double>() > 0);
      CHECK(each["p_value"].get<double>() <= 1);
    }
  CHECK(all["quantities"] == quantities);
  CHECK(all["extreme"] == extreme);
}

TEST_CASE("the prior of a posterior is checked with the same words") {
  const TemporaryFolder folder;
  const Run run = run_tool({"check", fitted(folder), iris, "--from-prior", "--simulations", "300",
                            "--seed", "4", "--features", "petal_length", "--interval-mass", "0.5"});
  REQUIRE(run.exit == 0);
  CHECK(
      run.out.starts_with("150 rows of label class, beside 300 data sets like them simulated from "
                          "the prior (seed 4); intervals hold 50 %\n"));
  CHECK(has(run.out, "takes numbers from the data"));
  CHECK_FALSE(has(run.out, "sepal"));
}

TEST_CASE("a check has the same bytes for any number of threads") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder);
  const Run one = run_tool({"check", posterior, iris, "--format", "csv", "--threads", "1"});
  const Run three = run_tool({"check", posterior, iris, "--format", "csv", "--threads", "3"});
  REQUIRE(one.exit == 0);
  CHECK(one.out == three.out);
  CHECK(lines_of(one.out).size() == 73);
}

TEST_CASE("pictures of a check are written beside it") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder), page = folder / "page.html", svg = folder / "x.svg";
  const Run run = run_tool({"check", posterior, iris, "--html", page, "--svg", svg, "--figure",
                            "check of petal_width", "--from-posterior", "-q"});
  REQUIRE(run.exit == 0);
  const auto markup = credence::testing::markup_of(text_of(page));
  CHECK(markup.fault == "");
  CHECK(markup.count("svg") == 4);
  CHECK(has(text_of(svg), "petal_width"));
  check_usage({"check", posterior, iris, "--svg", "-", "--figure", "nothing"},
              "check of petal_width");
}

TEST_CASE("flags of a check that make no sense end with exit code 2") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder);
  const auto refused = [&](const Words& flags, const std::string& text) {
    const Run run = run_tool(with({"check", posterior, iris}, flags));
    CAPTURE(run.err);
    return run.exit == 2 && run.says(text);
  };
  CHECK(refused({"--from-prior", "--from-posterior"}, "exclude each other"));
  CHECK(refused({"--simulations", "100"}, "give at least --simulations 200"));
  CHECK(refused({"--simulations", "1000001"}, "give at most 1000000"));
  CHECK(refused({"--simulations", "0"}, "--simulations"));
  CHECK(refused({"--extreme", "0"}, "--extreme"));
  CHECK(refused({"--interval-mass", "2"}, "--interval-mass"));
  CHECK(refused({"--features", "nothing"}, "nothing"));
  CHECK(refused({"--weight", "nothing"}, "nothing"));
  CHECK(run_tool({"check"}).exit == 2);
  CHECK(run_tool({"check", posterior}).says("needs DATA"));
  CHECK(run_tool({"check", posterior, iris, "--extreme", "0.2", "--simulations", "10"}).exit == 0);
}

TEST_CASE("data that a posterior cannot be checked against end with exit code 3") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder), other = folder / "other.csv";
  write_to(other, "sepal_length,sepal_width,petal_length,petal_width,class\n1,2,3,4,rose\n");
  const Run run = run_tool({"check", posterior, other});
  CHECK(run.exit == 3);
  CHECK(run.says("rose"));
}
