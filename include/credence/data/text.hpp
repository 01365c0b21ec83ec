#pragma once
// Texts to words.
#include <string>
#include <string_view>
#include <vector>

namespace credence {

namespace detail {
/// Returns the byte as it stands in a word: letters in lower case, digits, bytes >= 0x80; 0 if it
/// ends a word.
[[nodiscard]] constexpr char word_byte(char byte) {
  if (byte >= 'A' && byte <= 'Z') return static_cast<char>(byte - 'A' + 'a');
  const bool letter = byte >= 'a' && byte <= 'z';
  const bool digit = byte >= '0' && byte <= '9';
  const bool beyond_ascii = static_cast<unsigned char>(byte) >= 0x80;
  return letter || digit || beyond_ascii ? byte : '\0';
}
}  // namespace detail

/// Calls `f(token)` for each word of a text: maximal runs of ASCII letters, digits and bytes >=
/// 0x80, with ASCII letters in lower case. `buffer` holds the token during the call.
template <class F>
void for_each_token(std::string_view text, std::string& buffer, F&& f) {
  buffer.clear();
  for (const char byte : text) {
    if (const char kept = detail::word_byte(byte); kept != '\0') {
      buffer.push_back(kept);
      continue;
    }
    if (!buffer.empty()) f(std::string_view(buffer));
    buffer.clear();
  }
  if (!buffer.empty()) f(std::string_view(buffer));
}

/// Returns the words of a text, in order.
[[nodiscard]] std::vector<std::string> tokens(std::string_view text);

}  // namespace credence
