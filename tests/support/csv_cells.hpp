#pragma once
// Reading CSV text in tests: its cells as rows of text, its refusal, and places in it.
#include <credence/data/csv.hpp>

#include <optional>
#include <string>
#include <vector>

#include "support/data_error.hpp"

namespace credence::testing {

using Rows = std::vector<std::vector<std::string>>;

// The cells of a table, row after row, and its names on top.
inline Rows cells(const Table& table) {
  Rows rows(1);
  for (const Column& column : table.columns()) rows[0].push_back(column.name);
  for (Index row = 0; row < table.rows(); ++row) {
    rows.emplace_back();
    for (const Column& column : table.columns())
      rows.back().emplace_back(std::get<FileColumn>(column.cells)[row]);
  }
  return rows;
}

inline Rows read(const std::string& text, const CsvOptions& options = {}) {
  return cells(read_csv_text(text, "x.csv", options));
}

inline std::optional<Error> refusal(const std::string& text, const CsvOptions& options = {}) {
  return error_of([&] { return read_csv_text(text, "x.csv", options); });
}

inline Location at(std::uint64_t line, std::uint64_t column) {
  return {.file = "x.csv", .line = line, .column = column};
}

inline const FileColumn& column(const Table& table, std::size_t index) {
  return std::get<FileColumn>(table.columns()[index].cells);
}

}  // namespace credence::testing
