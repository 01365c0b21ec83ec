// `--digits`: results with fewer digits than the exact ones.
#include <doctest/doctest.h>

#include "support/fitted.hpp"
#include "support/relative.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

TEST_CASE("numbers of CSV are rounded, and cells that are kept stay as they were written") {
  const Fitted fitted("iris.csv");

  const auto exact = lines_of(fitted.run("predict", {"--keep", "sepal_length"}).out);
  const auto few = lines_of(fitted.run("predict", {"--keep", "sepal_length", "--digits", "1"}).out);

  REQUIRE(few.size() == exact.size());
  CHECK(few[0] == exact[0]);
  CHECK(few[1].starts_with("5.1,setosa,1,"));
  CHECK(exact[1].size() > few[1].size() + 10);
}

TEST_CASE("numbers of JSON are rounded, and whole numbers and texts stay") {
  const std::string iris = shipped("iris.csv");
  const auto compared = [&](const Words& more) {
    return run_tool(with({"compare", iris, "--label", "class", "--format", "json", "-q"}, more))
        .json();
  };

  const auto exact = compared({});
  const auto few = compared({"--digits", "3"});

  CHECK(few["rows"] == 150);
  CHECK(few["classes"] == exact["classes"]);
  CHECK(few["notes"] == exact["notes"]);
  const double whole = exact["results"][0]["log_loss"];
  const double rounded = few["results"][0]["log_loss"];
  CHECK(rounded != whole);
  CHECK(rounded == credence::testing::relative(whole, 0.005));
  CHECK(few["results"][0]["log_loss"].dump().size() <= 6);
}

TEST_CASE("the numbers of tables are rounded in CSV") {
  const auto run = [](const Words& more) {
    return run_tool(
        with({"select", shipped("iris.csv"), "--label", "class", "--format", "csv", "-q"}, more));
  };

  CHECK(run({"--digits", "2"}).out.size() < run({}).out.size());
  CHECK(lines_of(run({"--digits", "2"}).out).size() == lines_of(run({}).out).size());
}

TEST_CASE("digits of text and digits that are none are refused") {
  const std::string iris = shipped("iris.csv");
  for (const Words& more : {Words{"--digits", "3"},
                            {"--digits", "0", "--format", "json"},
                            {"--digits", "18", "--format", "json"}})
    check_usage(with({"compare", iris, "--label", "class"}, more), "--digits");
}
