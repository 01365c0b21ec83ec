#pragma once
// The first of many names, as a message lists them.
#include <algorithm>
#include <span>
#include <string>

#include "base/names.hpp"

namespace credence::detail {

/// The first ten names in quotes, and dots where there are more.
[[nodiscard]] inline std::string some_of(std::span<const std::string> names) {
  constexpr std::size_t shown = 10;
  std::string text;
  for (const std::string& name : names.first(std::min(shown, names.size())))
    text += (text.empty() ? "" : ", ") + in_quotes(name);
  return names.size() > shown ? text + ", ..." : text;
}

}  // namespace credence::detail
