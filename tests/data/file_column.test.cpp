// Columns of files: numbers as exact as their texts, and texts that are never lost.
#include <credence/detail/data/file_column.hpp>

#include <credence/data/arff.hpp>
#include <credence/data/convert.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>
#include <credence/data/number.hpp>

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <random>

#include "support/csv_cells.hpp"

using namespace credence;

namespace {

Table of_cells(const std::vector<std::string>& cells, CsvOptions options = {}) {
  std::string text = "x\n";
  for (const std::string& cell : cells) text += cell + "\n";
  return read_csv_text(text, "x.csv", options);
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// Whether the column is what to_number says of each text alone.
void check_numbers(const std::vector<std::string>& cells) {
  const Table table = of_cells(cells);
  const auto& column = std::get<FileColumn>(table.columns()[0].cells);
  REQUIRE(column.numbers());
  const Strided<double> numbers = *column.numbers();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    CAPTURE(cells[i]);
    CHECK(same_bits(numbers[static_cast<Index>(i)], to_number(cells[i]).value()));
  }
}

std::string written(double number, std::chars_format format, int precision) {
  std::array<char, 400> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, format, precision).ptr;
  return {buffer.data(), end};
}

}  // namespace

TEST_CASE("spellings of numbers are read as they are one by one") {
  check_numbers({"0",
                 "-0",
                 "+0",
                 "00",
                 "007",
                 "1",
                 "+1",
                 "-1",
                 "1.",
                 ".5",
                 "-.5",
                 "5.e3",
                 ".5e1",
                 "1e5",
                 "1E+5",
                 "1e-5",
                 "1e22",
                 "1e23",
                 "1e-22",
                 "1e-23",
                 "1e-400",
                 "0e400",
                 "0e9999999",
                 "12345678",
                 "123456789",
                 "1234567890123456",
                 "9007199254740992",
                 "9007199254740993",
                 "9007199254740995",
                 "9999999999999999999",
                 "10000000000000000000",
                 "18446744073709551616",
                 "0.1234567890123456789",
                 "0.00000000000000000000000001",
                 "1.7976931348623157e308",
                 "4.9e-324",
                 "2.2250738585072011e-308"});
}

TEST_CASE("numbers halfway between two doubles are rounded to even") {
  check_numbers({"9007199254740993", "9007199254740993.0", "9007199254740993.00000000000000000001",
                 "0.500000000000000166533453693773481063544750213623046875",
                 "1.00000000000000011102230246251565404236316680908203125"});
}

TEST_CASE("numbers of any size and number of digits are read as they are one by one") {
  std::mt19937_64 random(20261121);
  std::vector<std::string> cells;
  for (int trial = 0; trial < 20000; ++trial) {
    const double unit = static_cast<double>(random() >> 11) / 0x1p53 - 0.5;
    const double number = unit * std::pow(10.0, static_cast<double>(random() % 30) - 15);
    const auto precision = static_cast<int>(random() % 20);
    cells.push_back(written(
        number, random() % 2 == 0 ? std::chars_format::fixed : std::chars_format::scientific,
        precision));
    double any = std::bit_cast<double>(random());
    if (std::isfinite(any)) cells.push_back(to_text(any));
  }
  check_numbers(cells);
}

TEST_CASE("what is no number makes texts of its column") {
  for (const std::string cell :
       {"NAN", "inf", "1e400", "-1e400", "0x10", "1_0", "+-5", "--5", "-", "+", ".", "e5", "1e",
        "1e+", "1.2.3", "1 ", " 1", "1a", "\"1,5\""}) {
    CAPTURE(cell);
    const Table table = of_cells({"1", cell, "2"});
    CHECK_FALSE(std::get<FileColumn>(table.columns()[0].cells).numbers());
    CHECK(codes_of(table, table.columns()[0]).levels.size() == 3);
  }
}

TEST_CASE("marks of missing cells that look like numbers are missing") {
  const Table table = of_cells({"0", "-999", "0.0", "5"}, {.missing = {"0", "-999"}});

  const Strided<double> numbers = numbers_of(table, table.columns()[0]).view();

  CHECK(std::isnan(numbers[0]));
  CHECK(std::isnan(numbers[1]));
  CHECK(numbers[2] == 0);
  CHECK(numbers[3] == 5);
  CHECK(as_written(table.columns()[0], 1) == "-999");
}

TEST_CASE("characters of numbers can separate and quote") {
  CHECK(testing::read("a1b\n213\n", {.separator = '1'}) == testing::Rows{{"a", "b"}, {"2", "3"}});
  CHECK(testing::read("aeb\n2e3\n", {.separator = 'e'}) == testing::Rows{{"a", "b"}, {"2", "3"}});
  CHECK(testing::read("a.b\n2.3\n", {.separator = '.'}) == testing::Rows{{"a", "b"}, {"2", "3"}});
  CHECK(testing::read("a,b\n12551,7\n", {.quote = '1'}) == testing::Rows{{"a", "b"}, {"255", "7"}});
  CHECK(testing::read("a,b\n1211,71,3\n", {.quote = '1'}) ==
        testing::Rows{{"a", "b"}, {"21,7", "3"}});
}

