#pragma once
// The text of a separated file for as long as a column of it lives, and where its lines are.
#include <credence/data/csv.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/mapped_file.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/bytes/lines_before.hpp"

namespace credence {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// The bytes of a file, or of a part of one that begins with a line.
class CsvText {
 public:
  /// The position at which a line begins, and the number of the line.
  struct Mark {
    std::uint64_t position = 0;
    std::uint64_t line = 1;
  };

  /// Where a file begins in a text of several.
  struct FileStart {
    std::uint64_t position = 0;
    std::uint64_t line = 1;        ///< of the text
    std::uint64_t line_there = 1;  ///< of the file
    std::string name{};
  };

  /// in      before: the lines in front of a part of a file
  /// throws  Error{domain} for a contradictory dialect
  CsvText(std::string bytes, std::string name, CsvOptions options, std::uint64_t first_line = 1,
          std::shared_ptr<const LinesBefore> before = nullptr);
  /// The rows of several files, in ascending order of their starts.
  CsvText(std::string bytes, std::string name, CsvOptions options, std::vector<FileStart> files);
  /// A file, mapped where it is long. It must not be cut short while the object lives.
  /// throws  Error{io}, and as above
  CsvText(const std::string& path, CsvOptions options);
  CsvText(const CsvText&) = delete;
  CsvText& operator=(const CsvText&) = delete;

  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const CsvOptions& options() const { return options_; }
  /// Returns the first byte behind a byte-order mark.
  [[nodiscard]] std::uint64_t begin() const { return marks_.front().position; }
  /// Returns the byte behind the last line feed that enough bytes follow for a decimal to be read
  /// without a look at where the text ends; 0 where there is none, or before `find_last_begin`.
  [[nodiscard]] std::size_t last_begin() const { return last_begin_; }
  /// Returns whether the text lies in the file, so that it lives as long.
  [[nodiscard]] bool holds(std::string_view text) const;

  /// Returns the file, line and column of a byte.
  /// cost    one pass over the text from the mark before it
  [[nodiscard]] Location where(std::uint64_t position) const;
  /// Returns an error whose message is "what, file:line:column; remedy".
  [[nodiscard]] Error fault(const std::string& what, std::uint64_t position,
                            const std::string& remedy, ErrorCode code = ErrorCode::parse) const;

  /// Finds the separator where the options name none.
  /// out     whether a longer text that begins with this one has the same
  bool settle_separator();

  /// Returns the number of the first line, without those before a part of a file.
  [[nodiscard]] std::uint64_t first_line() const { return marks_.front().line; }
  /// Returns the names that columns got for their places, as the header says none.
  [[nodiscard]] const std::vector<std::string>& names_by_place() const { return by_place_; }
  void keep_names_by_place(std::vector<std::string> names) { by_place_ = std::move(names); }

  /// Returns the error of a NUL byte at a position.
  [[nodiscard]] Error nul_byte(std::uint64_t position) const;

  /// Adds marks, in ascending order.
  void add_marks(const std::vector<Mark>& marks);
  /// Finds `last_begin` once for all.
  /// in   every byte was looked at: none is NUL
  void find_last_begin();

 private:
  void find_begin(std::uint64_t first_line);
  [[nodiscard]] Location in_its_file(Location location, std::uint64_t position) const;

  std::string owned_;
  detail::MappedFile mapped_;
  std::string_view bytes_;
  std::string name_;
  CsvOptions options_;
  std::vector<Mark> marks_;
  std::size_t last_begin_ = 0;  // found once: each column of a wide table asks for it
  std::shared_ptr<const LinesBefore> before_;
  std::vector<FileStart> files_;  // none: the text is of one
  std::vector<std::string> by_place_;
};

/// Returns whether a character ends a line, or what is left of a file.
[[nodiscard]] inline bool ends_line(char c) { return c == '\n' || c == '\r' || c == '\0'; }

/// Returns the number that a cell writes whose decimals stand behind `decimal`; as to_number, where
/// that is '.'.
[[nodiscard]] std::optional<double> number_of_cell(std::string_view cell, char decimal,
                                                   NumberFault* fault = nullptr);

/// Returns whether a cell is a number with a decimal comma, and none without.
[[nodiscard]] bool has_decimal_comma(std::string_view cell);

/// Returns whether a cell is a number whose commas all stand before three digits: "1,200", which may
/// be more than a thousand, and "1,200,000", which is.
[[nodiscard]] bool has_thousands_commas(std::string_view cell);

/// Returns what to do about a cell with commas that keep it from being a number.
[[nodiscard]] std::string remedy_for_commas(std::string_view cell);

}  // namespace credence
