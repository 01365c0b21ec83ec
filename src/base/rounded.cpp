#include <credence/detail/base/rounded.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>

namespace credence::detail {

std::string rounded(double value, int digits) {
  constexpr double exact = 9007199254740992;  // 2^53
  if (std::trunc(value) == value && std::abs(value) < exact)
    return std::to_string(static_cast<std::int64_t>(value));
  char text[64];
  char* const end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr;
  return {text, end};
}

}  // namespace credence::detail
