#pragma once
// From the bytes of a separated text to its records: one at a time, in place.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv/csv_text.hpp"

namespace credence {

/// Cuts a text into records, with every rule and every message. The text must outlive it.
class CsvScanner {
 public:
  explicit CsvScanner(const CsvText& text);

  /// Returns the byte at which the next record, comment or blank line begins.
  [[nodiscard]] std::uint64_t next_position() const { return next_; }
  /// Goes on from the beginning of a line.
  void go_to(std::uint64_t position) { next_ = position; }
  /// Goes to the next record that is no comment; false at the end of the text.
  /// throws  Error{parse}, Error{limit} as read_csv, except for NUL bytes
  [[nodiscard]] bool next();

  /// Returns the record: its fields, the byte at which each began, and where the record ended.
  [[nodiscard]] std::size_t size() const { return fields_.size(); }
  [[nodiscard]] std::string_view text(std::size_t field) const;
  [[nodiscard]] std::uint64_t position(std::size_t field) const { return fields_[field].position; }
  [[nodiscard]] std::uint64_t end() const { return record_end_; }
  /// Returns a line with nothing in it.
  [[nodiscard]] bool blank() const;

 private:
  struct Field {
    std::uint64_t end;       // in characters_
    std::uint64_t position;  // in text_
    bool quoted;
  };

  void skip_line();
  void read_field();
  void read_quoted();
  void read_plain();
  void skip_blanks();
  void check_length(std::uint64_t begin, std::uint64_t end) const;
  void check_line(std::uint64_t begin) const;
  [[nodiscard]] bool read_end_of_field();
  [[nodiscard]] bool is_blank(char byte) const;
  [[nodiscard]] bool begins_as_json() const;
  [[nodiscard]] bool ends_plain(char byte) const {
    return ends_plain_[static_cast<unsigned char>(byte)];
  }

  const CsvText& file_;
  std::string_view text_;
  const CsvOptions& options_;
  char separator_;
  std::size_t next_;              // the byte to be read
  std::uint64_t record_end_ = 0;  // the byte behind the last field of the record
  std::string characters_;        // of the record's fields, one after the other
  std::vector<Field> fields_;     // of the record
  std::array<bool, 256>
      ends_plain_{};  // bytes at which a field without quotes ends, or is at fault
};

}  // namespace credence
