#pragma once
// Rows of a user's type as a table, whose columns are views of the members.
#include <any>
#include <credence/data/table.hpp>
#include <credence/density/count.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace credence {

/// A table over rows of a user's type; see as_table. Members that are numbers, answers or codes of
/// the library's types are seen where they are, others were converted once. The rows must outlive
/// it, and it a reference to its table: `const Table& table = as_table(model, visits)` dangles.
///
///     const Table table = as_table(model, visits);
class RowTable {
 public:
  [[nodiscard]] const Table& table() const& { return table_; }
  /// Returns the table itself of one that dies at the end of the expression.
  [[nodiscard]] Table table() && { return std::move(table_); }
  operator const Table&() const { return table_; }  // NOLINT: it is one

  /// Adds a column.
  void add(std::string name, NumberView numbers) { table_.add(std::move(name), numbers); }
  void add(std::string name, Strided<double> numbers) { table_.add(std::move(name), numbers); }
  void add(std::string name, std::vector<double> numbers) {
    table_.add(std::move(name), std::move(numbers));
  }
  /// Codes of levels that are called 0, 1, 2, ...
  void add(std::string name, Index levels, Strided<Code> codes);
  void add(std::string name, Index levels, std::vector<Code> codes);
  /// Documents over a vocabulary of words that are called 0, 1, 2, ...
  void add(std::string name, Index words, std::span<const WordCounts* const> documents);
  void add(Column column) { table_.add(std::move(column)); }
  /// Keeps what columns see, as Table::keep does.
  void keep(std::any memory) { table_.keep(std::move(memory)); }

 private:
  Table table_;
};

}  // namespace credence
