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

TEST_CASE("numbers of rows are exact where they are whole, and short where weights are not") {
  CHECK(count_text(0) == "0");
  CHECK(count_text(1234567) == "1234567");
  CHECK(count_text(100.0 / 3) == "33.3333");
  CHECK(count_text(1234567.25) == "1234567");
}

TEST_CASE("a list of names from data is plain") {
  CHECK(listed({terminal_name, "b"}) == terminal_shown + ", b");
}
