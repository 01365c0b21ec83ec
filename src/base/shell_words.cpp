// Words of a command line as a shell takes them.
#include <credence/base/error.hpp>
#include <credence/detail/base/shell_words.hpp>

#include <fmt/format.h>

#include <iterator>

namespace credence {
namespace {

// $'...': control characters, bytes that are no text and all beyond ASCII by their numbers.
std::string in_escapes(std::string_view text) {
  std::string quoted = "$'";
  for (const char c : text) {
    if (c == '\n')
      quoted += "\\n";
    else if (c == '\'' || c == '\\')
      quoted += {'\\', c};
    else if (c >= ' ' && c <= '~')
      quoted += c;
    else  // three octal digits end by themselves; hexadecimal ones would take in digits behind them
      fmt::format_to(std::back_inserter(quoted), "\\{:03o}", static_cast<unsigned char>(c));
  }
  return quoted + '\'';
}

}  // namespace

std::string detail::in_quotes_of_shell(std::string_view text) {
  if (printable(text) != text) return in_escapes(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

std::string detail::shell_word(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.,:=/%@";
  const bool is_plain = !word.empty() && word.find_first_not_of(plain) == std::string_view::npos;
  return is_plain ? std::string(word) : in_quotes_of_shell(word);
}

}  // namespace credence
