// Parity with Weka on nominal data (weka_*.csv, made by make_weka.py).
#include <credence/data/convert.hpp>
#include <credence/study/lazy_rules.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/models.hpp"
#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

Doubles numbers_in(const Table& table, const std::string& column) {
  const RealColumn found = numbers_of(table, table.column(column));
  Doubles all;
  for (Index row = 0; row < table.rows(); ++row) all.push_back(found.view()[row]);
  return all;
}

}  // namespace

TEST_CASE("lazy rules agree with Weka's LBR to 1e-12") {
  const Table golden =
      read_csv(project_file("tests/golden/weka_lbr_house_votes_84.csv"), {.comment = '#'});
  const Table table = read_csv(project_file("examples/data/house_votes_84.csv"));
  Schema schema = schema_of({});
  for (const Column& column : table.columns())
    if (column.name != "class")
      schema.columns.push_back(
          {.name = column.name, .family = "categorical", .missing_is_level = true});
  std::vector<Index> asked;
  std::vector<Index> training;
  for (Index row = 0; row < table.rows(); ++row) (row % 10 == 0 ? asked : training).push_back(row);
  const Model model(schema);
  const BoundTable bound = bind(model, table);

  const LazyPredictions answers =
      LazyRules(model, bound, training, Estimator::predictive).predict(bound, asked);

  REQUIRE(golden.rows() == std::ssize(asked));
  CHECK(answers.local_models > 5);
  double furthest = 0;
  for (const std::string& klass : answers.predictions.classes) {
    const Doubles expected = numbers_in(golden, "probability:" + klass);
    const Index at = klass == "democrat" ? 0 : 1;
    for (Index row = 0; row < golden.rows(); ++row)
      furthest = std::max(furthest, std::abs(answers.predictions.probability(row, at) -
                                             expected[static_cast<std::size_t>(row)]));
  }
  CHECK(furthest <= 1e-12);
}
