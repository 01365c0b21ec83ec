#pragma once
// A column of a separated file: read as far as it is safe, and the way back to what was written.
#include <credence/base/error.hpp>
#include <credence/base/index.hpp>
#include <memory>
#include <optional>
#include <string>

namespace credence {

/// The cells of one column of a separated file. Where every cell is a number or missing, it holds
/// the numbers; else the distinct texts, and for every row which of them it is. What was written is
/// never lost: the file stays in memory (mapped) while a column of it lives, and the text and place
/// of a cell are read from it again. Copies share all of this.
///
///     const Table table = read_csv("patients.csv");
///     const auto& ages = std::get<FileColumn>(table.column("age").cells);
///     if (const auto numbers = ages.numbers()) use(*numbers);
class FileColumn {
 public:
  FileColumn();
  FileColumn(const FileColumn&);
  FileColumn(FileColumn&&) noexcept;
  FileColumn& operator=(const FileColumn&);
  FileColumn& operator=(FileColumn&&) noexcept;
  ~FileColumn();

  /// Returns the number of cells.
  [[nodiscard]] Index size() const;
  /// Returns a cell as it was written, without quotes.
  /// cost    where the column holds numbers, its record is read again
  [[nodiscard]] std::string operator[](Index row) const;
  /// Returns whether the cell held a missing-value string.
  [[nodiscard]] bool missing(Index row) const;
  /// Where the cell began: file:line:column.
  /// cost    reads the record and up to a block of the file again
  [[nodiscard]] Location where(Index row) const;
  /// Returns the cells as numbers, NaN where missing; nothing when one of them is no finite number.
  /// Valid while the column or a copy of it lives.
  [[nodiscard]] std::optional<Strided<double>> numbers() const;

  /// What is behind it; for the folder data alone.
  struct State;
  explicit FileColumn(State state);
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  std::unique_ptr<const State> state_;
};

}  // namespace credence
