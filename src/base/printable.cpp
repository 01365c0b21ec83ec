// Text made safe for terminals, and for shells that it is pasted into.
#include <credence/base/error.hpp>
#include <credence/detail/base/shell_words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "base/utf8.hpp"

namespace credence {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: the front is no character in UTF-8
};

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

bool is_within(std::uint32_t code, std::uint32_t first, std::uint32_t last) {
  return code >= first && code <= last;
}

bool must_be_escaped(std::uint32_t code) {
  return code < 0x20 || is_within(code, 0x7F, 0x9F) || code == 0x61C ||
         is_within(code, 0x200E, 0x200F) || is_within(code, 0x2028, 0x202E) ||
         is_within(code, 0x2066, 0x2069) || is_within(code, 0xFFFE, 0xFFFF);
}

// $'...': control characters, bytes that are no text and all beyond ASCII by their numbers.
std::string in_escapes(std::string_view text) {
  std::string quoted = "$'";
  for (const char c : text) {
    if (c == '\n')
      quoted += "\\n";
    else if (c == '\'' || c == '\\')
      quoted += {'\\', c};
    else if (c >= ' ' && c <= '~')
      quoted += c;
    else  // three octal digits end by themselves; hexadecimal ones would take in digits behind them
      fmt::format_to(std::back_inserter(quoted), "\\{:03o}", static_cast<unsigned char>(c));
  }
  return quoted + '\'';
}

}  // namespace

bool is_utf8(std::string_view text) {
  if (is_ascii(text)) return true;
  while (!text.empty()) {
    const Character front = front_of(text);
    if (front.bytes == 0) return false;
    text.remove_prefix(front.bytes);
  }
  return true;
}

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

std::string detail::in_quotes_of_shell(std::string_view text) {
  if (printable(text) != text) return in_escapes(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

std::string detail::shell_word(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.,:=/%@";
  const bool is_plain = !word.empty() && word.find_first_not_of(plain) == std::string_view::npos;
  return is_plain ? std::string(word) : in_quotes_of_shell(word);
}

}  // namespace credence
