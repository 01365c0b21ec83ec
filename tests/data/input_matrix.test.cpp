// The matrix of odd inputs: each gives the value, the missing cell or the error that
// docs/reference/input.md
// states, and never a silent zero.
#include <credence/data/convert.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/number.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>

#include "support/csv_cells.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using credence::testing::error_of;

namespace {

std::string fault_of(const Error& error) {
  const Location& where = error.where();
  std::string text = std::string(to_string(error.code()));
  if (where.line > 0) text += " " + std::to_string(where.line) + ":" + std::to_string(where.column);
  return text;
}

// "names|cells|cells", missing cells as ~; or the error's code and place.
std::string said_of(const Table& table) {
  std::string text;
  for (const Column& column : table.columns()) text += (text.empty() ? "" : ",") + column.name;
  for (Index row = 0; row < table.rows(); ++row) {
    std::string cells;
    for (const Column& column : table.columns()) {
      const auto& file = std::get<FileColumn>(column.cells);
      cells += (&column == table.columns().data() ? "" : ",") +
               (file.missing(row) ? std::string("~") : file[row]);
    }
    text += "|" + cells;
  }
  return text;
}

std::string read(const std::string& text, const CsvOptions& options = {}) {
  try {
    return said_of(read_csv_text(text, "x.csv", options));
  } catch (const Error& error) {
    return fault_of(error);
  }
}

// The same in chunks of a few bytes.
std::string read_in_chunks(const std::string& text, const CsvOptions& options = {}) {
  static const testing::TemporaryFolder folder;
  const std::string path = folder / "x.csv";
  std::ofstream(path, std::ios::binary) << text;
  std::string all;
  try {
    CsvStream stream(path, options, 3);
    for (Table chunk; stream.next(chunk);) {
      const std::string some = said_of(chunk);
      all += all.empty() ? some : some.substr(some.find('|'));
    }
  } catch (const Error& error) {
    return fault_of(error);
  }
  return all;
}

// A cell read as a number: its shortest text, "missing", or the error.
std::string number(const std::string& cell) {
  try {
    const Table table = read_csv_text("a,b\n" + cell + ",x\n", "x.csv");
    const double value = numbers_of(table, table.column("a")).view()[0];
    return std::isnan(value) ? "missing" : to_text(value);
  } catch (const Error& error) {
    return fault_of(error);
  }
}

}  // namespace

TEST_CASE("each odd file gives the result that the docs state") {
  struct Case {
    const char* what;
    std::string text;
    const char* gives;
  };
  const std::string nul(1, '\0');
  for (const auto& [what, text, gives] :
       {Case{"byte-order mark",
             "\xEF\xBB\xBF"
             "a,b\n1,2\n",
             "a,b|1,2"},
        Case{"CRLF", "a,b\r\n1,2\r\n", "a,b|1,2"},
        Case{"LF and CRLF mixed", "a,b\r\n1,2\n3,4\r\n", "a,b|1,2|3,4"},
        Case{"CR only", "a,b\r1,2\r", "parse 1:4"},
        Case{"CR in a plain field", "a,b\n1\r,2\n", "parse 2:2"},
        Case{"CR at the end of the file", "a,b\n1,2\r", "parse 2:4"},
        Case{"no final line end", "a,b\n1,2", "a,b|1,2"},
        Case{"empty file", "", "parse"},
        Case{"byte-order mark alone", "\xEF\xBB\xBF", "parse"},
        Case{"header only", "a,b\n", "parse"},
        Case{"header only, no line end", "a,b", "parse"},
        Case{"blank lines only", "\n\n\r\n", "parse"},
        Case{"NUL byte", "a,b\n1," + nul + "2\n", "parse 2:3"},
        Case{"NUL byte in quotes", "a,b\n1,\"" + nul + "\"\n", "parse 2:4"},
        Case{"UTF-16", "a" + nul + "," + nul, "parse 1:2"},
        Case{"invalid UTF-8", "a,b\ncaf\xE9,\xFF\xC0\n", "a,b|caf\xE9,\xFF\xC0"},
        Case{"newline in quotes", "a,b\n\"x\ny\",2\n", "a,b|x\ny,2"},
        Case{"CRLF in quotes", "a,b\n\"x\r\ny\",2\n", "a,b|x\r\ny,2"},
        Case{"doubled quote", "a,b\n\"say \"\"yes\"\"\",2\n", "a,b|say \"yes\",2"},
        Case{"separator in quotes", "a,b\n\"1,5\",2\n", "a,b|1,5,2"},
        Case{"unbalanced quote", "a,b\n1,\"2\n3,4\n", "parse 2:3"},
        Case{"unbalanced quote in the header", "a,\"b\n1,2\n", "parse 1:3"},
        Case{"quote inside a field", "a,b\n1,2\"3\n", "parse 2:4"},
        Case{"text behind a quote", "a,b\n\"1\"2,3\n", "parse 2:4"},
        Case{"row too short", "a,b\n1\n", "parse 2:2"},
        Case{"row too long", "a,b\n1,2,3\n", "parse 2:5"},
        Case{"separator at the end", "a,b\n1,2,\n", "parse 2:5"},
        Case{"blank line between rows", "a,b\n1,2\n\n3,4\n", "a,b|1,2|3,4"},
        Case{"blank line in one column", "a\n1\n\n3\n", "a|1|~|3"},
        Case{"duplicate name", "a,b,a\n1,2,3\n", "parse 1:5"},
        Case{"empty name", "a,,c\n1,2,3\n", "a,c2,c|1,2,3"},
        Case{"separator at the end of the header", "a,b,\n1,2,3\n", "a,b,c3|1,2,3"},
        Case{"no name at all", ",\n1,2\n", "parse 1:1"},
        Case{"names that differ in case", "a,A\n1,2\n", "a,A|1,2"},
        Case{"missing marks", "a,b\n,?\n\"\",\"?\"\n", "a,b|~,~|~,~"},
        Case{"missing-value strings", "a,b\nNA,null\nnan,N/A\n", "a,b|~,~|~,~"},
        Case{"words that mark nothing", "a,b\nna,None\nNAN,-\n", "a,b|na,None|NAN,-"},
        Case{"semicolons", "a;b\n1,5;2\n", "a,b|1,5,2"},
        Case{"tabs and bars", "a\tb|c\n1\t2\n", "a,b|c|1,2"}}) {
    const std::string shown(what);
    CAPTURE(shown);
    CHECK(read(text) == gives);
    CHECK(read_in_chunks(text) == gives);
  }
}

