// Numbers whose decimals stand behind a comma.
#include <credence/data/convert.hpp>
#include <credence/data/infer.hpp>

#include <doctest/doctest.h>

#include <fstream>

#include "support/csv_cells.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::says;

namespace {

// The number of a cell of a text with decimal commas; none where it is a text.
std::optional<double> number(const std::string& cell) {
  const Table table =
      read_csv_text("x;y\n" + csv_field(cell, ';') + ";a\n", "x.csv", {.decimal = ','});
  const auto numbers = testing::column(table, 0).numbers();
  return numbers ? std::optional<double>((*numbers)[0]) : std::nullopt;
}

}  // namespace

TEST_CASE("a comma stands before decimals where the options say so") {
  CHECK(number("1,5") == 1.5);
  CHECK(number("-0,25e1") == -2.5);
  CHECK(number(",5") == 0.5);
  CHECK(number("7") == 7);
  CHECK(number("+12345678901234567,5") == 12345678901234567.5);
}

TEST_CASE("points and several commas make no number among decimal commas") {
  for (const char* cell : {"1.5", "1.000,5", "1,000,5", "1,5 ", ",", "x,5"}) {
    CAPTURE(cell);
    CHECK_FALSE(number(cell));
  }
}

TEST_CASE("whole numbers and blocks and chunks read decimal commas alike") {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "x.csv";
  std::string text = "x;y;z\n";
  double sum = 0;
  for (int row = 0; row < 200; ++row) {
    text += std::to_string(row) + ",25;" + (row % 7 == 0 ? "NA" : std::to_string(row)) + ";\"" +
            std::to_string(row) + ",5\"\n";
    sum += row + 0.25;
  }
  std::ofstream(path, std::ios::binary) << text;
  const auto total = [](const Table& table, const char* name) {
    double all = 0;
    const RealColumn numbers = numbers_of(table, table.column(name));
    for (Index row = 0; row < table.rows(); ++row) all += numbers.view()[row];
    return all;
  };

  for (const std::uint64_t block : {1U, 30U, 100000U}) {
    CAPTURE(block);
    const CsvOptions options{.decimal = ',', .block = block};
    CHECK(total(read_csv(path, options), "x") == sum);
    CHECK(total(read_csv(path, options), "z") == sum + 50);
    double streamed = 0;
    CsvStream stream(path, options, block);
    for (Table chunk; stream.next(chunk);) streamed += total(chunk, "x");
    CHECK(streamed == sum);
  }
}

TEST_CASE("decimal commas that nobody expects are texts with a warning") {
  const Table table = read_csv_text("x;n;class\n1,5;3;a\n2;4;b\n2,25;5;a\n", "x.csv");

  const Inference found = infer_schema(table, {.label = "class"});

  CHECK(found.schema.find("x")->family == "categorical");
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0] ==
        "column 'x' holds numbers with decimal commas, first '1,5' at x.csv:2:1, which are no "
        "numbers: use CsvOptions::decimal = ',' if they should be");
  const Table told =
      read_csv_text("x;n;class\n1,5;3;a\n2;4;b\n2,25;5;a\n", "x.csv", {.decimal = ','});
  CHECK(infer_schema(told, {.label = "class"}).schema.find("x")->family == "normal");
  CHECK(infer_schema(told, {.label = "class"}).warnings.empty());
}

TEST_CASE("commas before three digits may separate thousands, and no remedy guesses") {
  const Table table = read_csv_text("x;class\n950;a\n1,200;b\n1,500;a\n800;b\n", "x.csv");

  const Inference found = infer_schema(table, {.label = "class"});

  CHECK(found.schema.find("x")->family == "categorical");
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0] ==
        "column 'x' holds numbers with commas before three digits, first '1,200' at x.csv:3:1, "
        "which are no numbers: take the commas out of the file where they separate thousands, or "
        "use CsvOptions::decimal = ',' if decimals stand behind them");
  for (const char* cell : {"1,200,000", "-12,345.5", "+1,000"}) {
    const Table one = read_csv_text("x;class\n950;a\n" + std::string(cell) + ";b\n", "x.csv");
    CHECK(infer_schema(one, {.label = "class"}).warnings.at(0).find("take the commas out") !=
          std::string::npos);
  }
  for (const char* cell : {"1,20", "1,2000", ",200", "1234,500"}) {
    const Table one = read_csv_text("x;class\n950;a\n" + std::string(cell) + ";b\n", "x.csv");
    CHECK(infer_schema(one, {.label = "class"}).warnings.at(0).find("with decimal commas") !=
          std::string::npos);
  }
  const auto read = error_of([&] { return numbers_of(table, table.column("x")); });
  CHECK(says(read, "x.csv:3:1 holds '1,200'", "take the commas out", "CsvOptions::decimal = ','"));
}

TEST_CASE("a column of numbers with a few decimal commas is an error that says what reads them") {
  std::string text = "x;class\n";
  for (int row = 0; row < 40; ++row) text += std::to_string(row % 9) + ";a\n";
  const Table table = read_csv_text(text + "1,5;b\n", "x.csv");

  const auto guessed = error_of([&] { return infer_schema(table, {.label = "class"}); });
  const auto read = error_of([&] { return numbers_of(table, table.column("x")); });

  CHECK(is(guessed, ErrorCode::parse));
  CHECK(says(guessed, "x.csv:42:1 holds '1,5'", "CsvOptions::decimal = ','"));
  CHECK(says(read, "x.csv:42:1 holds '1,5'", "CsvOptions::decimal = ','"));
}

TEST_CASE("decimals stand behind a point or a comma and nothing else") {
  CHECK(is(testing::refusal("a\n1\n", {.decimal = ';'}), ErrorCode::domain));
}

TEST_CASE("decimal points among decimal commas are texts with a warning") {
  const Table table =
      read_csv_text("x;class\n1,5;a\n2.5;b\n3;a\n2.5;b\n", "x.csv", {.decimal = ','});

  const Inference found = infer_schema(table, {.label = "class"});

  CHECK(found.schema.find("x")->family == "categorical");
  REQUIRE(found.warnings.size() == 1);
  CHECK(
      found.warnings[0] ==
      "column 'x' holds numbers with points, first '2.5' at x.csv:3:1, which are no numbers: take "
      "the points out of the file where they separate thousands, or use CsvOptions::decimal = '.' "
      "if decimals stand behind them");
}
