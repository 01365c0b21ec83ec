// `credence check --dependence`: columns that depend on each other within classes.
#include <doctest/doctest.h>

#include "support/markup.hpp"
#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

const std::string credit = shipped("german_credit.csv");

// A posterior of german_credit in a folder.
std::string fitted(const TemporaryFolder& folder) {
  const std::string path = folder / "credit.json";
  REQUIRE(run_tool({"fit", credit, "--label", "class", "-o", path, "-q"}).exit == 0);
  return path;
}

}  // namespace

TEST_CASE("pairs of columns are compared in every class, as text, JSON and CSV") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder);
  const Run text = run_tool({"check", posterior, credit, "--dependence"});
  const Run json = run_tool({"check", posterior, credit, "--dependence", "--format", "json"});
  const Run csv = run_tool({"check", posterior, credit, "--dependence", "--format", "csv"});

  REQUIRE(text.exit == 0);
  CHECK(text.out.starts_with("1000 rows of label class: every two of 20 columns"));
  CHECK(has(text.out, "'duration' and 'credit_amount' depend on each other within every class"));
  CHECK(has(text.out, "... 350 more in CSV and JSON"));
  const ordered_json all = json.json();
  REQUIRE(all["results"].size() == 380);
  CHECK(all["results"][0]["first"] == "duration");
  CHECK(all["results"][0]["test"] == "normals");
  CHECK(all["results"][0]["interval"]["lower"] < all["results"][0]["mutual_information"]);
  CHECK(all["not_tested"].empty());
  CHECK(lines_of(csv.out).size() == 381);
  CHECK(lines_of(csv.out)[0] ==
        "first,second,class,test,rows,mutual_information,lower,upper,log_bayes_factor,probability");
}

TEST_CASE("the answer is the same for any number of threads") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder);
  const auto with = [&](const char* threads) {
    return run_tool({"check", posterior, credit, "--dependence", "--format", "csv", "--threads",
                     threads})
        .out;
  };
  CHECK(with("1") == with("3"));
}

TEST_CASE("pairs are drawn as a matrix, and the report names the strongest") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder);
  const std::string svg = folder / "pairs.svg";
  const std::string html = folder / "report.html";
  REQUIRE(run_tool({"check", posterior, credit, "--dependence", "--svg", svg, "-q"}).exit == 0);
  REQUIRE(run_tool({"report", credit, "--label", "class", "-o", html, "-q"}).exit == 0);

  CHECK(credence::testing::markup_of(text_of(svg)).fault == "");
  CHECK(has(text_of(svg), "credit_amount"));
  const std::string page = text_of(html);
  CHECK(has(page, "Do columns depend on each other?"));
  CHECK(has(page, "depend on each other within every class"));
}

TEST_CASE("flags of simulations have no meaning beside the comparison of columns") {
  const TemporaryFolder folder;
  check_usage({"check", fitted(folder), credit, "--dependence", "--simulations", "100"},
              "flag '--simulations' has no meaning beside '--dependence'");
}
