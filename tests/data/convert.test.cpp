// Columns as numbers, categories and words.
#include <credence/data/convert.hpp>
#include <credence/data/csv.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/data_error.hpp"

using namespace credence;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::says;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Table with(Column column) {
  Table table;
  table.add(std::move(column));
  return table;
}

Table reals(std::vector<double> numbers) {
  return with({.name = "x", .cells = RealColumn{std::move(numbers)}});
}

Table codes(std::vector<std::string> levels, std::vector<Code> rows) {
  return with(
      {.name = "x", .cells = CodeColumn{.levels = std::move(levels), .codes = std::move(rows)}});
}

RealColumn numbers(const Table& table) { return numbers_of(table, table.columns().front()); }
CodeColumn categories(const Table& table) { return codes_of(table, table.columns().front()); }
Words words(const Table& table) { return words_of(table, table.columns().front()); }

std::optional<Error> number_refusal(const std::string& cell) {
  const Table table = read_csv_text("a,visits\n1,2\n1,\"" + cell + "\"\n", "data.csv");
  return error_of([&] { return numbers_of(table, table.column("visits")); });
}

}  // namespace

TEST_CASE("texts become numbers and missing cells NaN") {
  const Table table = read_csv_text("x\n1\n?\n+2.5e1\n\n1e-400\n", "x.csv");

  const RealColumn column = numbers(table);

  REQUIRE(column.view().size == 5);
  CHECK(column.view()[0] == 1);
  CHECK(std::isnan(column.view()[1]));
  CHECK(column.view()[2] == 25);
  CHECK(std::isnan(column.view()[3]));
  CHECK(column.view()[4] == 0);
}

TEST_CASE("numbers in memory are viewed and not copied") {
  const Table table = reals({1, missing, 3});

  const RealColumn column = numbers(table);

  CHECK(column.view().data == std::get<RealColumn>(table.columns()[0].cells).view().data);
}

TEST_CASE("categories whose levels are numbers become those numbers") {
  const RealColumn column = numbers(codes({"10", "2"}, {1, missing_code, 0}));

  CHECK(column.view()[0] == 2);
  CHECK(std::isnan(column.view()[1]));
  CHECK(column.view()[2] == 10);
}

TEST_CASE("a level that is no number matters only where it occurs") {
  CHECK(numbers(codes({"1", "x"}, {0, 0})).view()[1] == 1);
  CHECK(says(error_of([] {
               return numbers(codes({"1", "x"}, {0, 1}));
             }),
             "'x'", "row 2",
             "give a number, or missing_code for a missing cell, or choose another family"));
}

TEST_CASE("a cell that is no number is an error with its place and two remedies") {
  const auto error = number_refusal("n/a");

  CHECK(is(error, ErrorCode::parse));
  CHECK(error->where() == Location{.file = "data.csv", .line = 3, .column = 3});
  CHECK(std::string(error->what()) ==
        "column 'visits', data.csv:3:3 holds 'n/a', which is not a number; name it with "
        "CsvOptions::missing = 'n/a' if it marks a missing cell, or choose another family "
        "(InferOptions::families = visits=categorical)");
}

TEST_CASE("a text in memory that is no number has no option of a file for a remedy") {
  Table table;
  table.add("my age", std::vector<std::string>{"1", "x"});

  CHECK(std::string(error_of([&] { return numbers_of(table, table.columns().front()); })->what()) ==
        "column 'my age', row 2 holds 'x', which is not a number; give a number, or an empty text "
        "for "
        "a missing cell, or choose another family (InferOptions::families = 'my age=categorical')");
}

TEST_CASE("nan and infinity and too large numbers have wordings of their own") {
  CHECK(says(number_refusal("NAN"), "'NAN', which is not a finite number",
             "CsvOptions::missing = 'NAN'"));
  CHECK(says(number_refusal("-inf"), "'-inf', which is not a finite number"));
  CHECK(says(number_refusal("1e400"), "'1e400', which is too large",
             "correct or remove the row, or use another unit, since numbers end at about 1.8e308"));
  CHECK_FALSE(says(number_refusal("1e400"), "CsvOptions::missing"));
}

TEST_CASE("a number with blanks around it suggests trimming") {
  CHECK(says(number_refusal(" 5"), "' 5'", "CsvOptions::trim"));
  CHECK(says(number_refusal("5\t"), "CsvOptions::trim"));
}

TEST_CASE("numbers of other notations are errors and never zero") {
  for (const char* cell : {"0x10", "1_0", "1,5", "1.000,5", "1 000", "5%", "$5"}) {
    CAPTURE(cell);
    CHECK(is(number_refusal(cell), ErrorCode::parse));
  }
}

