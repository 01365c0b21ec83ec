// The promise of the predictive: where the prior is the truth, no estimator does better.
#include <doctest/doctest.h>

#include "support/known_truth.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::size_t predictive = 3;

// The features of one family, three of each but of blocks, and two classes of equal probability.
std::vector<Schema> schemas_of_families() {
  std::vector<Schema> schemas;
  for (const ColumnSchema& column : schema_of_every_family().columns) {
    Schema& schema = schemas.emplace_back(schema_of({}, uniform_classes()));
    schema.classes = {"a", "b"};
    const bool block = !column.columns.empty() || column.family == "multinomial";
    for (int i = 0; i < (block ? 1 : 3); ++i) {
      schema.columns.push_back(column);
      schema.columns.back().name += std::to_string(i);
    }
  }
  return schemas;
}

}  // namespace

TEST_CASE("where the prior is the truth no estimator has less log loss than the predictive") {
  REQUIRE(to_string(all_estimators[predictive]) == "predictive");
  int compared = 0;
  for (const Schema& schema : schemas_of_families())
    for (const Index rows : {2, 5, 10}) {
      CAPTURE(schema.columns.front().name);
      CAPTURE(rows);
      const auto all = losses_on_known_truth(schema, {.rows_each = rows, .repetitions = 100});
      CHECK(all[predictive].loss.count == 100);
      for (std::size_t e = 0; e < predictive; ++e) {
        CAPTURE(std::string(to_string(all_estimators[e])));
        // An infinite loss is on average infinite: what is left of it proves nothing.
        if (all[e].infinite > 0 || all[e].loss.count < 10) continue;
        compared += 1;
        CHECK(all[e].excess.mean > -4 * all[e].excess.standard_error() - 1e-12);
      }
    }
  CHECK(compared > 60);
}

TEST_CASE("on a thousand rows of each class all estimators lose the same") {
  for (const Schema& schema : schemas_of_families()) {
    CAPTURE(schema.columns.front().name);
    const auto all = losses_on_known_truth(schema, {.rows_each = 1000, .repetitions = 4});
    for (std::size_t e = 0; e < predictive; ++e) {
      CAPTURE(std::string(to_string(all_estimators[e])));
      // Columns that share a variance do so in units which the prior knows and maximum likelihood
      // has to find (docs/reference/families/tied_normal.md).
      const std::optional<Tying> tied = schema.columns.front().tied;
      if (e == 0 && tied && ties_columns(*tied)) continue;
      CHECK(all[e].undefined == 0);
      CHECK(all[e].infinite == 0);
      CHECK(std::abs(all[e].excess.mean) < 0.002);
    }
  }
}

TEST_CASE("on two rows of each class plug-ins of normal columns lose much more") {
  Schema schema = schema_of_every_family();
  std::erase_if(schema.columns, [](const ColumnSchema& column) { return column.name != "size"; });
  schema.class_prior = uniform_classes();
  const auto all = losses_on_known_truth(schema, {.rows_each = 2});
  CHECK(all[0].excess.mean > 1);
  CHECK(all[1].excess.mean > 3 * all[1].excess.standard_error());
  CHECK(all[2].excess.mean > 3 * all[2].excess.standard_error());
}
