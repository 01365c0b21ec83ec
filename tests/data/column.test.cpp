// Columns: what they hold and how long they are.
#include <credence/data/table.hpp>

#include <doctest/doctest.h>

using namespace credence;

TEST_CASE("a real column gives the same view of its own numbers and of those elsewhere") {
  const std::vector<double> interleaved{1, -1, 2, -2, 3, -3};
  const RealColumn owned{std::vector<double>{1, 2, 3}};
  const RealColumn viewed{Strided<double>{.data = interleaved.data(), .size = 3, .stride = 2}};

  CHECK(owned.view() == viewed.view());
  CHECK(viewed.view().data == interleaved.data());
}

TEST_CASE("a text column returns each cell as it was put in") {
  TextColumn column;
  column.push_back("Rome", false, 10);
  column.push_back("", true, 15);
  column.push_back("a,\"b\"\n", false);

  CHECK(column.size() == 3);
  CHECK(column[0] == "Rome");
  CHECK(column[1].empty());
  CHECK(column[2] == "a,\"b\"\n");
  CHECK_FALSE(column.missing(0));
  CHECK(column.missing(1));
  CHECK(column.position(0) == 10);
  CHECK(column.position(2) == TextColumn::no_position);
}

TEST_CASE("text columns are equal only if marks and places are") {
  TextColumn a;
  TextColumn b;
  a.push_back("?", true, 3);
  b.push_back("?", false, 3);

  CHECK_FALSE(a == b);
  CHECK(a == TextColumn(a));
}

TEST_CASE("a column of any kind knows its length") {
  TextColumn texts;
  texts.push_back("x", false);

  CHECK(Column{}.size() == 0);
  CHECK(Column{.name = "a", .cells = RealColumn{std::vector<double>{1, 2}}}.size() == 2);
  CHECK(Column{.name = "b", .cells = CodeColumn{.levels = {"x"}, .codes = {0, -1, 0}}}.size() == 3);
  CHECK(Column{.name = "c", .cells = texts}.size() == 1);
}
