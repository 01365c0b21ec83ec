#pragma once
// Letters of ASCII; the locale plays no part.
#include <string>
#include <string_view>

namespace credence {

[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& byte : lower)
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
  return lower;
}

}  // namespace credence
