#pragma once
// Numbers and reasons as text in tests, the same under every locale: std::to_string, std::stod and
// their like are not.
#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace credence::testing {

/// A number with six digits behind the point.
inline std::string decimal_text(double number) {
  char buffer[400];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::fixed, 6).ptr;
  return {buffer, end};
}

/// The number that a text begins with.
inline double leading_number(std::string_view text) {
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{}) throw std::invalid_argument("no number: " + std::string(text));
  return number;
}

/// What the system says of an errno in the language of the locale, as the library asks for it.
inline std::string reason_of(int error) { return std::generic_category().message(error); }

}  // namespace credence::testing
