#pragma once
// Names: whether one is among others, and how a message holds one.
#include <algorithm>
#include <string>
#include <string_view>

namespace credence::detail {

template <class Names>
[[nodiscard]] bool among(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  std::string quoted = "'";  // by +, g++ 12 sees an overflow (GCC bug 105651)
  quoted.append(text);
  quoted += '\'';
  return quoted;
}

}  // namespace credence::detail
