#pragma once
// Words of a command line as a shell takes them.
#include <string>
#include <string_view>

namespace credence::tool {

/// Returns a text between single quotes.
[[nodiscard]] std::string in_quotes_of_shell(std::string_view text);

/// Returns a word as it is, or between quotes where a shell would take it otherwise.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace credence::tool
