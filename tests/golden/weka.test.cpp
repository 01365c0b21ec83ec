// Parity with Weka on nominal data (weka_*.csv, made by make_weka.py).
#include <credence/data/convert.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/lazy_rules.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

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

namespace {

// All columns of categories but the class.
Schema categories_of(const Table& table) {
  Schema schema = schema_of({});
  for (const Column& column : table.columns()) {
    if (column.name == "class" || column.name.starts_with("probability")) continue;
    const bool is_number =
        !throws_error([&] { (void)numbers_of(table, column); }, ErrorCode::parse);
    if (!is_number || table.rows() < 100)
      schema.columns.push_back({.name = column.name, .family = "categorical"});
  }
  return schema;
}

// The largest difference from Weka's AODE, whose answers stand in the columns "PREFIX:CLASS".
double furthest_from_weka(const Table& table, const Table& golden, const std::string& prefix,
                          double least_rows) {
  const Model model =
      with_structure(Model(categories_of(table)),
                     {.kind = StructureKind::aode, .least_rows = least_rows, .like_weka = true});
  const Classifier classifier{observe(model, table), Estimator::predictive};
  const Predictions answers = classifier.predict(table);
  REQUIRE(golden.rows() == answers.rows());
  double furthest = 0;
  for (std::size_t at = 0; at < answers.classes.size(); ++at) {
    const Doubles expected = numbers_in(golden, prefix + ":" + answers.classes[at]);
    for (Index row = 0; row < golden.rows(); ++row)
      furthest = std::max(furthest, std::abs(answers.probability(row, static_cast<Index>(at)) -
                                             expected[static_cast<std::size_t>(row)]));
  }
  return furthest;
}

Table golden_table(const std::string& name) {
  return read_csv(project_file("tests/golden/weka_aode_" + name + ".csv"), {.comment = '#'});
}

}  // namespace

TEST_CASE("AODE like Weka agrees with Weka's to 1e-12") {
  for (const char* name : {"house_votes_84", "german_credit"}) {
    CAPTURE(name);
    const Table table = read_csv(project_file("examples/data/" + std::string(name) + ".csv"));
    CHECK(furthest_from_weka(table, golden_table(name), "probability", 1) <= 1e-12);
  }
  const Table nine = golden_table("nine_rows");
  CHECK(furthest_from_weka(nine, nine, "probability_1", 1) <= 1e-12);
  CHECK(furthest_from_weka(nine, nine, "probability_3", 3) <= 1e-12);
  const Table gaps = golden_table("missing_cells");
  CHECK(furthest_from_weka(gaps, gaps, "probability_1", 1) <= 1e-12);
  CHECK(furthest_from_weka(gaps, gaps, "probability_5", 5) <= 1e-12);
}
