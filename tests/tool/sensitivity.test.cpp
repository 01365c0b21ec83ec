// `credence sensitivity`.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

// A posterior of the iris data.
std::string learned(const TemporaryFolder& folder) {
  const std::string path = folder / "iris.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "-q", "-o", path}).exit == 0);
  return path;
}

}  // namespace

TEST_CASE("sensitivity tells at which strength of the priors labels change") {
  const TemporaryFolder folder;
  const std::string posterior = learned(folder);
  const std::string data = shipped("iris.csv");

  const Run json =
      run_tool({"sensitivity", posterior, data, "--octaves", "12", "--format", "json", "-q"});
  INFO(json.err);
  REQUIRE(json.exit == 0);
  const ordered_json found = json.json();
  CHECK(found["estimator"] == "predictive");
  CHECK(found["points"].size() == 25);
  CHECK(found["points"][12]["factor"] == 1);
  CHECK(found["points"][12]["flipped"] == 0);
  CHECK(found["points"][24]["flipped"].get<double>() > 0);
  CHECK(found["results"].size() == 150);

  const Run text = run_tool({"sensitivity", posterior, data, "--octaves", "12"});
  CHECK(text.exit == 0);
  CHECK(has(text.out, "150 rows, predictive, priors from x 1/2^12 to x 2^12"));
  const Run csv = run_tool({"sensitivity", posterior, data, "--octaves", "3", "--estimator",
                            "posterior_mean", "--format", "csv", "-q"});
  CHECK(csv.out.starts_with("row,label,probability,weaker_factor,"));
  const Run page = run_tool({"sensitivity", posterior, data, "--octaves", "3", "--svg", "-"});
  CHECK(page.out.starts_with("<?xml"));
  CHECK(run_tool(
            {"sensitivity", posterior, data, "--octaves", "3", "--html", folder / "p.html", "-q"})
            .exit == 0);
  CHECK(has(text_of(folder / "p.html"), "Sensitivity to priors"));
}

TEST_CASE("sensitivity counts one class and one row as one") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-o", posterior}, "x,class\n1,a\n2,a\n5,a\n")
              .exit == 0);

  const Run run = run_tool({"sensitivity", posterior, "-", "--octaves", "3"}, "x,class\n1,a\n");

  REQUIRE(run.exit == 0);
  CHECK(run.out.starts_with("label class with 1 class: a\n1 row, predictive, priors from "));
}

TEST_CASE("sensitivity refuses what it is not given and ranges beyond reason") {
  const TemporaryFolder folder;
  const std::string posterior = learned(folder);
  CHECK(run_tool({"sensitivity"}).exit == 2);
  CHECK(run_tool({"sensitivity", posterior}).says("needs DATA"));
  check_usage({"sensitivity", posterior, shipped("iris.csv"), "--octaves", "61"},
              "flag '--octaves' is 61; give at most 60");
  CHECK(run_tool({"sensitivity", posterior, shipped("iris.csv"), "--octaves", "0"}).exit == 2);
}
