// Cells that databases treat each in its own way: SQL answers all the same as `predict` does.
#include "engines/rows.hpp"

using namespace credence;
using namespace credence::engines;

namespace {

Table odd_rows(const std::string& third) {
  Table table;
  table.add("y", std::vector<std::string>{"a", "A", "a", "A", "a"});
  table.add("c", std::vector<std::string>{"X", "x", "X", "X", "x"});
  table.add("gone", std::vector<std::string>{"", "", "", "", ""});
  table.add("n", std::vector<std::string>{"1", "2", third, "2.25", "0.5"});
  return table;
}

const Model& odd_model() {
  static const Model model(
      Schema{.label = "y",
             .columns = {{.name = "c", .family = "categorical"},
                         {.name = "gone", .family = "categorical", .levels = {"1", "2"}},
                         {.name = "n", .family = "normal"}}});
  return model;
}

void check_odd_cells(const std::string& name) {
  const auto database = engine(name);
  if (!database) return;
  const Model& model = odd_model();
  const Table table = odd_rows("1.5");
  upload(*database, "odd", table, {"gone", "n"});  // a category that no row has, as numbers
  if (name == "duckdb") {                          // whose collations change comparisons
    REQUIRE(database
                ->run("ALTER TABLE odd RENAME TO plain; CREATE TABLE odd (id integer, y text "
                      "COLLATE nocase, c text COLLATE nocase, gone double, n double); INSERT "
                      "INTO odd SELECT * FROM plain;")
                .exit == 0);
  }
  const std::string csv = counted(*database, model, {.table = "odd"});
  const auto posterior = sql::posterior_from_statistics(model, csv, "counted.csv");
  CHECK(largest_difference(record_of(observe(model, table)), record_of(posterior)) <= 1e-12);

  REQUIRE(database->run("UPDATE odd SET n = -1e170 WHERE id = 2;").exit == 0);
  const Table far = odd_rows("-1e170");
  for (const Estimator estimator : {Estimator::posterior_mean, Estimator::predictive}) {
    const Apart most = apart(*database, posterior, far, {.table = "odd"}, estimator);
    CHECK(most.labels == 0);
    CHECK(most.joint <= 1e-12);
    CHECK(most.probability <= 1e-11);
  }
}

// A block of one column, and numbers whose squares are near the end of the range of double.
void check_small_blocks(const std::string& name) {
  const auto database = engine(name);
  if (!database) return;
  Table table;
  table.add("y", std::vector<std::string>{"a", "b", "a", "b", "a"});
  table.add("one", std::vector<std::string>{"1", "2.5", "", "4", "0.5"});
  table.add("tiny", std::vector<std::string>{"1e-152", "2e-152", "-3e-152", "5e-152", "4e-152"});
  Schema schema{.label = "y",
                .columns = {{.name = "block",
                             .family = "normal",
                             .columns = {"one"},
                             .covariance = Covariance::full}}};
  const Model scored(schema);
  schema.columns.push_back({.name = "tiny", .family = "normal"});
  const Model model(schema);
  upload(*database, "small", table, {"one", "tiny"});
  const std::string csv = counted(*database, model, {.table = "small"});
  const auto posterior = sql::posterior_from_statistics(model, csv, "counted.csv");
  CHECK(largest_difference(record_of(observe(model, table)), record_of(posterior)) <= 1e-12);

  const Apart most = apart(*database, observe(scored, table), table, {.table = "small"},
                           Estimator::maximum_a_posteriori);
  CHECK(most.labels == 0);
  CHECK(most.joint <= 1e-12);
}

}  // namespace

TEST_CASE("databases answer as predict does: missing cells, collations and numbers far away") {
  for (const std::string name : {"sqlite", "postgresql", "duckdb"}) {
    CAPTURE(name);
    check_odd_cells(name);
  }
}

TEST_CASE("databases score blocks of one column, and keep the squares of tiny numbers") {
  for (const std::string name : {"sqlite", "postgresql", "duckdb"}) {
    CAPTURE(name);
    check_small_blocks(name);
  }
}
