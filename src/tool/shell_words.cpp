// Words of a command line as a shell takes them.
#include "shell_words.hpp"

namespace credence::tool {

std::string in_quotes_of_shell(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.,:=/%@";
  const bool is_plain = !word.empty() && word.find_first_not_of(plain) == std::string::npos;
  return is_plain ? word : in_quotes_of_shell(word);
}

}  // namespace credence::tool
