#pragma once
// One vector of a table: numbers, codes with levels, texts, or cells of a file; owned, or seen where
// they are.
#include <credence/base/error.hpp>
#include <credence/base/index.hpp>
#include <credence/detail/base/place.hpp>
#include <credence/detail/data/file_column.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace credence {

/// Numbers; NaN where the cell is missing. Owned, or a view of memory that must outlive the column.
struct RealColumn {
  std::variant<std::vector<double>, Strided<double>> storage = {};

  /// Returns the numbers, wherever they are stored.
  [[nodiscard]] Strided<double> view() const;
};

/// Numbers of another type than double that stay where they are; a bool is read as 0 or 1 of
/// std::uint8_t. NaN of float is a missing cell, integers have none.
struct NumberView {
  std::variant<Strided<float>, Strided<std::uint8_t>, Strided<std::int32_t>, Strided<std::int64_t>>
      numbers = {};

  [[nodiscard]] Index size() const;
  /// Returns a number as double; Error{shape} for an unknown row. Beyond 2^53 an integer is rounded.
  [[nodiscard]] double operator[](Index row) const;
};

/// Categories: for every row the position of its level. Conversions sort the levels
/// (data/levels.hpp); a level need not occur.
struct CodeColumn {
  std::vector<std::string> levels = {};
  std::vector<Code> codes = {};

  friend bool operator==(const CodeColumn&, const CodeColumn&) = default;
};

/// Categories whose codes stay where they are: codes[i] is the position of a level of `levels`, or
/// missing_code.
struct CodeView {
  std::vector<std::string> levels = {};
  Strided<Code> codes = {};
};

/// Documents as word counts that stay where they are, row after row (CSR): the words of row i stand
/// at offsets[i] to offsets[i + 1], each once.
struct DocumentView {
  std::vector<std::string> vocabulary = {};
  const std::uint64_t* offsets = nullptr;  ///< rows + 1, ascending
  const std::uint32_t* words = nullptr;    ///< positions in the vocabulary
  const double* counts = nullptr;          ///< how often, at least 0
  Index rows = 0;
};

/// The cells of a column as they were written: one run of characters, cut at `ends`.
class TextColumn {
 public:
  /// The position of a cell that stood in no file.
  static constexpr std::uint64_t no_position = std::numeric_limits<std::uint64_t>::max();

  /// Adds a cell; `position` is the byte in the file at which it began.
  void push_back(std::string_view text, bool missing, std::uint64_t position = no_position);

  /// Returns the number of cells.
  [[nodiscard]] Index size() const { return static_cast<Index>(ends_.size()); }
  /// Returns a cell as it was written, without quotes; valid until the column changes. Throws
  /// Error{shape}, as missing and position do, for an unknown row.
  [[nodiscard]] std::string_view operator[](Index row) const;
  /// Returns whether the cell held a missing-value string.
  [[nodiscard]] bool missing(Index row) const {
    return missing_[detail::place_of("row", row, missing_.size())];
  }
  /// Returns the byte in the file at which the cell began, or no_position.
  [[nodiscard]] std::uint64_t position(Index row) const {
    return positions_[detail::place_of("row", row, positions_.size())];
  }

  friend bool operator==(const TextColumn&, const TextColumn&) = default;

 private:
  std::string characters_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint64_t> positions_;
  std::vector<bool> missing_;
};

/// A named column of a table.
struct Column {
  std::string name = {};
  std::variant<RealColumn, CodeColumn, TextColumn, NumberView, CodeView, FileColumn, DocumentView>
      cells = {};

  /// Returns the number of rows.
  [[nodiscard]] Index size() const;
};

/// Returns a cell as it was written: its text, the level it stands for (empty where it is missing),
/// or the shortest text of its number. Throws Error{shape} for an unknown row.
[[nodiscard]] std::string as_written(const Column& column, Index row);

}  // namespace credence
