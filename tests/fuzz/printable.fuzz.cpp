// Any bytes, as they are shown on terminals, in tables and on pages. Input: the bytes.
#include <credence/base/error.hpp>
#include <credence/report/figure.hpp>

#include <algorithm>

#include "fuzz/fuzz.hpp"
#include "support/plain_text.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace credence;
  using fuzz::expect;
  const std::string_view text = fuzz::text_of(data, size);
  const std::string line = printable(text);
  const std::string lines = printable_lines(text);
  expect(testing::not_plain(line).empty() && line.find('\n') == std::string::npos,
         "one plain line");
  expect(testing::not_plain(lines).empty(), "plain lines");
  expect(std::count(lines.begin(), lines.end(), '\n') == std::count(text.begin(), text.end(), '\n'),
         "as many lines as before");
  expect(printable(line) == line && printable_lines(lines) == lines, "twice is once");
  const std::string markup = escaped(text);
  expect(testing::not_plain(markup).empty() && markup.find_first_of("<>\"'\n") == std::string::npos,
         "contents of an element");
  expect(escaped(shortened(text, 9)).find_first_of("<>\"'\n") == std::string::npos, "a short text");
  expect(text_width(shortened(text, 9)) <= text_width("123456789"), "nine letters at most");
  return 0;
}
