// Tables: columns by name, places of cells, selections and random cuts.
#include <credence/data/csv.hpp>
#include <credence/data/table.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/data_error.hpp"

using namespace credence;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::says;
using credence::testing::throws_error;

namespace {

Table people() {
  Table table;
  table.add("age", std::vector<double>{23, 31, 54});
  table.add("city", std::vector<std::string>{"Rome", "", "Oslo"});
  return table;
}

const TextColumn& texts(const Table& table, std::string_view name) {
  return std::get<TextColumn>(table.column(name).cells);
}

const FileColumn& cells(const Table& table, std::string_view name) {
  return std::get<FileColumn>(table.column(name).cells);
}

std::vector<double> numbers(const Table& table, std::string_view name) {
  const Strided<double> view = std::get<RealColumn>(table.column(name).cells).view();
  std::vector<double> result;
  for (Index i = 0; i < view.size; ++i) result.push_back(view[i]);
  return result;
}

}  // namespace

TEST_CASE("columns are found by name") {
  const Table table = people();

  CHECK(table.rows() == 3);
  CHECK(table.columns().size() == 2);
  CHECK(table.find("city") == &table.columns()[1]);
  CHECK(table.find("town") == nullptr);
}

TEST_CASE("numbers and texts may stand in braces, and numbers may be of narrower types") {
  Table table;
  table.add("zeros", {0, 0});
  table.add("halves", {0.5, 1.5});
  table.add("two", {"Rome", "Oslo"});
  table.add("count", std::vector<int>{3, -4});
  table.add("answer", std::vector<bool>{true, false});
  table.add("single", std::vector<float>{0.25F, std::numeric_limits<float>::quiet_NaN()});

  CHECK(numbers(table, "zeros") == std::vector<double>{0, 0});
  CHECK(numbers(table, "halves") == std::vector<double>{0.5, 1.5});
  CHECK(texts(table, "two")[1] == "Oslo");
  CHECK(numbers(table, "count") == std::vector<double>{3, -4});
  CHECK(numbers(table, "answer") == std::vector<double>{1, 0});
  CHECK(std::isnan(numbers(table, "single")[1]));
}

TEST_CASE("integers of 64 bits are numbers up to the largest that doubles count to") {
  Table table;
  table.add("ids", std::vector<std::int64_t>{-9007199254740992, 9007199254740992});
  table.add("sizes", std::vector<std::size_t>{0, 7});

  CHECK(as_written(table.column("ids"), 0) == "-9007199254740992");
  CHECK(as_written(table.column("sizes"), 1) == "7");
  CHECK(throws_error(
      [&] {
        table.add("far", std::vector<std::int64_t>{1, 9007199254740993});
      },
      ErrorCode::domain, "column 'far', row 2 holds 9007199254740993"));
  CHECK(throws_error([&] { table.add("low", std::vector<std::int64_t>{-9007199254740993}); },
                     ErrorCode::domain, "row 1 holds -9007199254740993"));
  CHECK(table.columns().size() == 2);
}

TEST_CASE("a copied table finds its own columns") {
  const Table table = people();
  const Table copy = table;

  CHECK(copy.find("age") == &copy.columns()[0]);
}

