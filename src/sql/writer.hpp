#pragma once
// How each database writes texts, names, numbers and the functions that differ.
#include <credence/sql/sql.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace credence::sql {

/// What postgresql is told first: texts are UTF-8, and numbers are printed with all their digits.
inline constexpr std::string_view client_settings =
    "SET client_encoding TO 'UTF8';\nSET extra_float_digits TO 3;\n";

/// Writes parts of SQL for one dialect.
class Writer {
 public:
  explicit Writer(Dialect dialect) : dialect_(dialect) {}

  /// A text in quotes. Throws Error{schema} for byte 0 and bytes that are not UTF-8.
  [[nodiscard]] std::string text(std::string_view value) const;
  /// A name in quotes. Throws as text, and where the database would cut it.
  [[nodiscard]] std::string name(std::string_view value,
                                 std::string_view remedy = "give another name") const;
  /// A name of a table, which may have parts.
  [[nodiscard]] std::string table(std::string_view value) const;
  /// Returns the double of this value.
  /// throws  Error{schema} for an infinity in a dialect that has none
  [[nodiscard]] std::string number(double value) const;
  [[nodiscard]] bool has_infinity() const { return dialect_ != Dialect::ansi; }

  /// An expression as a double, and as text compared by byte.
  [[nodiscard]] std::string real(const std::string& value) const;
  [[nodiscard]] std::string as_text(const std::string& value) const;
  /// The cell of a column of numbers as a double: infinite for what is none where the database does not
  /// fail by itself.
  [[nodiscard]] std::string real_cell(const std::string& column) const;
  /// The same of numbers that are kept as text.
  [[nodiscard]] std::string real_of_text(const std::string& column) const;
  /// A condition: the cell holds a number that has no one text; empty where the database cannot tell.
  [[nodiscard]] std::string is_real(const std::string& column) const;
  /// A number as a text that reads back as the same double.
  [[nodiscard]] std::string exact_text(const std::string& value) const;
  /// A number as a column of a result, with all its digits.
  [[nodiscard]] std::string exact_column(const std::string& value) const;
  /// The largest of several numbers.
  [[nodiscard]] std::string largest(const std::vector<std::string>& values) const;
  /// x * x, and exp(x) of x <= 0: 0 for a result below the range of double, and x * x infinite above it.
  [[nodiscard]] std::string square(const std::string& value) const;
  [[nodiscard]] std::string exponential(const std::string& value) const;
  /// A number that no row ever gets: the statement ends with an error that quotes the text.
  [[nodiscard]] std::string failure(std::string_view what, const std::string& text) const;
  /// " AS MATERIALIZED (" where the database can be told to compute a part of a query once.
  [[nodiscard]] std::string_view once() const;
  /// How many numbers one statement may compute.
  [[nodiscard]] std::size_t width() const { return dialect_ == Dialect::postgresql ? 400 : 100; }
  /// What stands before and behind statements that must see the same rows.
  [[nodiscard]] std::string begin() const;

 private:
  [[nodiscard]] std::string_view real_type() const;
  [[nodiscard]] std::string_view text_type() const;

  Dialect dialect_;
};

/// Parts with something between each and the next.
[[nodiscard]] std::string joined(const std::vector<std::string>& parts, std::string_view between);

/// Error{schema}: what SQL cannot say of a feature.
[[noreturn]] void cannot_say(std::string_view feature, const std::string& why,
                             const std::string& remedy);

}  // namespace credence::sql
