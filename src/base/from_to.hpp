#pragma once
// Two numbers as people read them beside each other.
#include <fmt/format.h>

#include <string>

namespace credence {

/// "35.5 to 41": four significant digits, and up to ten where the numbers would look the same.
[[nodiscard]] inline std::string from_to(double from, double to) {
  constexpr int fewest = 4;
  constexpr int most = 10;
  const auto text = [](double value, int digits) { return fmt::format("{:.{}g}", value, digits); };
  int digits = fewest;
  while (digits < most && text(from, digits) == text(to, digits)) ++digits;
  if (text(from, digits) == text(to, digits)) digits = fewest;
  return text(from, digits) + " to " + text(to, digits);
}

}  // namespace credence
