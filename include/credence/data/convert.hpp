#pragma once
// Converts the cells of a column to numbers, categories or documents, and texts to words.
#include <credence/data/table.hpp>
#include <string>
#include <string_view>
#include <vector>

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

/// Returns the column as categories; numbers become their shortest text (-0 is 0). Levels are
/// sorted: those that the column lists or declares, else those that occur.
/// throws  Error{limit} for more than 2^31 - 1 levels
/// cost    linear, and one sort of the levels
[[nodiscard]] CodeColumn codes_of(const Table& table, const Column& column);

/// Returns the column as documents of words (`tokens`). An empty text is a document of no
/// words even where the empty field marks a missing cell; of the missing-value strings of a file
/// `?` alone makes a document missing.
/// throws  Error{schema} for a column of numbers;  Error{limit} for 2^32 or more distinct words
[[nodiscard]] Words words_of(const Table& table, const Column& column);

namespace detail {
/// Returns the byte as it stands in a word: letters in lower case, digits, bytes >= 0x80; 0 if it
/// ends a word.
[[nodiscard]] constexpr char word_byte(char byte) {
  if (byte >= 'A' && byte <= 'Z') return static_cast<char>(byte - 'A' + 'a');
  const bool letter = byte >= 'a' && byte <= 'z';
  const bool digit = byte >= '0' && byte <= '9';
  const bool beyond_ascii = static_cast<unsigned char>(byte) >= 0x80;
  return letter || digit || beyond_ascii ? byte : '\0';
}
}  // namespace detail

/// Calls `f(token)` for each word of a text: maximal runs of ASCII letters, digits and bytes >=
/// 0x80, with ASCII letters in lower case. `buffer` holds the token during the call.
template <class F>
void for_each_token(std::string_view text, std::string& buffer, F&& f) {
  buffer.clear();
  for (const char byte : text) {
    if (const char kept = detail::word_byte(byte); kept != '\0') {
      buffer.push_back(kept);
      continue;
    }
    if (!buffer.empty()) f(std::string_view(buffer));
    buffer.clear();
  }
  if (!buffer.empty()) f(std::string_view(buffer));
}

/// Returns the words of a text, in order.
[[nodiscard]] std::vector<std::string> tokens(std::string_view text);

}  // namespace credence
