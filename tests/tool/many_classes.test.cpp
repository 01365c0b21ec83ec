// Studies of labels with thousands of classes: memory and output grow with the rows and classes, not
// with the square of the classes.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"

using namespace credence::programs;

namespace {

// Two rows of each class, which one column of numbers tells apart.
std::string two_rows_each(int classes) {
  std::string text = "x,class\n";
  for (int klass = 0; klass < classes; ++klass)
    for (int row = 0; row < 2; ++row)
      text +=
          std::to_string(klass) + "." + std::to_string(row) + ",c" + std::to_string(klass) + "\n";
  return text;
}

}  // namespace

TEST_CASE("an evaluation of 1,500 classes is less than 4 MB of JSON") {
  const TemporaryFolder folder;
  write_to(folder / "data.csv", two_rows_each(1500));
  REQUIRE(
      run_tool({"fit", folder / "data.csv", "--label", "class", "-o", folder / "p.json"}).exit ==
      0);

  const Run run = run_tool({"evaluate", folder / "p.json", folder / "data.csv", "--estimator",
                            "predictive", "--format", "json"});

  CHECK(run.exit == 0);
  CHECK(run.out.size() < 4000000);
  const auto confusion = run.json()["results"][0]["confusion"];
  CHECK(confusion["classes"].size() == 1500);
  double rows = 0;
  for (const auto& cell : confusion["cells"]) rows += cell[2].get<double>();
  CHECK(rows == 3000);
}