TEST_CASE("asking for a column that is not there names those that are") {
  const auto error = error_of([] { return people().column("town"); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'town'", "'age', 'city'"));
}

TEST_CASE("a name that has blanks around it in the file is told with the option that drops them") {
  Table table;
  table.add("age", std::vector<double>{1, 2});
  table.add(" play ", std::vector<std::string>{"no", "yes"});

  const auto error = error_of([&] { return table.column("play"); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error,
             "no column 'play' in the table; ' play ' has blanks around it, which "
             "CsvOptions::trim drops"));
}

TEST_CASE("a table of many columns names only the first twenty in its message") {
  Table table;
  for (int i = 0; i < 1000; ++i) table.add("x" + std::to_string(i), std::vector<double>{1});

  const auto error = error_of([&] { return table.column("y"); });

  CHECK(says(error, "'x19' and 980 more"));
}

TEST_CASE("an empty text in memory is missing and a question mark is not") {
  Table table;
  table.add("answer", std::vector<std::string>{"", "?", "yes"});

  CHECK(texts(table, "answer").missing(0));
  CHECK_FALSE(texts(table, "answer").missing(1));
}

TEST_CASE("a column of another length is refused") {
  Table table = people();
  const auto error = error_of([&] {
    table.add("height", std::vector<double>{1.8});
    return 0;
  });

  CHECK(is(error, ErrorCode::shape));
  CHECK(says(error, "'height'", "length 1 ", "length 3;"));
  CHECK(table.columns().size() == 2);
}

TEST_CASE("a name that is taken or empty is refused") {
  Table table = people();
  const auto twice = error_of([&] {
    table.add("age", std::vector<double>{1, 2, 3});
    return 0;
  });
  const auto nameless = error_of([&] {
    table.add("", std::vector<double>{1, 2, 3});
    return 0;
  });

  CHECK(is(twice, ErrorCode::schema));
  CHECK(says(twice, "'age'"));
  CHECK(is(nameless, ErrorCode::schema));
}

TEST_CASE("a code without a level is refused") {
  for (const Code code : {2, -2}) {
    CAPTURE(code);
    Table table;
    const auto error = error_of([&] {
      table.add(Column{.name = "c", .cells = CodeColumn{.levels = {"a", "b"}, .codes = {0, code}}});
      return 0;
    });
    CHECK(is(error, ErrorCode::domain));
    CHECK(says(error, "'c'", "row 2", std::to_string(code)));
  }
}

TEST_CASE("numbers elsewhere are seen through the table when they change") {
  std::vector<double> memory{1, 2, 3};
  Table table;
  table.add("x", Strided<double>{.data = memory.data(), .size = 3});

  memory[1] = 20;

  CHECK(numbers(table, "x") == std::vector<double>{1, 20, 3});
}

TEST_CASE("a cell of a file has a line and a column and one in memory has a row") {
  Table table = read_csv_text("a,b\n1,x\n22,yy\n", "data.csv");
  table.add("c", std::vector<std::string>{"p", "q"});
  table.add("d", std::vector<double>{0, 1});

  CHECK(table.where(table.column("b"), 1) == Location{.file = "data.csv", .line = 3, .column = 4});
  CHECK(table.place(table.column("b"), 1) == "data.csv:3:4");
  CHECK(table.place(table.column("c"), 1) == "row 2");
  CHECK(table.place(table.column("d"), 0) == "row 1");
  CHECK(table.where(table.column("c"), 1) == Location{});
}

TEST_CASE("the first byte of a file without header is line 1 column 1") {
  const Table table = read_csv_text("7\n8\n", "x", {.header = false});

  CHECK(table.place(table.columns()[0], 0) == "x:1:1");
}

TEST_CASE("selected rows come in the order asked and keep marks and places") {
  Table table = read_csv_text("a,b\n1,x\n2,?\n3,z\n", "f.csv");
  table.add("n", std::vector<double>{10, 20, 30});
  table.add(Column{.name = "k", .cells = CodeColumn{.levels = {"u", "v"}, .codes = {0, -1, 1}}});
  const std::vector<Index> rows{2, 1, 1};

  const Table part = table.select(rows);

  CHECK(part.rows() == 3);
  CHECK(cells(part, "a")[0] == "3");
  CHECK(cells(part, "b").missing(1));
  CHECK(part.place(part.column("b"), 0) == "f.csv:4:3");
  CHECK(numbers(part, "n") == std::vector<double>{30, 20, 20});
  CHECK(std::get<CodeColumn>(part.column("k").cells) ==
        CodeColumn{.levels = {"u", "v"}, .codes = {1, -1, -1}});
}

TEST_CASE("no rows can be selected") {
  const Table part = people().select({});

  CHECK(part.rows() == 0);
  CHECK(part.columns().size() == 2);
}

TEST_CASE("a random cut gives every row to exactly one part in the order of the table") {
  Table table;
  std::vector<double> all(1001);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<double>(i);
  table.add("x", all);

  const auto [train, test] = split(table, {.train = 0.3, .seed = 7});

  std::vector<double> first = numbers(train, "x");
  const std::vector<double> second = numbers(test, "x");
  CHECK(first.size() == 300);
  CHECK(second.size() == 701);
  CHECK(std::is_sorted(first.begin(), first.end()));
  CHECK(std::is_sorted(second.begin(), second.end()));
  first.insert(first.end(), second.begin(), second.end());
  std::sort(first.begin(), first.end());
  CHECK(first == all);
}

TEST_CASE("the seed decides the cut") {
  Table table;
  std::vector<double> all(100);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<double>(i);
  table.add("x", all);

  const auto once = split(table, {.seed = 1});
  const auto again = split(table, {.seed = 1});
  const auto other = split(table, {.seed = 2});

  CHECK(numbers(once.first, "x") == numbers(again.first, "x"));
  CHECK(numbers(once.first, "x") != numbers(other.first, "x"));
}

TEST_CASE("a share of one leaves nothing for the second part") {
  CHECK(split(people(), {.train = 1}).second.rows() == 0);
  CHECK(split(people(), {.train = 0}).first.rows() == 0);
}

TEST_CASE("a share outside 0 to 1 is refused") {
  for (const double share : {-0.1, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    CAPTURE(share);
    CHECK(is(error_of([&] { return split(people(), {.train = share}); }), ErrorCode::domain));
  }
}

TEST_CASE("a row that a table lacks is refused") {
  const Table table = people();
  const Table read = read_csv_text("a,b\n1,x\n2,y\n", "x.csv");
  for (const Index row : {Index{3}, Index{-1}}) {
    CAPTURE(row);
    for (const Table* one : {&table, &read}) {
      const Column& column = one->columns().front();
      const std::vector<Index> rows{row};
      CHECK(is(error_of([&] { return one->place(column, row); }), ErrorCode::shape));
      CHECK(is(error_of([&] { return one->where(column, row); }), ErrorCode::shape));
      CHECK(is(error_of([&] { return one->select(rows); }), ErrorCode::shape));
      CHECK(is(error_of([&] { return as_written(column, row); }), ErrorCode::shape));
    }
  }
}

TEST_CASE("string views, texts of C and numbers that may not be there are columns, too") {
  Table table;
  table.add("city", std::vector<std::string_view>{"Rome", ""});
  table.add("land", std::vector<const char*>{"Italy", "Norway"});
  table.add("age", std::vector<std::optional<double>>{23, std::nullopt});
  table.add("size", {std::nullopt, 1.5});

  CHECK(texts(table, "city")[0] == "Rome");
  CHECK(texts(table, "city").missing(1));
  CHECK(texts(table, "land")[1] == "Norway");
  CHECK(numbers(table, "age")[0] == 23);
  CHECK(std::isnan(numbers(table, "age")[1]));
  CHECK(std::isnan(numbers(table, "size")[0]));
}