TEST_CASE("each odd number gives the result that the docs state") {
  struct Case {
    const char* cell;
    const char* gives;
  };
  for (const auto& [cell, gives] :
       {Case{"5", "5"}, Case{"-5", "-5"}, Case{"+5", "5"}, Case{"+1", "1"}, Case{".5", "0.5"},
        Case{"5.", "5"}, Case{"-.5", "-0.5"}, Case{"007", "7"}, Case{"1e3", "1000"},
        Case{"1E+3", "1000"}, Case{"-0", "-0"}, Case{"1e-400", "0"}, Case{"-1e-400", "0"},
        Case{"4.9e-324", "5e-324"}, Case{"1.7976931348623157e308", "1.7976931348623157e+308"},
        Case{"9007199254740993", "9007199254740992"}, Case{"", "missing"}, Case{"?", "missing"},
        Case{"nan", "missing"}, Case{"NaN", "missing"}, Case{"NA", "missing"},
        Case{"N/A", "missing"}, Case{"NULL", "missing"}, Case{"null", "missing"},
        Case{"\"5\"", "5"}, Case{"\"\"", "missing"},
        // Errors, each at the cell.
        Case{"NAN", "parse 2:1"}, Case{"+nan", "parse 2:1"}, Case{"-nan", "parse 2:1"},
        Case{"nan(1)", "parse 2:1"}, Case{"inf", "parse 2:1"}, Case{"-Infinity", "parse 2:1"},
        Case{"1e400", "parse 2:1"}, Case{"-1e400", "parse 2:1"}, Case{"0x10", "parse 2:1"},
        Case{"0x", "parse 2:1"}, Case{"1_0", "parse 2:1"}, Case{"\"1,5\"", "parse 2:1"},
        Case{"\"1,000\"", "parse 2:1"}, Case{"1.000.000", "parse 2:1"}, Case{"1'000", "parse 2:1"},
        Case{"1 000", "parse 2:1"}, Case{" 5", "parse 2:1"}, Case{"5 ", "parse 2:1"},
        Case{"5%", "parse 2:1"}, Case{"$5", "parse 2:1"}, Case{"1e", "parse 2:1"},
        Case{"1e+", "parse 2:1"}, Case{"e5", "parse 2:1"}, Case{".", "parse 2:1"},
        Case{"-", "parse 2:1"}, Case{"+", "parse 2:1"}, Case{"++5", "parse 2:1"},
        Case{"+-5", "parse 2:1"}, Case{"--5", "parse 2:1"}, Case{"1d5", "parse 2:1"},
        Case{"5f", "parse 2:1"}, Case{"true", "parse 2:1"}, Case{"\xD9\xA5", "parse 2:1"},
        Case{"\xE2\x88\x92"
             "5",
             "parse 2:1"}}) {
    const std::string shown(cell);
    CAPTURE(shown);
    CHECK(number(cell) == gives);
  }
}

