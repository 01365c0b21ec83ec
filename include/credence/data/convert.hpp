#pragma once
// Converts the cells of a column to numbers, categories or documents.
#include <credence/data/table.hpp>

namespace credence {

/// Documents as word counts, row after row (CSR): the words of row i stand at offsets[i] to
/// offsets[i + 1].
struct Words {
  std::vector<std::string> vocabulary = {};  ///< sorted by byte
  std::vector<std::uint64_t> offsets = {};   ///< rows + 1
  std::vector<std::uint32_t> words = {};  ///< positions in the vocabulary, ascending within a row
  std::vector<double> counts = {};        ///< how often, > 0
  std::vector<bool> missing = {};         ///< rows

  /// Returns the number of documents.
  [[nodiscard]] Index rows() const { return static_cast<Index>(missing.size()); }
  friend bool operator==(const Words&, const Words&) = default;
};

/// Returns the column as numbers: a view of the table where it holds numbers, else parsed.
/// throws  Error{parse} with the place of the first cell that is no finite number; the remedy names
///         `CsvOptions::missing` and another family;  Error{domain} for an infinite number in memory
[[nodiscard]] RealColumn numbers_of(const Table& table, const Column& column);

/// Returns the column as categories; numbers become their shortest text (-0 is 0). Levels are those
/// of the column, sorted, whether they occur or not.
/// throws  Error{limit} for more than 2^31 - 1 levels
/// cost    linear, and one sort of the levels
[[nodiscard]] CodeColumn codes_of(const Table& table, const Column& column);

/// Returns the column as documents of words (data/text.hpp). An empty text is a document of no
/// words even where the empty field marks a missing cell; the other marks stay missing.
/// throws  Error{schema} for a column of numbers;  Error{limit} for 2^32 or more distinct words
[[nodiscard]] Words words_of(const Table& table, const Column& column);

}  // namespace credence
