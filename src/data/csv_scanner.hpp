#pragma once
// From the bytes of a separated text to its records: one at a time, in place.
#include <credence/data/csv.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Cuts a text into records. The text and the options must outlive it.
class CsvScanner {
 public:
  /// throws  Error{parse} at the first NUL byte, Error{domain} for a contradictory dialect
  CsvScanner(std::string_view text, const std::string& name, const CsvOptions& options);

  /// Goes to the next record that is no comment; false at the end of the text.
  [[nodiscard]] bool next();

  /// The record: its fields, the byte at which each began, and where the record ended.
  [[nodiscard]] std::size_t size() const { return fields_.size(); }
  [[nodiscard]] std::string_view text(std::size_t field) const;
  [[nodiscard]] std::uint64_t position(std::size_t field) const { return fields_[field].position; }
  [[nodiscard]] std::uint64_t end() const { return record_end_; }
  /// A line with nothing in it.
  [[nodiscard]] bool blank() const;

  /// The file, line and column of a byte.
  [[nodiscard]] Location where(std::uint64_t position) const;
  /// An error whose message is "what, file:line:column; remedy".
  [[nodiscard]] Error fault(const std::string& what, std::uint64_t position,
                            const std::string& remedy, ErrorCode code = ErrorCode::parse) const;

  [[nodiscard]] const std::vector<std::uint64_t>& line_starts() const { return line_starts_; }

 private:
  struct Field {
    std::uint64_t end;       // in characters_
    std::uint64_t position;  // in text_
    bool quoted;
  };

  void find_lines();
  void skip_line();
  void read_field();
  void read_quoted();
  void read_plain();
  void skip_blanks();
  void check_length(std::uint64_t begin) const;
  [[nodiscard]] bool read_end_of_field();
  [[nodiscard]] bool is_blank(char byte) const;
  [[nodiscard]] bool ends_plain(char byte) const {
    return ends_plain_[static_cast<unsigned char>(byte)];
  }

  std::string_view text_;
  const std::string& name_;
  const CsvOptions& options_;
  std::size_t next_ = 0;          // the byte to be read
  std::uint64_t record_end_ = 0;  // the byte behind the last field of the record
  std::string characters_;        // of the record's fields, one after the other
  std::vector<Field> fields_;     // of the record
  std::vector<std::uint64_t> line_starts_;
  std::array<bool, 256>
      ends_plain_{};  // bytes at which a field without quotes ends, or is at fault
};

}  // namespace credence
