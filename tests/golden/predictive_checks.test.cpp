// Simulated p-values against exact ones, which were found without a draw.
#include <credence/study/predictive_check.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/golden_table.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr Index simulations = 20000;

PriorSpec prior_of(const std::string& text) {
  Fields fields;
  for (const std::string& field : split(text, ';')) {
    const auto parts = split(field, '=');
    fields.emplace_back(parts.at(0), number(parts.at(1)));
  }
  return numbers(std::move(fields));
}

// The column and its exposure, of one class.
Table table_of_data(const std::string& text) {
  std::string csv = "x,over,class\n";
  for (const std::string& datum : split(text, ' ')) {
    const auto parts = split(datum, '@');
    csv += parts.at(0) + "," + (parts.size() == 2 ? parts[1] : "1") + ",a\n";
  }
  return table_of(csv);
}

PredictiveCheck check_of(const GoldenRow& row) {
  ColumnSchema column{.name = "x", .family = row.at("family"), .prior = prior_of(row.at("prior"))};
  if (column.family == "poisson") column.exposure = "over";
  const Table table = table_of_data(row.at("data"));
  const auto posterior = observe(Model(schema_of({column})), table);
  const bool prior = row.at("source") == "prior";
  return predictive_check(posterior, table,
                          {.from = prior ? SimulatedFrom::prior : SimulatedFrom::posterior,
                           .simulations = simulations});
}

const CheckedQuantity* quantity_of(const CheckedCell& cell, const GoldenRow& row) {
  for (const CheckedQuantity& checked : cell.quantities)
    if (to_string(checked.name.quantity) == row.at("quantity") &&
        checked.name.share == number(row.at("share")))
      return &checked;
  return nullptr;
}

}  // namespace

TEST_CASE("simulated p-values are the exact ones within five standard errors") {
  const auto rows = golden_rows(project_file("tests/golden/predictive_checks.csv"));
  REQUIRE(rows.size() == 38);
  for (const GoldenRow& row : rows) {
    CAPTURE(row.at("family"));
    CAPTURE(row.at("source"));
    CAPTURE(row.at("data"));
    CAPTURE(row.at("quantity"));
    const PredictiveCheck check = check_of(row);
    REQUIRE(check.cells.size() == 1);
    const CheckedQuantity* checked = quantity_of(check.cells.front(), row);
    REQUIRE(checked != nullptr);
    const double tail = std::min(number(row.at("lower")), number(row.at("upper")));
    const double error = std::sqrt(tail * (1 - tail) / simulations);
    CHECK(std::abs(checked->p_value - std::min(1.0, 2 * tail)) < 10 * error + 4.0 / simulations);
  }
}
