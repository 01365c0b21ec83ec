#pragma once
// Characters of texts in UTF-8, and whether bytes are text.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace credence {

/// Returns whether all bytes are ASCII.
[[nodiscard]] inline bool is_ascii(std::string_view text) {
  constexpr std::uint64_t high_bits = 0x8080808080808080U;
  const char* at = text.data();
  std::size_t left = text.size();
  std::uint64_t all = 0;
  for (std::uint64_t eight = 0; left >= sizeof eight; at += sizeof eight, left -= sizeof eight) {
    std::memcpy(&eight, at, sizeof eight);
    all |= eight;
  }
  for (; left > 0; ++at, --left) all |= static_cast<unsigned char>(*at);
  return (all & high_bits) == 0;
}

/// The first character of a text.
struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  ///< 0: the text does not begin with a character in UTF-8
};

/// Returns the first character of a text that is not empty.
[[nodiscard]] Character front_of(std::string_view text);

/// Returns whether a text is UTF-8: the shortest form of each character, no halves of surrogate pairs,
/// nothing beyond U+10FFFF.
[[nodiscard]] bool is_utf8(std::string_view text);

}  // namespace credence
