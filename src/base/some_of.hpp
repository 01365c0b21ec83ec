#pragma once
// The first of many names, as a message lists them, and the one among them that was meant.
#include <credence/detail/base/nearest.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "base/names.hpp"

namespace credence::detail {

/// The first ten names in quotes, and dots where there are more.
[[nodiscard]] inline std::string some_of(std::span<const std::string> names) {
  constexpr std::size_t shown = 10;
  const std::string text = quoted_list(names.first(std::min(shown, names.size())));
  return names.size() > shown ? text + ", ..." : text;
}

/// "; did you mean 'Fare'?" for a name that none of `names` is, or the first of them where none is near:
/// "; its features are 'Age', 'Fare'".
[[nodiscard]] inline std::string meant_or_some(std::string_view name, std::string_view introduced,
                                               std::span<const std::string> names) {
  std::string meant = did_you_mean(name, names);
  if (!meant.empty()) return meant;
  return "; " + std::string(introduced) + ' ' + (names.empty() ? "none" : some_of(names));
}

}  // namespace credence::detail
