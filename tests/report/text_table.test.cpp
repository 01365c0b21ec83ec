// Tables of text: alignment, and cells from data.
#include "report/text_table.hpp"

#include <doctest/doctest.h>

#include "support/plain_text.hpp"

using namespace credence::report;
using credence::testing::not_plain;
using credence::testing::terminal_name;
using credence::testing::terminal_shown;

TEST_CASE("cells from data are shown on one line and aligned as they are shown") {
  TextTable table(1);
  table.add({"name", "rows"});
  table.add(
      {"a\n\x1b"
       "b",
       "1"});
  table.add({"caf\xC3\xA9", "12"});

  CHECK(table.text() ==
        "name        rows\n"
        "a\\x0a\\x1b"
        "b     1\n"
        "caf\xC3\xA9          12\n");
}

TEST_CASE("columns stand below each other whatever letters their names have") {
  TextTable table(1);
  table.add({"\xE5\x88\x97\xE5\x90\x8D", "1"});  // two letters, as wide as four
  table.add({"e\xCC\x81", "2"});                 // one, and its mark
  table.add({"\xF0\x9F\x99\x82 a", "3"});

  CHECK(table.text() ==
        "\xE5\x88\x97\xE5\x90\x8D  1\n"
        "e\xCC\x81     2\n"
        "\xF0\x9F\x99\x82 a  3\n");
}

TEST_CASE("numbers of rows are exact where they are whole, and short where weights are not") {
  CHECK(count_text(0) == "0");
  CHECK(count_text(1234567) == "1234567");
  CHECK(count_text(100.0 / 3) == "33.3333");
  CHECK(count_text(1234567.25) == "1234567");
}

TEST_CASE("a list of names from data is plain") {
  CHECK(listed({terminal_name, "b"}) == terminal_shown + ", b");
}
