// Marks and axes of drawings.
#include <credence/report/figure.hpp>

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <vector>

#include "support/markup.hpp"
#include "support/plain_text.hpp"

using namespace credence;

namespace {
constexpr double none = std::numeric_limits<double>::quiet_NaN();
}

TEST_CASE("coordinates have at most two decimals and no minus zero") {
  Drawing drawing(100, 100);

  drawing.line({1.0 / 3, -0.001}, {2, 10}, "axis");

  CHECK(drawing.marks() == "<path class=\"axis\" d=\"M0.33 0L2 10\"/>\n");
}

TEST_CASE("a line breaks where a point is no number, and a lone point draws nothing") {
  Drawing drawing(100, 100);
  const std::vector<Point> points{{0, 0}, {1, 1}, {2, none}, {3, 3}, {none, 4}, {5, 5}, {6, 6}};

  drawing.path(points, "s0 line");

  CHECK(drawing.marks() == "<path class=\"s0 line\" d=\"M0 0L1 1M5 5L6 6\"/>\n");
}

TEST_CASE("marks with a coordinate that is no number are left out") {
  Drawing drawing(100, 100);
  const std::array broken{Point{0, 0}, Point{1, std::numeric_limits<double>::infinity()}};

  drawing.mark({none, 1}, 0);
  drawing.text({1, none}, "text", Anchor::start, "label");
  drawing.box({0, none}, {1, 1}, "bar");
  drawing.area(broken, "band");
  drawing.path(broken, "line");

  CHECK(drawing.marks().empty());
}

TEST_CASE("series have shapes of their own until they repeat") {
  const auto shape = [](Index series) {
    Drawing drawing(10, 10);
    drawing.mark({5, 5}, series);
    return drawing.marks().substr(drawing.marks().find("d="));
  };

  for (Index a = 0; a < distinct_series; ++a)
    for (Index b = 0; b < a; ++b) CHECK(shape(a) != shape(b));
  CHECK(shape(1) == shape(1 + distinct_series));
  CHECK(series_role(distinct_series) == "s0");
}

TEST_CASE("texts are escaped whatever they hold") {
  CHECK(escaped(testing::hostile_name) == testing::hostile_shown);
  CHECK(escaped("a\nb\tc") == "a\\x0ab\\x09c");
  CHECK(escaped(std::string_view("\0\x1b", 2)) == "\\x00\\x1b");
  CHECK(escaped(testing::terminal_name) == testing::terminal_shown);
  CHECK(escaped("caf\xC3\xA9 \xF0\x9F\x99\x82") == "caf\xC3\xA9 \xF0\x9F\x99\x82");
}

TEST_CASE("bytes that are no UTF-8, and what XML forbids, are shown escaped") {
  CHECK(escaped("\xFF") == "\\xff");
  CHECK(escaped("\xC3<") == "\\xc3&lt;");
  CHECK(escaped("\xED\xA0\x80") == "\\xed\\xa0\\x80");  // half of a surrogate pair
  CHECK(escaped("\xEF\xBF\xBE") == "\\u{fffe}");        // no character
}

TEST_CASE("long texts are cut between characters") {
  CHECK(shortened("abcdef", 6) == "abcdef");
  CHECK(shortened("abcdefg", 6) == "abcde\xE2\x80\xA6");
  CHECK(shortened("\xC3\xA9\xC3\xA9\xC3\xA9", 2) == "\xC3\xA9\xE2\x80\xA6");
  CHECK(text_width("\xC3\xA9\xC3\xA9") == text_width("ab"));
}

TEST_CASE("wide letters take two places, and marks on letters none") {
  CHECK(text_width("\xE5\x88\x97\xE5\x90\x8D") == text_width("abcd"));
  CHECK(text_width("e\xCC\x81") == text_width("e"));
  CHECK(shortened("\xE5\x88\x97\xE5\x90\x8D", 4) == "\xE5\x88\x97\xE5\x90\x8D");
  CHECK(shortened("\xE5\x88\x97\xE5\x90\x8D", 3) == "\xE5\x88\x97\xE2\x80\xA6");
  CHECK(shortened("e\xCC\x81xy", 2) == "e\xCC\x81\xE2\x80\xA6");  // its mark stays with the letter
}

TEST_CASE("escapes take room and are cut like other letters") {
  CHECK(text_width("\x1b") == text_width("\\x1b"));
  CHECK(shortened("\x1b[5mred", 6) == "\\x1b[\xE2\x80\xA6");
  CHECK(shortened(std::string(1000, '\x80'), 9) == "\\x80\\x80\xE2\x80\xA6");
}
