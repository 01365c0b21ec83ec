#pragma once
// Whether a text can be shown: what a terminal obeys, and what is no text at all.
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace credence::testing {

/// The first thing in a text that is no plain UTF-8; empty where all is plain, line feeds included.
[[nodiscard]] inline std::string not_plain(std::string_view text) {
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return "byte " + std::to_string(byte);
  }
  for (int last = 0x80; last <= 0x9F; ++last)
    if (text.find(std::string("\xC2") + static_cast<char>(last)) != std::string_view::npos)
      return "a control character of two bytes, the last " + std::to_string(last);
  for (const char* turn : {"\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAA", "\xE2\x80\xAB",
                           "\xE2\x80\xAC", "\xE2\x80\xAD", "\xE2\x80\xAE", "\xE2\x81\xA6",
                           "\xE2\x81\xA7", "\xE2\x81\xA8", "\xE2\x81\xA9"})
    if (text.find(turn) != std::string_view::npos) return "a separator or bidirectional control";
  try {
    static_cast<void>(nlohmann::json(text).dump());
  } catch (const nlohmann::json::exception& error) {
    return error.what();
  }
  return {};
}

/// A name that would make a terminal blink, ring, write over its line and turn letters around.
inline const std::string terminal_name =
    "\x1b[5mx\x07\x08\r\t\x7F\xC2\x9B"
    "5m\xE2\x80\xAE"
    "cod\xFF";
inline const std::string terminal_shown =
    "\\x1b[5mx\\x07\\x08\\x0d\\x09\\x7f\\u{9b}5m\\u{202e}cod\\xff";

}  // namespace credence::testing