TEST_CASE("whole numbers read as categories keep their spelling") {
  const std::vector<std::string> plain = {"-12", "3", "10", "4097", "-4096", "999999999999999",
                                          "3"};
  const CodeColumn once = codes_of(of_cells(plain), of_cells(plain).columns()[0]);
  const Table odd = of_cells({"3", "3.0", "03", "+3", "-0", "0", "1000000000000000"});

  CHECK(once.levels ==
        std::vector<std::string>{"-4096", "-12", "3", "10", "4097", "999999999999999"});
  CHECK(once.codes == std::vector<Code>{1, 2, 3, 4, 0, 5, 2});
  CHECK(codes_of(odd, odd.columns()[0]).levels ==
        std::vector<std::string>{"-0", "0", "+3", "03", "3", "3.0", "1000000000000000"});
}

namespace {

// Reads columns as categories in the order of `columns`, and compares with what the cells say.
void check_categories(const Table& table, const std::vector<std::size_t>& columns) {
  for (const std::size_t j : columns) {
    const Column& column = table.columns()[j];
    const CodeColumn codes = codes_of(table, column);
    for (Index row = 0; row < table.rows(); ++row) {
      CAPTURE(column.name);
      CAPTURE(row);
      const Code code = codes.codes[static_cast<std::size_t>(row)];
      CHECK((code < 0 ? "?" : codes.levels[static_cast<std::size_t>(code)]) ==
            as_written(column, row));
    }
  }
}

// The first to the last, back again, and every other one.
const std::vector<std::size_t> some_orders{0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0, 2, 4, 1, 3, 5};

}  // namespace

TEST_CASE("columns read as categories in any order have the texts of their own cells") {
  const std::string rows =
      "1.0,+1, 02 ,\"1.50\",\"a\"\"b\",3.0\n"
      "?,01,\"2.0\",7.0,#x,03\r\n"
      "\"1.0\", ?,2.0 ,\"1.5\",\"a,\nb\",?\n";
  const std::string text = "a,b,c,d,e,f\n" + rows + rows + rows + "1,2,3,4,x,5.0";
  const std::vector<Index> part{7, 2, 5, 9};
  for (const bool trim : {false, true}) {
    CAPTURE(trim);
    const Table table = read_csv_text(text, "x.csv", {.trim = trim, .comment = '#'});

    check_categories(table, some_orders);
    check_categories(table.select(part), some_orders);
    check_categories(table, some_orders);
  }
}

TEST_CASE("ARFF columns read as categories in any order have the texts of their own cells") {
  std::string text = "@relation r\n";
  for (const char* name : {"a", "b", "c", "d", "e", "f"})
    text += std::string("@attribute ") + name + (*name == 'e' ? " string\n" : " numeric\n");
  text +=
      "@data\n1.0, +1 ,02,'1.50',x,3.0 % one\n"
      "{0 2.0, 2 4, 4 y, 5 01}\n {1 1.0,4 '{'}\n"
      "?,1,2,3,'a,b',04\n\t1,1.0\t,?,01,z,2.0\r\n1,2,3,4,x,5.0";
  const Table table = read_arff_text(text, "x.arff");

  check_categories(table, some_orders);
  check_categories(table.select(std::vector<Index>{5, 1, 0}), some_orders);
  check_categories(table, some_orders);
}

TEST_CASE("the numbers of a file are seen and not copied") {
  const Table table = of_cells({"1", "2", "?"});
  const Table copy = table;

  const double* seen = numbers_of(table, table.columns()[0]).view().data;

  CHECK(numbers_of(table, table.columns()[0]).view().data == seen);
  CHECK(numbers_of(copy, copy.columns()[0]).view().data == seen);
}

TEST_CASE("parts of a table know only the levels that they hold") {
  const Table table = read_csv_text("x,y\na,1.0\nb,2\n?,3\na,1\n", "x.csv");
  const std::vector<Index> rows{3, 2, 0};

  const Table part = table.select(rows);

  CHECK(codes_of(part, part.column("x")) ==
        CodeColumn{.levels = {"a"}, .codes = {0, missing_code, 0}});
  CHECK(codes_of(part, part.column("y")) ==
        CodeColumn{.levels = {"1", "1.0", "3"}, .codes = {0, 2, 1}});
  CHECK(part.place(part.column("y"), 2) == "x.csv:2:3");
  CHECK(as_written(part.column("x"), 1) == "?");
}

TEST_CASE("a column outlives its table") {
  Column kept;
  {
    const Table table = of_cells({"1.50", "2"});
    kept = table.columns()[0];
  }

  CHECK(as_written(kept, 0) == "1.50");
  CHECK(kept.size() == 2);
}

TEST_CASE("a column of no file is empty") {
  FileColumn none;
  const FileColumn copy = none;
  none = copy;

  CHECK(none.size() == 0);
  CHECK_FALSE(copy.numbers());
}
