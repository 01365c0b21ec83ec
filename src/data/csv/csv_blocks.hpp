#pragma once
// Where a separated text can be cut so that its parts are read apart from each other.
#include <credence/base/index.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

#include "data/csv/csv_text.hpp"

namespace credence {

/// A part of a text: whole records.
struct CsvBlock {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  Index lines = 0;  ///< it has no more records than lines
};

/// What a text holds of line feeds and quotes, in equal parts of options.block bytes.
class CsvCensus {
 public:
  /// throws  Error{parse} at the first NUL byte
  /// cost    one pass over the text
  explicit CsvCensus(const CsvText& text);

  /// Returns the text from `begin`, the beginning of a record, in blocks. Behind the first record
  /// at fault the borders may lie anywhere.
  [[nodiscard]] std::vector<CsvBlock> blocks_from(std::uint64_t begin) const;
  /// Some lines and their numbers, in ascending order.
  [[nodiscard]] std::vector<CsvText::Mark> marks() const;
  /// Returns how many line feeds the text holds.
  [[nodiscard]] std::uint64_t line_feeds() const;

 private:
  struct Part {
    std::uint64_t lines = 0;
    std::uint64_t quotes = 0;
    bool has_nul = false;
  };
  /// A position, the line feeds before it, and whether it lies in quotes.
  struct Place {
    std::uint64_t position = 0;
    std::uint64_t lines = 0;
    bool in_quotes = false;
  };

  [[nodiscard]] static Part counted(std::string_view bytes, char quote);
  void check_nul() const;
  [[nodiscard]] bool can_be_cut() const;
  [[nodiscard]] Place next_border(Place place) const;
  [[nodiscard]] Place end() const;

  const CsvText& text_;
  std::size_t size_;  // of a part
  std::vector<Part> parts_;
  std::vector<Place> starts_;  // of the parts
};

/// Returns how often a byte occurs.
/// cost    one pass over the bytes, on several threads
[[nodiscard]] std::uint64_t occurrences(std::string_view bytes, char byte);

}  // namespace credence
