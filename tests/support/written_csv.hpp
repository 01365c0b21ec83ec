#pragma once
// Separated text made at random by a writer that notes what it writes, and where.
#include <credence/data/csv.hpp>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace credence::testing {

/// What stands in a cell of the text.
struct WrittenCell {
  std::string text;
  std::uint64_t line;
  std::uint64_t column;
};

/// Writes a header x0, x1, ... and rows in a dialect.
class CsvWriter {
 public:
  CsvWriter(const CsvOptions& dialect, std::uint64_t seed)
      : dialect_(dialect), separator_(dialect.separator.value_or(',')), random_(seed) {}

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::vector<std::vector<WrittenCell>>& rows() const { return rows_; }

  void write(std::size_t rows, std::size_t width) {
    if (one_of(4) == 0) text_ = "\xEF\xBB\xBF";
    for (std::size_t i = 0; i < width; ++i) put(i == 0 ? "x0" : separated("x" + std::to_string(i)));
    end_line();
    for (std::size_t row = 0; row < rows; ++row) {
      write_nothing(width);
      rows_.emplace_back();
      for (std::size_t i = 0; i < width; ++i) write_cell(i);
      if (row + 1 < rows || one_of(2) == 0) end_line();
    }
  }

 private:
  std::uint64_t one_of(std::uint64_t count) { return random_() % count; }
  [[nodiscard]] std::string separated(const std::string& text) const { return separator_ + text; }

  void put(std::string_view text) {
    text_ += text;
    for (const char byte : text) {
      ++column_;
      if (byte != '\n') continue;
      ++line_;
      column_ = 1;
    }
  }
  void end_line() { put(one_of(5) == 0 ? "\r\n" : "\n"); }

  // Lines that are no rows.
  void write_nothing(std::size_t width) {
    if (width > 1 && one_of(20) == 0) end_line();
    if (!dialect_.comment || one_of(10) != 0) return;
    put(std::string(1, *dialect_.comment));
    put(" it's 12\" long, or \"12\n");
  }

  void write_cell(std::size_t position) {
    if (position > 0) put(std::string(1, separator_));
    if (dialect_.trim) put(std::string(one_of(3), ' '));
    const std::string text = cell_text(position);
    rows_.back().push_back({.text = text, .line = line_, .column = column_});
    const std::string field = as_field(text);
    put(field);
    // Blanks before and behind nothing are all before it.
    if (dialect_.trim && !field.empty()) put(std::string(one_of(2), '\t'));
  }

  std::string cell_text(std::size_t position) {
    if (one_of(15) == 0) return one_of(2) == 0 ? "?" : "";
    const std::uint64_t kind = (position + one_of(60) / 58) % 4;
    if (kind == 0) return std::to_string(one_of(40)) + "." + std::to_string(one_of(100000000));
    if (kind == 1) return std::to_string(static_cast<std::int64_t>(one_of(2000)) - 1000);
    if (kind == 2) return std::string(1 + one_of(12), static_cast<char>('a' + one_of(3)));
    const std::vector<std::string> odd = {"a,b;c", "say \"no\"", "two\nlines", "\r\n", "1.50",
                                          "+7",    "1e3",        "-0",         "'",    "#"};
    return odd[one_of(odd.size())];
  }

  std::string as_field(const std::string& text) {
    const bool must = text.find_first_of("\"\r\n#") != std::string::npos ||
                      text.find(separator_) != std::string::npos;
    if (!must && one_of(8) != 0) return text;
    std::string field = "\"";
    for (const char byte : text) field += byte == '"' ? std::string("\"\"") : std::string(1, byte);
    return field + "\"";
  }

  CsvOptions dialect_;
  char separator_;
  std::mt19937_64 random_;
  std::string text_;
  std::vector<std::vector<WrittenCell>> rows_;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 1;
};

}  // namespace credence::testing
