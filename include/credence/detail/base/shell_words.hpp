#pragma once
// Words of a command line as a shell takes them, to be pasted from a terminal.
#include <string>
#include <string_view>

namespace credence::detail {

/// Returns a text between single quotes. One that a terminal does not show as it is gets the form
/// $'...' of bash, zsh and POSIX 2024, in ASCII alone.
[[nodiscard]] std::string in_quotes_of_shell(std::string_view text);

/// Returns a word as it is, or between quotes where a shell would take it otherwise.
[[nodiscard]] std::string shell_word(std::string_view word);

}  // namespace credence::detail
