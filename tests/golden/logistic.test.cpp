// Parity of logistic regression with scikit-learn on shipped data (logistic.csv, made by
// make_logistic.py).
#include <credence/data/convert.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>
#include <credence/data/number.hpp>
#include <credence/study/twin.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/models.hpp"
#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

Table data(const std::string& name) {
  return read_csv(project_file("examples/data/" + name + ".csv"));
}

// The texts of a column; a missing cell is empty.
Strings texts_of(const Table& table, const char* column) {
  const CodeColumn codes = codes_of(table, table.column(column));
  Strings all;
  for (const Code code : codes.codes)
    all.push_back(code == missing_code ? "" : codes.levels[static_cast<std::size_t>(code)]);
  return all;
}

double weight_of(const LogisticRegression& twin, const std::string& feature,
                 const std::string& value, Index klass) {
  if (feature.empty()) return twin.intercepts[static_cast<std::size_t>(klass)];
  for (std::size_t j = 0; j < twin.terms.size(); ++j)
    if (twin.terms[j].feature == feature && twin.terms[j].value == value)
      return twin.weight(static_cast<Index>(j), klass);
  FAIL("no weight of " << feature << " " << value);
  return 0;
}

void check_case(const std::string& name, const Table& table, const LogisticOptions& options,
                std::string_view weight = {}) {
  const Table golden = read_csv(project_file("tests/golden/logistic.csv"), {.comment = '#'});
  InferOptions inference{.label = "class"};
  if (!weight.empty()) inference.drop = {std::string(weight)};
  const LogisticRegression twin =
      logistic_twin(infer_model(table, inference), table, options, weight);
  CHECK(twin.gradient <= options.tolerance);
  const Strings cases = texts_of(golden, "case");
  const Strings features = texts_of(golden, "feature");
  const Strings values = texts_of(golden, "value");
  const Strings classes = texts_of(golden, "class");
  const Strings weights = texts_of(golden, "weight");
  Index compared = 0;
  double farthest = 0;
  for (std::size_t row = 0; row < cases.size(); ++row) {
    if (cases[row] != name) continue;
    ++compared;
    const auto place = std::find(twin.classes.begin(), twin.classes.end(), classes[row]);
    REQUIRE(place != twin.classes.end());
    const double wanted = *to_number(weights[row]);
    const double found = weight_of(twin, features[row], values[row], place - twin.classes.begin());
    farthest = std::max(farthest, std::abs(found - wanted) / std::max(1e-3, std::abs(wanted)));
  }
  CAPTURE(name);
  INFO("largest relative distance " << farthest);
  CHECK(farthest <= 1e-8);
  CHECK(compared == (std::ssize(twin.classes) - 1) * (1 + std::ssize(twin.terms)));
}

}  // namespace

TEST_CASE("logistic regression of two and of more classes has the weights of scikit-learn") {
  check_case("iris", data("iris"), {.ridge = 1});
  check_case("wine", data("wine"), {.ridge = 0.1});
  check_case("breast_cancer", data("breast_cancer"), {.ridge = 1});
}

TEST_CASE("logistic regression of categories and numbers has the weights of scikit-learn") {
  check_case("german_credit", data("german_credit"), {.ridge = 2});
  check_case("german_credit_without", data("german_credit"), {.ridge = 0});
}

TEST_CASE("logistic regression of weighted rows has the weights of scikit-learn") {
  Table table = data("iris");
  std::vector<double> weights;
  for (Index row = 0; row < table.rows(); ++row)
    weights.push_back(1.0 + static_cast<double>(row % 3));
  table.add("weight", weights);
  check_case("iris_weighted", table, {.ridge = 0.5}, "weight");
}
