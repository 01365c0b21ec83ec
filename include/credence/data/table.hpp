#pragma once
// Named columns of equal length, and where their cells stood in a file.
#include <credence/data/column.hpp>
#include <span>
#include <unordered_map>

namespace credence {

/// A table: columns of equal length. Cells read from a file keep their text until a model says what
/// they are, so that no type is guessed too early.
///
///     Table table;
///     table.add("age", std::vector<double>{23, 31, 54});
///     table.add("city", std::vector<std::string>{"Rome", "Oslo", "Rome"});
class Table {
 public:
  Table() = default;
  /// A table read from a file.
  explicit Table(std::string file) : file_(std::move(file)) {}

  /// Returns the length of its columns; 0 without columns.
  [[nodiscard]] Index rows() const { return columns_.empty() ? 0 : columns_.front().size(); }
  /// Returns the columns in the order in which they were added.
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  /// Returns the column of that name, or null.
  [[nodiscard]] const Column* find(std::string_view name) const;
  /// Returns the column of that name. Throws Error{schema} naming the columns there are.
  [[nodiscard]] const Column& column(std::string_view name) const;

  /// Adds a column.
  /// throws  Error{shape} when its length differs, Error{schema} when the name is taken or empty,
  ///         Error{domain} for a code that stands for no level
  void add(Column column);
  void add(std::string name, std::vector<double> numbers);
  /// Texts; an empty one is a missing cell, and so is nothing else.
  void add(std::string name, const std::vector<std::string>& texts);
  /// Numbers that stay where they are; they must outlive the table.
  void add(std::string name, Strided<double> numbers);
  void add(std::string name, NumberView numbers);
  /// Codes that stay where they are; they must outlive the table.
  void add(std::string name, CodeView codes);
  /// Documents that stay where they are; they must outlive the table.
  /// throws  Error{domain} for a word beyond the vocabulary, or offsets that descend
  void add(std::string name, DocumentView documents);

  /// Where a cell stood in its file: file:line:column; empty for a cell that stood in none. Throws
  /// Error{shape}, as place and select do, for an unknown row.
  [[nodiscard]] Location where(const Column& column, Index row) const;
  /// "data.csv:18:4" for a cell of a file, else "row 17" (rows count from 1).
  [[nodiscard]] std::string place(const Column& column, Index row) const;
  /// Returns the file it was read from; empty for none.
  [[nodiscard]] const std::string& file() const { return file_; }

  /// Returns the rows at the given positions, in that order, as a table of its own; levels stay
  /// listed and cells keep their places in the file.
  [[nodiscard]] Table select(std::span<const Index> rows) const;

 private:
  std::string file_;
  std::vector<Column> columns_;
  std::unordered_map<std::string, std::size_t> positions_;  // of the columns, by name
};

/// How to cut a table in two at random.
struct SplitOptions {
  double train = 0.5;      ///< share of the rows in the first part, 0 to 1; rounded to whole rows
  std::uint64_t seed = 1;  ///< the same seed gives the same cut
};

/// Splits a table at random into a share of the rows and the rest; rows keep their order inside
/// each.
/// throws  Error{domain} for a share that is not in [0, 1]
[[nodiscard]] std::pair<Table, Table> split(const Table& table, SplitOptions options);

}  // namespace credence
