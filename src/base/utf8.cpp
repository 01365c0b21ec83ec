// Characters of texts in UTF-8.
#include "base/utf8.hpp"

namespace credence {
namespace {

std::size_t announced_bytes(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
}

// The shortest form alone, and neither half of a surrogate pair nor anything beyond U+10FFFF.
bool is_allowed(std::uint32_t code, std::size_t bytes) {
  if (bytes == 3) return code >= 0x800 && (code < 0xD800 || code > 0xDFFF);
  return bytes != 4 || (code >= 0x10000 && code <= 0x10FFFF);
}

}  // namespace

Character front_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t bytes = announced_bytes(byte(0));
  if (bytes <= 1) return {.code = byte(0), .bytes = bytes};
  if (text.size() < bytes) return {};
  std::uint32_t code = byte(0) & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  return is_allowed(code, bytes) ? Character{.code = code, .bytes = bytes} : Character{};
}

bool is_utf8(std::string_view text) {
  if (is_ascii(text)) return true;
  while (!text.empty()) {
    const Character front = front_of(text);
    if (front.bytes == 0) return false;
    text.remove_prefix(front.bytes);
  }
  return true;
}

}  // namespace credence
