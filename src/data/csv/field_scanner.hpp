#pragma once
// Fields of separated text, fast: what is odd in any way is left to CsvScanner.
#include <array>
#include <string_view>

#include "data/csv/csv_text.hpp"
#include "data/numbers/decimal.hpp"

namespace credence {

/// Reads one field after another. The text must outlive it.
class FieldScanner {
 public:
  explicit FieldScanner(const CsvText& text);

  /// Records that begin before this byte end in a line feed, and some bytes follow it, so that the
  /// reading of plain fields needs no other limit.
  [[nodiscard]] const char* limit() const { return limit_; }

  /// Returns whether a field that is a number with a decimal point is no missing-value string.
  [[nodiscard]] bool numbers_are_cells() const { return numbers_are_cells_; }
  [[nodiscard]] char separator() const { return separator_; }

  /// Returns the byte behind blanks around fields, where they are dropped.
  [[nodiscard]] const char* skip_blanks(const char* at) const {
    if (trim_)
      while (is_blank(*at)) ++at;
    return at;
  }

  /// Reads the number that makes up the field at `at` (behind blanks): null for all but short
  /// numbers that are no missing-value string, else the byte at which the field ends.
  [[nodiscard]] const char* number(const char* at, detail::Decimal& decimal) const {
    if (!numbers_are_cells_) return nullptr;
    const char* end = detail::read_decimal(at, decimal);
    if (end == nullptr || *end == separator_) return end;
    end = skip_blanks(end);
    return ends_plain(*end) && *end != quote_ ? end : nullptr;
  }

  /// Reads the field at `at` (behind blanks), whose text is part of the file: null for one that
  /// CsvScanner has to look at, else the byte at which the field ends.
  [[nodiscard]] const char* field(const char* at, std::string_view& text) const {
    return has_quote_ && *at == quote_ ? quoted(at, text) : plain(at, text);
  }

  /// Returns the byte behind the separator; null where there is none.
  [[nodiscard]] const char* next_field(const char* end) const {
    return *end == separator_ ? end + 1 : nullptr;
  }
  /// Returns the byte behind the record that ends at `end`; null where it goes on, or has an odd
  /// end.
  [[nodiscard]] const char* next_record(const char* end) const {
    if (*end == '\n') return end + 1;
    return *end == '\r' && end[1] == '\n' ? end + 2 : nullptr;
  }

  /// Returns the position of a text among the missing-value strings; none where a cell of it is not
  /// missing.
  [[nodiscard]] std::optional<std::size_t> mark_of(std::string_view text) const;
  [[nodiscard]] bool is_missing(std::string_view text) const { return mark_of(text).has_value(); }

 private:
  [[nodiscard]] const char* plain(const char* at, std::string_view& text) const;
  [[nodiscard]] const char* quoted(const char* at, std::string_view& text) const;
  [[nodiscard]] bool is_blank(char byte) const {
    return (byte == ' ' || byte == '\t') && byte != separator_;
  }
  [[nodiscard]] bool ends_plain(char byte) const {
    return ends_plain_[static_cast<unsigned char>(byte)];
  }

  std::array<bool, 256> ends_plain_{};
  char separator_;
  char quote_;
  bool has_quote_;
  bool trim_;
  bool numbers_are_cells_;  // decimals have points, and no missing-value string is a number
  const char* limit_;
  const char* text_end_;
  const std::vector<std::string>& missing_;
};

}  // namespace credence
