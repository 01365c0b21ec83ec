#pragma once
// From the bytes of an ARFF file to its words and cells, line by line.
#include <cstdint>
#include <string>
#include <string_view>

#include "data/csv/csv_text.hpp"

namespace credence {

/// A piece of a line.
struct ArffToken {
  enum class Kind { word, quoted, open, close, comma, end };

  Kind kind = Kind::end;
  std::string_view text = {};  ///< without quotes and escapes
  std::uint64_t position = 0;
  bool lasts = true;  ///< the text is part of the file; else valid until the next token is read

  [[nodiscard]] bool is_text() const { return kind == Kind::word || kind == Kind::quoted; }
};

/// A value of a row, and the attribute it belongs to.
struct ArffCell {
  std::size_t field = 0;
  ArffToken value = {};

  /// Returns whether it is a question mark without quotes.
  [[nodiscard]] bool missing() const {
    return value.kind == ArffToken::Kind::word && value.text == "?";
  }
};

/// Cuts a text into lines, and lines into tokens or cells. The text must outlive it.
class ArffScanner {
 public:
  explicit ArffScanner(const CsvText& text);

  /// Goes on from the beginning of a line.
  void go_to(std::uint64_t position) { next_line_ = position; }
  /// Goes to the next line that holds more than blanks and a comment; false at the end of the text.
  /// throws  Error{parse} for a NUL byte or a lone carriage return; Error{limit} for a long line
  [[nodiscard]] bool next_line();
  /// Returns the byte at which the line, and the one behind it, begins.
  [[nodiscard]] std::uint64_t line_begin() const { return line_begin_; }
  [[nodiscard]] std::uint64_t next_line_begin() const { return next_line_; }

  /// Returns the next piece of the line.
  /// throws  Error{parse} for a quote that is not closed or stands inside a word, and the like
  [[nodiscard]] ArffToken next_token();

  /// Begins the row that the line is.
  void begin_row();
  /// Returns the next value of the row; false behind the last.
  [[nodiscard]] bool next_cell(ArffCell& cell);
  /// Returns whether the row names the attributes of its values.
  [[nodiscard]] bool is_sparse() const { return is_sparse_; }

  [[nodiscard]] Error fault(const std::string& what, std::uint64_t position,
                            const std::string& remedy) const {
    return text_.fault(what, position, remedy);
  }

 private:
  void check_line(std::uint64_t end) const;
  void skip_blanks();
  [[nodiscard]] ArffToken word();
  [[nodiscard]] ArffToken quoted();
  void read_escape();
  void read_code_point();
  [[nodiscard]] bool next_dense(ArffCell& cell);
  [[nodiscard]] bool next_sparse(ArffCell& cell);
  [[nodiscard]] std::size_t sparse_field(const ArffToken& token) const;
  [[nodiscard]] bool check_end();
  [[nodiscard]] Error weight(const ArffToken& token) const;
  [[nodiscard]] Error unexpected(const ArffToken& token) const;

  const CsvText& text_;
  std::string_view bytes_;
  std::uint64_t next_line_;
  std::uint64_t line_begin_ = 0;
  std::uint64_t line_end_ = 0;  // without its line feed
  std::uint64_t next_ = 0;      // the byte to be read
  std::string characters_;      // of a token with escapes
  bool is_sparse_ = false;
  bool is_first_ = true;  // no value of the row was read
  std::size_t fields_ = 0;
};

}  // namespace credence
