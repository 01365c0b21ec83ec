#pragma once
// The exception that credence throws, and its codes.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace credence {

/// What kind of thing went wrong. Each code has one exit status of the tool
/// (docs/reference/errors.md).
enum class ErrorCode {
  domain,     ///< a value outside the set in which the question makes sense
  shape,      ///< lengths or dimensions that do not fit together
  schema,     ///< data that contradict their schema, or a schema that contradicts itself
  parse,      ///< text that cannot be read as what it should be
  io,         ///< the operating system refused to read or write
  undefined,  ///< an estimate that does not exist for these data
  version,    ///< a posterior file that this version cannot trust or cannot combine
  limit,      ///< a resource limit was reached
};

/// Returns the code's word, as it appears in JSON errors: "domain", "shape", ...
[[nodiscard]] std::string_view to_string(ErrorCode code);

/// A place in a text file. Lines and columns count from 1, columns in bytes; 0 means unknown.
struct Location {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;

  friend bool operator==(const Location&, const Location&) = default;
};

/// "file:line:column", or as much of it as is known; empty when nothing is.
[[nodiscard]] std::string to_string(const Location& where);

namespace detail {
/// Returns a message that ends where it should: NUL bytes are shown as \x00.
[[nodiscard]] std::string whole_message(std::string message);
}  // namespace detail

/// Thrown where something enters the library: a model, a file, a classifier. The message says what
/// was wrong, the value, where, and what to do. It repeats names and cells as they stand in the
/// data: printable_lines makes it safe for a terminal.
///
///     try { const Table table = read_csv("patients.csv"); }
///     catch (const Error& error) { std::cerr << printable_lines(error.what()) << '\n'; }
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message, Location where = {})
      : std::runtime_error(detail::whole_message(message)), code_(code), where_(std::move(where)) {}

  [[nodiscard]] ErrorCode code() const { return code_; }
  [[nodiscard]] const Location& where() const { return where_; }

 private:
  ErrorCode code_;
  Location where_;
};

/// Returns the same kind of error about several faults at once: their messages, one a line.
[[nodiscard]] Error collected(ErrorCode code, const std::vector<std::string>& messages);

/// Returns a text on one line, in which nothing can command a terminal or change the order of
/// letters. Data files name columns, classes and levels, and an Error repeats them as they stand:
/// print its message through printable_lines.
///
///     std::cout << printable(column.name) << '\n';
///
/// in      text: any bytes
/// out     valid UTF-8, equal to the text unless it holds one of these:
///         \x1b for a control character of ASCII or a byte that is not part of valid UTF-8;
///         \u{202e} for a later control character (U+0080 to U+009F), a line or paragraph separator
///         (U+2028, U+2029), a bidirectional control (U+202A to U+202E, U+2066 to U+2069) or one of
///         the two that XML forbids (U+FFFE, U+FFFF). A backslash of the text is not doubled, so
///         that printing twice changes nothing; JSON and CSV results hold the exact bytes.
[[nodiscard]] std::string printable(std::string_view text);

/// Returns the same for a text of several lines: line feeds stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

}  // namespace credence