TEST_CASE("a comma for a decimal point makes a row too long rather than a wrong number") {
  CHECK(read("a,b\n1,5,x\n") == "parse 2:5");
  const Table table = read_csv_text("a;b\n1,5;x\n", "x.csv", {.separator = ';'});
  const auto error = error_of([&] { return numbers_of(table, table.column("a")); });
  REQUIRE(error);
  CHECK(fault_of(*error) == "parse 2:1");
}

TEST_CASE("a million columns are read by default and a limit of columns holds") {
  constexpr std::size_t count = 1000000;
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "x" : ",x") + std::to_string(i);
  text += "\n1";
  for (std::size_t i = 1; i < count; ++i) text += ",1";
  text += "\n";

  const Table table = read_csv_text(text, "wide.csv");

  CHECK(table.columns().size() == count);
  CHECK(std::get<FileColumn>(table.column("x999999").cells)[0] == "1");
  const auto error =
      error_of([&] { return read_csv_text(text, "wide.csv", {.limits = {.columns = 10}}); });
  REQUIRE(error);
  CHECK(fault_of(*error) == "limit 1:31");
  CHECK(testing::says(error, "more than 10 fields", "ReadLimits::columns=N"));
}

TEST_CASE("a field of many megabytes ends at the limit of fields where it begins") {
  const std::string giant((std::size_t{1} << 26) + 1, 'x');

  for (const char* quote : {"", "\""}) {
    CAPTURE(quote);
    const auto error = error_of([&] {
      return read_csv_text(std::string("a,b\n1,") + quote + giant + quote + "\n", "x.csv");
    });
    REQUIRE(error);
    CHECK(fault_of(*error) == "limit 2:3");
    CHECK(testing::says(error, "67108864 bytes", "ReadLimits::field=N"));
  }
}

TEST_CASE("limits of lines, levels and memory name themselves and the place") {
  const auto refusal = [](const ReadLimits& limits) {
    return error_of([&] {
      const Table table = read_csv_text("a,b\n1,x\n22,y\n333,z\n", "x.csv", {.limits = limits});
      return codes_of(table, table.column("b"));
    });
  };

  CHECK(fault_of(*refusal({.line = 4})) == "limit 4:1");
  CHECK(testing::says(refusal({.line = 4}), "ReadLimits::line=N"));
  CHECK(fault_of(*refusal({.levels = 2})) == "limit 4:5");
  CHECK(testing::says(refusal({.levels = 2}), "column 'b'", "more than 2 levels",
                      "ReadLimits::levels=N"));
  CHECK(
      testing::says(refusal({.memory = 59}), "60 bytes", "59 are allowed", "ReadLimits::memory=N"));
  CHECK_FALSE(refusal({.field = 3, .line = 5, .columns = 2, .levels = 3, .memory = 60}));
}

TEST_CASE("memory is asked for by what the rows can hold and not by their lines alone") {
  std::string text = "a";
  for (int i = 0; i < 20000; ++i) text += ",x" + std::to_string(i);
  text += "\n" + std::string(100000, '\n') + "1";
  for (int i = 0; i < 20000; ++i) text += ",2";

  const Table table = read_csv_text(text, "x.csv", {.limits = {.memory = std::uint64_t{1} << 22}});

  CHECK(table.rows() == 1);
}

TEST_CASE("a quote that is never closed ends a stream at the limit of lines") {
  std::string text = "a,b\n1,\"2\n";
  while (text.size() < (std::size_t{1} << 20)) text += "3,4\n";

  CHECK(read_in_chunks(text, {.limits = {.line = 1 << 16}}) == "limit 2:1");
  CHECK(read(text, {.limits = {.field = 1 << 16}}) == "limit 2:3");
  CHECK(read_in_chunks(text) == "parse 2:3");
}

TEST_CASE("a row that does not end is refused long before the end of a stream") {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "x.csv";
  {
    std::ofstream file(path, std::ios::binary);
    file << "a,b\n1,\"2\n";
    const std::string part(std::size_t{1} << 16, '3');
    for (int i = 0; i < 64; ++i) file << part << '\n';
  }
  const ReadLimits limits{.line = 1 << 16};

  CsvStream stream(path, {.limits = limits}, 1000);
  Table table;
  const auto error = error_of([&] { return stream.next(table, 10000); });

  REQUIRE(error);
  CHECK(fault_of(*error) == "limit 2:1");
  CHECK(stream.position() < stream.size() / 8);
}
