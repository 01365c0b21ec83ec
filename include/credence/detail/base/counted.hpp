#pragma once
// Counts with their nouns, for messages.
#include <concepts>
#include <string>
#include <string_view>

namespace credence::detail {

/// "1 row", "2 rows".
template <std::integral Count>
[[nodiscard]] std::string counted(Count count, std::string_view one, std::string_view many) {
  return std::to_string(count).append(1, ' ').append(count == 1 ? one : many);
}

}  // namespace credence::detail
