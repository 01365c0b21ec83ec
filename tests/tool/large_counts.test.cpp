// What the tool says of counts beyond 2^53 (R16).
#include <doctest/doctest.h>

#include "support/run_tool.hpp"

using namespace credence::programs;

namespace {

// Rows whose first weighs `weight`.
std::string rows(const std::string& weight) {
  return "city,times,class\nOslo," + weight + ",a\nOslo,1,a\nRome,1,b\n";
}

Run fit(const TemporaryFolder& folder, const std::string& weight, const Words& more = {}) {
  write_to(folder / "data.csv", rows(weight));
  return run_tool(with({"fit", folder / "data.csv", "--label", "class", "--weight", "times", "-o",
                        folder / ("of_" + weight + ".json")},
                       more));
}

}  // namespace

TEST_CASE("fit says which counts have reached 2 to the 53rd, and what helps") {
  const TemporaryFolder folder;

  const Run below = fit(folder, "9007199254740990");
  const Run beyond = fit(folder, "9007199254740992");
  const Run exact = fit(folder, "9007199254740993", {"--exact"});

  CHECK(below.exit == 0);
  CHECK_FALSE(below.says("2^53"));
  CHECK(beyond.exit == 0);
  CHECK(
      beyond.says("column 'class', class 'a' and 1 more of classes and columns: counts have "
                  "reached 2^53 = 9007199254740992"));
  CHECK(beyond.says("divide the weights, or fit with --exact"));
  CHECK(beyond.out.empty());
  CHECK(exact.exit == 0);
  CHECK(exact.says("they are shown rounded, the sums behind them are exact"));
}

TEST_CASE("merge says it of counts that reach 2 to the 53rd together, and quiet says nothing") {
  const TemporaryFolder folder;
  REQUIRE(fit(folder, "5000000000000000").exit == 0);
  REQUIRE(fit(folder, "4500000000000000").exit == 0);
  const auto merge_to = [&](const std::string& name, const Words& more) {
    return run_tool(with({"merge", folder / "of_5000000000000000.json",
                          folder / "of_4500000000000000.json", "-o", folder / name},
                         more));
  };

  const Run told = merge_to("sum.json", {});
  const Run quiet = merge_to("again.json", {"-q"});

  CHECK(told.exit == 0);
  CHECK(told.says("counts have reached 2^53"));
  CHECK(quiet.exit == 0);
  CHECK(quiet.err.empty());
  CHECK(text_of(folder / "again.json") == text_of(folder / "sum.json"));
}
