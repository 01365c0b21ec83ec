// Texts of unknown origin, printed, and as words that a shell takes as they are.
#include <credence/base/error.hpp>
#include <credence/detail/base/shell_words.hpp>

#include <doctest/doctest.h>

#include <cstdint>

#include "support/plain_text.hpp"

using credence::printable;
using credence::printable_lines;
using credence::detail::in_quotes_of_shell;
using credence::detail::shell_word;

namespace {

// Of code points below 2^16 that are no surrogates.
std::string utf8(std::uint32_t code) {
  const auto byte = [](std::uint32_t value) { return std::string(1, static_cast<char>(value)); };
  if (code < 0x80) return byte(code);
  const std::string last = byte(0x80 | (code & 0x3F));
  if (code < 0x800) return byte(0xC0 | code >> 6) + last;
  return byte(0xE0 | code >> 12) + byte(0x80 | (code >> 6 & 0x3F)) + last;
}

}  // namespace

TEST_CASE("ordinary text stays as it is, in characters of one to four bytes") {
  for (const char* text : {"", "a b~", "caf\xC3\xA9", "\xC2\xA0", "\xDF\xBF", "\xE0\xA0\x80",
                           "\xE2\x80\xA7", "\xE2\x80\xAF", "\xE2\x81\xA5", "\xE2\x81\xAA",
                           "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBD", "\xF0\x90\x80\x80",
                           "\xF0\x9F\x99\x82", "\xF4\x8F\xBF\xBF", "\\x1b", "\\"}) {
    CAPTURE(text);
    CHECK(printable(text) == text);
    CHECK(printable_lines(text) == text);
  }
}

TEST_CASE("control characters of ASCII are shown as bytes") {
  CHECK(printable(std::string_view("\0\x01\x1F", 3)) == "\\x00\\x01\\x1f");
  CHECK(printable("\x1b[5mred\x1b[0m") == "\\x1b[5mred\\x1b[0m");
  CHECK(printable("a\tb\nc\rd\x7F") == "a\\x09b\\x0ac\\x0dd\\x7f");
}

TEST_CASE("controls beyond ASCII are shown as code points") {
  CHECK(printable("\xC2\x80 \xC2\x9B"
                  "5m \xC2\x9F") == "\\u{80} \\u{9b}5m \\u{9f}");
  CHECK(printable("\xE2\x80\xA8\xE2\x80\xA9") == "\\u{2028}\\u{2029}");
  CHECK(printable("a\xE2\x80\xAA\xE2\x80\xAE") == "a\\u{202a}\\u{202e}");
  CHECK(printable("\xE2\x80\x8E\xE2\x80\x8F\xD8\x9C") == "\\u{200e}\\u{200f}\\u{61c}");
  CHECK(printable("\xE2\x81\xA6\xE2\x81\xA9z") == "\\u{2066}\\u{2069}z");
  CHECK(printable("\xEF\xBF\xBE\xEF\xBF\xBF") == "\\u{fffe}\\u{ffff}");
}

TEST_CASE("bytes that are no UTF-8 are shown one by one") {
  CHECK(printable("\x80") == "\\x80");  // continues nothing
  CHECK(printable("\x9B"
                  "5m") == "\\x9b5m");                             // a control of Latin-1
  CHECK(printable("\xC0\xAF") == "\\xc0\\xaf");                    // overlong
  CHECK(printable("\xC1\xBF") == "\\xc1\\xbf");                    // overlong
  CHECK(printable("\xE0\x9F\xBF") == "\\xe0\\x9f\\xbf");           // overlong
  CHECK(printable("\xF0\x8F\xBF\xBF") == "\\xf0\\x8f\\xbf\\xbf");  // overlong
  CHECK(printable("\xED\xA0\x80") == "\\xed\\xa0\\x80");           // half of a surrogate pair
  CHECK(printable("\xF4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond U+10FFFF
  CHECK(printable("\xF5\xFE\xFF") == "\\xf5\\xfe\\xff");           // stand in no UTF-8
}

TEST_CASE("a character that is cut off is shown byte by byte, and what follows it as it is") {
  CHECK(printable("\xC3") == "\\xc3");
  CHECK(printable("\xC3x") == "\\xc3x");
  CHECK(printable("\xE2\x82") == "\\xe2\\x82");
  CHECK(printable("\xE2\x82\xC3\xA9") == "\\xe2\\x82\xC3\xA9");
  CHECK(printable("\xF0\x9F\x99") == "\\xf0\\x9f\\x99");
  CHECK(printable("\xE2\x1b\x80") == "\\xe2\\x1b\\x80");
}

TEST_CASE("several lines stay several lines") {
  CHECK(printable_lines("a\n\tb\r\n\n") == "a\n\\x09b\\x0d\n\n");
  CHECK(printable_lines("\n") == "\n");
  CHECK(printable_lines("\xC3\n\xA9") == "\\xc3\n\\xa9");
  CHECK(printable_lines(credence::testing::terminal_name) == credence::testing::terminal_shown);
}

TEST_CASE("whatever the bytes, the text is plain, and printing twice changes nothing") {
  for (int first = 0; first < 256; ++first)
    for (int second = 0; second < 256; ++second) {
      const std::string bytes{static_cast<char>(first), static_cast<char>(second), '\xA0', '\xBF'};
      const std::string shown = printable(bytes);
      const std::string fault = credence::testing::not_plain(shown);
      if (fault.empty() && printable(shown) == shown && shown.find('\n') == std::string::npos)
        continue;
      CAPTURE(first);
      CAPTURE(second);
      FAIL_CHECK(shown << ": " << fault);
    }
}

TEST_CASE("of the first 65536 characters 81 are escaped") {
  int escaped = 0;
  for (std::uint32_t code = 0; code < 0x10000; ++code) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;
    const std::string character = utf8(code);
    escaped += printable(character) == character ? 0 : 1;
  }
  // 32 controls, DEL, 32 later controls, bidirectional controls: 1 and 2, 2 separators, 5 and 4 more, 2 of XML
  CHECK(escaped == 32 + 1 + 32 + 1 + 2 + 2 + 5 + 4 + 2);
}

TEST_CASE("a word that a shell takes as it is gets no quotes, and any other single ones") {
  CHECK(shell_word("data/iris.csv") == "data/iris.csv");
  CHECK(shell_word("--column=age=normal") == "--column=age=normal");
  CHECK(shell_word("my age") == "'my age'");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("$(id)`id`") == "'$(id)`id`'");
  CHECK(shell_word("a\\b") == "'a\\b'");
  CHECK(shell_word("caf\xC3\xA9") == "'caf\xC3\xA9'");
  CHECK(shell_word("") == "''");
  CHECK(in_quotes_of_shell("plain") == "'plain'");
}

TEST_CASE("what a terminal does not show as it is stands in escapes, which end where they should") {
  CHECK(shell_word("line\nfeed") == "$'line\\nfeed'");
  CHECK(shell_word("\x1b[1m") == "$'\\033[1m'");
  CHECK(shell_word("\t7") == "$'\\0117'");
  CHECK(shell_word("it's\\\n") == "$'it\\'s\\\\\\n'");
  CHECK(shell_word("b\xFF") == "$'b\\377'");
  CHECK(shell_word("turned \xE2\x80\xAE"
                   "cod") == "$'turned \\342\\200\\256cod'");
  for (const char* name : {"line\nfeed", "\x1b]0;t\x07", "\x7F\xC2\x9B", "caf\xC3\xA9\r"}) {
    CAPTURE(name);
    const std::string word = in_quotes_of_shell(name);
    CHECK(credence::printable(word) == word);
  }
}
