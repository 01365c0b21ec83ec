// Reading in blocks: the table and the faults are those of the text, wherever it is cut.
#include <credence/base/parallel.hpp>
#include <credence/data/convert.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "support/csv_cells.hpp"
#include "support/temporary_folder.hpp"
#include "support/written_csv.hpp"

using namespace credence;
using credence::testing::CsvWriter;
using credence::testing::error_of;
using credence::testing::says;

namespace {

// The first cell of the table that is not as written; empty when all are.
std::string difference(const Table& table, const CsvWriter& written) {
  if (table.rows() != static_cast<Index>(written.rows().size())) return "number of rows";
  for (std::size_t row = 0; row < written.rows().size(); ++row)
    for (std::size_t i = 0; i < table.columns().size(); ++i) {
      const auto& cell = written.rows()[row][i];
      const Column& column = table.columns()[i];
      const auto at = static_cast<Index>(row);
      const bool missing = cell.text.empty() || cell.text == "?";
      const Location place{.file = "x.csv", .line = cell.line, .column = cell.column};
      if (as_written(column, at) != cell.text || table.where(column, at) != place ||
          std::get<FileColumn>(column.cells).missing(at) != missing)
        return to_string(place) + " '" + cell.text + "' is read as '" + as_written(column, at) +
               "' at " + table.place(column, at);
    }
  return "";
}

CsvOptions dialect_of(std::uint64_t trial) {
  CsvOptions options;
  options.separator = trial % 3 == 0 ? ';' : ',';
  options.trim = trial % 4 == 1;
  if (trial % 5 == 2) options.comment = '#';
  return options;
}

}  // namespace

TEST_CASE("a table holds what was written wherever its text is cut") {
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    CsvOptions options = dialect_of(trial);
    CsvWriter writer(options, trial);
    writer.write(1 + trial % 40, 1 + trial % 7);
    for (const std::uint64_t block : {1U, 2U, 7U, 61U, 500U, 100000U}) {
      CAPTURE(trial);
      CAPTURE(block);
      options.block = block;
      REQUIRE(difference(read_csv_text(writer.text(), "x.csv", options), writer) == "");
    }
  }
}

TEST_CASE("one thread and several read the same table") {
  const CsvOptions options{.block = 300};
  CsvWriter writer(options, 1);
  writer.write(3000, 6);

  const Table several = read_csv_text(writer.text(), "x.csv", options);
  const ThreadLimit limit(1);
  const Table one = read_csv_text(writer.text(), "x.csv", options);

  CHECK(difference(several, writer) == "");
  CHECK(difference(one, writer) == "");
  for (std::size_t i = 0; i < 6; ++i)
    CHECK(codes_of(one, one.columns()[i]) == codes_of(several, several.columns()[i]));
}

TEST_CASE("the first fault of a file is told wherever its text is cut") {
  const std::string rows = "1,2\n3,4\n5,\"x\ny\"\n";
  for (const std::string fault : {"1\n", "1,2,3\n", "a\"b,1\n", "\"a\"b,1\n", "1\r,2\n"}) {
    const std::string text = "a,b\n" + rows + rows + fault + rows + "7\n" + rows;
    const auto expected = testing::refusal(text, {.block = 1 << 20});
    REQUIRE(expected);
    CHECK(expected->where().line == 10);
    for (std::uint64_t block = 1; block < 60; ++block) {
      CAPTURE(fault);
      CAPTURE(block);
      const auto error = testing::refusal(text, {.block = block});
      REQUIRE(error);
      CHECK(std::string(error->what()) == expected->what());
    }
  }
}

TEST_CASE("a quote that is never closed is found wherever the text is cut") {
  for (std::uint64_t block = 1; block < 40; ++block) {
    CAPTURE(block);
    const auto error = testing::refusal("a,b\n1,2\n3,\"4\n5,6\n7,8\n9,10\n", {.block = block});
    REQUIRE(error);
    CHECK(error->where() == testing::at(3, 3));
  }
}

TEST_CASE("a NUL byte is the first fault to be told wherever it stands") {
  std::string text = "a,b\n1\n";
  for (int i = 0; i < 1000; ++i) text += "1,2\n";
  text += std::string("1,\0\n", 4);

  for (const std::uint64_t block : {1U, 63U, 64U, 65U, 1000U, 100000U}) {
    CAPTURE(block);
    CHECK(testing::refusal(text, {.block = block})->where() == testing::at(1003, 3));
  }
}

TEST_CASE("a text after many numbers makes categories of all of them") {
  std::string text = "x,y,label\n";
  for (int i = 0; i < 20000; ++i)
    text += std::to_string(i % 10) + ".0," + std::to_string(i) + ",a\n";
  text += "oops,1,b\n";

  const Table table = read_csv_text(text, "x.csv", {.block = 5000});
  const CodeColumn codes = codes_of(table, table.column("x"));

  CHECK(codes.levels.size() == 11);
  CHECK(
      codes.levels[codes.codes.size() > 20000 ? static_cast<std::size_t>(codes.codes[20000]) : 0] ==
      "oops");
  CHECK(codes.levels[static_cast<std::size_t>(codes.codes[7])] == "7.0");
  CHECK(says(error_of([&] { return numbers_of(table, table.column("x")); }), "x.csv:20002:1",
             "'oops'"));
  CHECK(says(error_of([&] { return infer_schema(table, {.label = "label"}); }), "x.csv:20002:1",
             "'oops'"));
  CHECK(numbers_of(table, table.column("y")).view()[19999] == 19999);
}

TEST_CASE("a long file is read where it is and may be replaced") {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "long.csv";
  std::string text = "x,label\n";
  for (int i = 0; text.size() < (std::size_t{3} << 20); ++i)
    text += std::to_string(i) + (i % 2 == 0 ? ".5,a\n" : ",\"b\"\n");
  std::ofstream(path, std::ios::binary) << text;

  const Table table = read_csv(path);
  std::filesystem::remove(path);

  const Index last = table.rows() - 1;
  CHECK(as_written(table.column("x"), 2) == "2.5");
  CHECK(as_written(table.column("label"), 1) == "b");
  CHECK(numbers_of(table, table.column("x")).view()[last] ==
        static_cast<double>(last) + (last % 2 == 0 ? 0.5 : 0));
  CHECK(table.place(table.column("x"), last) == path + ":" + std::to_string(last + 2) + ":1");
}
