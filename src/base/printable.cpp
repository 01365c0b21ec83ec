// Text made safe for terminals.
#include <credence/base/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "base/utf8.hpp"

namespace credence {
namespace {

bool is_within(std::uint32_t code, std::uint32_t first, std::uint32_t last) {
  return code >= first && code <= last;
}

bool must_be_escaped(std::uint32_t code) {
  return code < 0x20 || is_within(code, 0x7F, 0x9F) || code == 0x61C ||
         is_within(code, 0x200E, 0x200F) || is_within(code, 0x2028, 0x202E) ||
         is_within(code, 0x2066, 0x2069) || is_within(code, 0xFFFE, 0xFFFF);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string all;
  all.reserve(text.size());
  while (!text.empty()) {
    const Character front = front_of(text);
    if (front.bytes > 0 && !must_be_escaped(front.code))
      all += text.substr(0, front.bytes);
    else if (front.bytes <= 1)
      fmt::format_to(std::back_inserter(all), "\\x{:02x}", static_cast<unsigned char>(text[0]));
    else
      fmt::format_to(std::back_inserter(all), "\\u{{{:x}}}", front.code);
    text.remove_prefix(std::max<std::size_t>(front.bytes, 1));
  }
  return all;
}

std::string printable_lines(std::string_view text) {
  std::string all;
  for (;;) {
    const std::size_t end = text.find('\n');
    all += printable(text.substr(0, end));
    if (end == std::string_view::npos) return all;
    all += '\n';
    text.remove_prefix(end + 1);
  }
}

}  // namespace credence
