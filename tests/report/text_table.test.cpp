// Tables of text: alignment, and cells from data.
#include "report/listing/text_table.hpp"

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

TEST_CASE("headings are broken at blanks where lines are too long, and nowhere else") {
  const std::string long_name(103, 'a');
  const std::string name = long_name.substr(0, 100);
  const auto text_of = [&](std::size_t letters) {
    TextTable table(1);
    table.add_headings({"name of it", "log Bayes factor", "rows"});
    table.add({long_name.substr(0, letters), "-123.45", "1"});
    return table.text();
  };
  const std::string blanks(90, ' ');

  CHECK(text_of(95) == "name of it" + std::string(85, ' ') + "  log Bayes factor  rows\n" +
                           name.substr(0, 95) + std::string(11, ' ') + "-123.45     1\n");
  CHECK(text_of(100) == std::string(102, ' ') + "log Bayes\n" + "name of it" + blanks +
                            "     factor  rows\n" + name + "    -123.45     1\n");
  CHECK(text_of(103) == std::string(109, ' ') + "log\n" + std::string(107, ' ') + "Bayes\n" +
                            "name of it" + blanks + "      factor  rows\n" + long_name +
                            "  -123.45     1\n");
}

TEST_CASE("a column that is left out leaves the others flush as they were") {
  TextTable table(2);
  table.add({"name", "kind", "rows"});
  table.add({"a", "b", "1"});
  table.leave_out("name");

  CHECK(table.text() == "kind  rows\nb        1\n");
  table.leave_out("kind");
  CHECK(table.text() == "rows\n   1\n");
}

TEST_CASE("names are as long as lines have room for, and no shorter than the least") {
  const auto line = [](credence::Index letters) {
    return std::string(static_cast<std::size_t>(3 * letters), 'a') + '\n';
  };
  const auto longer = [&](credence::Index letters) { return line(letters + 40); };
  CHECK(fitted(line, 30) == line(30));
  CHECK(fitted(line) == line(39));
  CHECK(fitted(longer) == longer(least_letters));
  CHECK(fits(line(39) + line(39)));
  CHECK(!fits("a\n" + line(40)));
}

TEST_CASE("numbers of rows are exact where they are whole, and short where weights are not") {
  CHECK(count_text(0) == "0");
  CHECK(count_text(1234567) == "1234567");
  CHECK(count_text(100.0 / 3) == "33.3333");
  CHECK(count_text(1234567.25) == "1234567");
}

TEST_CASE("of what is told in several lines the first says how many there are") {
  CHECK(on_one_line("no evidence") == "no evidence");
  CHECK(on_one_line("undefined for 1 cell:\n  column 'x': none\nchoose another") ==
        "undefined for 1 cell: column 'x': none");
  CHECK(on_one_line("undefined for 2 cells:\n  column 'x': none\n  column 'y': none") ==
        "undefined for 2 cells, the first of column 'x': none");
  CHECK(on_one_line("no evidence\n") == "no evidence");
}

TEST_CASE("a list of names from data is plain") {
  CHECK(listed({terminal_name, "b"}) == terminal_shown + ", b");
}