TEST_CASE("an infinite number in memory is an error of the domain") {
  const auto error = error_of([] { return numbers(reals({1, -infinity})); });

  CHECK(is(error, ErrorCode::domain));
  CHECK(says(error, "'x'", "row 2", "-inf"));
}

TEST_CASE("texts become codes of sorted levels") {
  const Table table = read_csv_text("x\nRome\nOslo\n?\nRome\n", "x.csv");

  CHECK(categories(table) ==
        CodeColumn{.levels = {"Oslo", "Rome"}, .codes = {1, 0, missing_code, 1}});
}

TEST_CASE("texts that are all numbers keep their spelling and are sorted by value") {
  const Table table = read_csv_text("x\n10\n9\n1.0\n1\n", "x.csv");

  CHECK(categories(table) == CodeColumn{.levels = {"1", "1.0", "9", "10"}, .codes = {3, 2, 1, 0}});
}

TEST_CASE("numbers in memory become levels of their shortest text") {
  CHECK(categories(reals({10, 0.5, missing, -0.0, 0.0, 10})) ==
        CodeColumn{.levels = {"0", "0.5", "10"}, .codes = {2, 1, missing_code, 0, 0, 2}});
}

TEST_CASE("levels of categories are sorted and those that do not occur stay") {
  CHECK(categories(codes({"c", "a", "b"}, {0, 1, missing_code, 0})) ==
        CodeColumn{.levels = {"a", "b", "c"}, .codes = {2, 0, missing_code, 2}});
}

TEST_CASE("the order of the rows does not change the levels") {
  const Table forward = read_csv_text("x\nb\na\nc\n", "x.csv");
  const Table backward = read_csv_text("x\nc\na\nb\n", "x.csv");

  CHECK(categories(forward).levels == categories(backward).levels);
}

TEST_CASE("a column of missing cells has no levels") {
  CHECK(categories(read_csv_text("x\n?\n?\n", "x.csv")) ==
        CodeColumn{.levels = {}, .codes = {missing_code, missing_code}});
}

TEST_CASE("documents become counts of words in the order of the bytes") {
  const Table table = read_csv_text("x\nto be or NOT to be\nBe 4ever\n", "x.csv");

  CHECK(words(table) == Words{.vocabulary = {"4ever", "be", "not", "or", "to"},
                              .offsets = {0, 4, 6},
                              .words = {1, 2, 3, 4, 0, 1},
                              .counts = {2, 1, 1, 2, 1, 1},
                              .missing = {false, false}});
}

TEST_CASE("an empty text is a document and other marks are missing") {
  const Table table = read_csv_text("id,x\n1,a\n2,\n3,?\n4,!?\n", "x.csv");

  const Words found = words_of(table, table.column("x"));

  CHECK(found.missing == std::vector<bool>{false, false, true, false});
  CHECK(found.offsets == std::vector<std::uint64_t>{0, 1, 1, 1, 1});
}

TEST_CASE("categories are documents too") {
  CHECK(words(codes({"red wine", "wine"}, {1, missing_code, 0})) ==
        Words{.vocabulary = {"red", "wine"},
              .offsets = {0, 1, 1, 3},
              .words = {1, 0, 1},
              .counts = {1, 1, 1},
              .missing = {false, true, false}});
}

TEST_CASE("numbers are no documents") {
  const auto error = error_of([] { return words(reals({1})); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'multinomial'", "'x'"));
}

TEST_CASE("the counts of each document sum to its number of words") {
  std::string text = "x\n";
  for (int i = 0; i < 200; ++i)
    text += "w" + std::to_string(i * 37 % 11) + " w" + std::to_string(i % 5) + " w" +
            std::to_string(i * i % 7) + "\n";
  const Table table = read_csv_text(text, "x.csv");
  const auto& cells = std::get<FileColumn>(table.columns()[0].cells);

  const Words found = words(table);

  for (Index row = 0; row < found.rows(); ++row) {
    CAPTURE(row);
    std::vector<std::string> rebuilt;
    const auto begin = found.offsets[static_cast<std::size_t>(row)];
    const auto end = found.offsets[static_cast<std::size_t>(row) + 1];
    for (auto i = begin; i < end; ++i)
      rebuilt.insert(rebuilt.end(), static_cast<std::size_t>(found.counts[i]),
                     found.vocabulary[found.words[i]]);
    std::vector<std::string> expected = tokens(cells[row]);
    std::sort(expected.begin(), expected.end());
    CHECK(rebuilt == expected);
  }
}
