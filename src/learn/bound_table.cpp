// Errors and small parts of binding a table to a schema.
#include <credence/learn/bound_table.hpp>

#include <cmath>
#include <credence/data/number.hpp>
#include <numeric>

namespace credence {
namespace detail {
namespace {

// The column of a feature whose cell is at fault; of several the first that is not finite.
std::string column_at_fault(const Table& table, const ColumnSchema& feature, Index row) {
  if (feature.columns.empty()) return feature.name;
  if (feature.tied)
    for (const std::string& name : feature.columns)
      if (std::isinf(NumberCells(table, name)[row])) return name;
  return feature.columns.front();
}

}  // namespace

void outside_support(const Table& table, const ColumnSchema& feature, Index row,
                     std::string_view family, std::string_view needs) {
  const Column& column = table.column(column_at_fault(table, feature, row));
  throw Error(ErrorCode::domain,
              "family '" + (feature.tied ? feature.family : std::string(family)) + "' needs " +
                  std::string(needs) + ": column '" + column.name + "', " +
                  table.place(column, row) + " holds " + as_written(column, row) +
                  "; remove the row or choose another family for the column",
              table.where(column, row));
}

void check_columns(const Table& table, const Schema& schema) {
  std::vector<std::string> faults;
  for (const ColumnSchema& feature : schema.columns) {
    if (feature.family == "none") continue;
    for (const std::string& name : columns_read(feature))
      if (table.find(name) == nullptr)
        faults.push_back("column '" + name + "' of the schema is not in " +
                         (table.file().empty() ? "the table" : table.file()) +
                         "; add it to the data or take it out of the schema");
  }
  if (!faults.empty())
    throw Error(ErrorCode::schema, collected(ErrorCode::schema, faults).what(),
                {.file = table.file()});
}

}  // namespace detail

std::vector<double> row_weights(const Table& table, std::string_view name) {
  const Column& column = table.column(name);
  const RealColumn numbers = numbers_of(table, column);
  const Strided<double> view = numbers.view();
  std::vector<double> weights;
  for (Index row = 0; row < view.size; ++row) {
    if (!(view[row] >= 0))
      throw Error(ErrorCode::domain,
                  "a weight must be a number of at least 0: column '" + column.name + "', " +
                      table.place(column, row) +
                      (std::isnan(view[row]) ? " is missing" : " holds " + to_text(view[row])) +
                      "; remove the row or give it weight 0",
                  table.where(column, row));
    weights.push_back(view[row]);
  }
  return weights;
}

std::vector<Index> label_positions(const CodeColumn& label, Index rows,
                                   std::span<const std::string> classes) {
  std::vector<Index> positions(static_cast<std::size_t>(rows), -1);
  const std::vector<Index> at = positions_in(label.levels, classes);
  for (std::size_t row = 0; row < label.codes.size(); ++row)
    if (label.codes[row] != missing_code)
      positions[row] = at[static_cast<std::size_t>(label.codes[row])];
  return positions;
}

std::vector<Index> all_rows(Index rows) {
  std::vector<Index> all(static_cast<std::size_t>(rows));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

template BoundTable<Families> bind(const Schema&, const Table&, std::string_view);

}  // namespace credence
