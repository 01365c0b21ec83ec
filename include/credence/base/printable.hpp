#pragma once
// Text of unknown origin, made safe for terminals, tables and pages.
#include <string>
#include <string_view>

namespace credence {

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
