// Reading separated text: names, blanks around fields, and comments (the table of
// docs/reference/data.md).
#include <doctest/doctest.h>
#include <credence/data/shards.hpp>

#include <fstream>

#include "support/csv_cells.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using credence::testing::at;
using credence::testing::cells;
using credence::testing::column;
using credence::testing::is;
using credence::testing::read;
using credence::testing::refusal;
using credence::testing::Rows;
using credence::testing::says;
using credence::testing::TemporaryFolder;

namespace {

// Two files of these texts.
std::vector<std::string> files_of(const TemporaryFolder& folder, const std::string& a,
                                  const std::string& b) {
  std::ofstream(folder / "a.csv", std::ios::binary) << a;
  std::ofstream(folder / "b.csv", std::ios::binary) << b;
  return {folder / "a.csv", folder / "b.csv"};
}

// The first rows of several files that are read some at a time.
Table first_rows(const std::vector<std::string>& paths) {
  ShardReader reader(data_files(paths), Shard{}, form_of(paths.front()), ReadOptions{}, 64);
  Table table;
  REQUIRE(reader.next(table));
  return table;
}

}  // namespace

TEST_CASE("a name that stands twice is an error naming the columns") {
  const auto error = refusal("a,b,a\n1,2,3\n");

  CHECK(is(error, ErrorCode::parse));
  CHECK(error->where() == at(1, 5));
  CHECK(says(error, "columns 1 and 3", "'a'", "CsvOptions::header"));
}

TEST_CASE("a column without a name is called by its place") {
  CHECK(read(",b\n1,2\n") == Rows{{"c1", "b"}, {"1", "2"}});
  CHECK(read("\"\",a,\n1,2,3\n") == Rows{{"c1", "a", "c3"}, {"1", "2", "3"}});
  CHECK(names_by_place(read_csv_text(",b,\n1,2,3\n", "x.csv")) ==
        std::vector<std::string>{"c1", "c3"});
  CHECK(names_by_place(read_csv_text("c1,b\n1,2\n", "x.csv")).empty());
  CHECK(names_by_place(read_csv_text("1,\n", "x.csv", {.header = false})).empty());
}

TEST_CASE("names by place of several files are those of their headers, not of their first row") {
  const TemporaryFolder folder;
  const auto whole = files_of(folder, "a,b\n1,\n", "a,b\n3,4\n");
  CHECK(names_by_place(read_csv_files(whole, {})).empty());
  CHECK(names_by_place(first_rows(whole)).empty());

  const auto unnamed = files_of(folder, ",b\n1,2\n", ",b\n3,4\n");
  CHECK(names_by_place(read_csv_files(unnamed, {})) == std::vector<std::string>{"c1"});
  CHECK(names_by_place(first_rows(unnamed)) == std::vector<std::string>{"c1"});
}

TEST_CASE("a NUL byte in the header and an empty file are refused among several files, too") {
  const TemporaryFolder folder;
  const std::string with_nul("a,b\0c\n1,2\n", 10);
  const auto nul = files_of(folder, with_nul, with_nul);
  const auto whole = credence::testing::error_of([&] { (void)read_csv_files(nul, {}); });
  const auto parts = credence::testing::error_of([&] { (void)first_rows(nul); });
  CHECK(says(whole, "a NUL byte", "a.csv:1:4"));
  CHECK(says(parts, "a NUL byte", "a.csv:1:4"));

  const auto empty = files_of(folder, "a,b\n1,2\n", "");
  const auto error = credence::testing::error_of([&] { (void)first_rows(empty); });
  CHECK(is(error, ErrorCode::parse));
  CHECK(says(error, "b.csv' is empty"));
}

TEST_CASE("a name by place that another column has is an error naming both") {
  const auto error = refusal(",c1\n1,2\n");

  CHECK(is(error, ErrorCode::parse));
  CHECK(error->where() == at(1, 2));
  CHECK(says(error, "columns 1 and 2", "'c1'"));
}

TEST_CASE("a header without any name is an error naming the columns") {
  const auto error = refusal(",\n1,2\n");

  CHECK(is(error, ErrorCode::parse));
  CHECK(error->where() == at(1, 1));
  CHECK(says(error, "column 1 has no name", "column 2 has no name"));
}

TEST_CASE("all bad names are told at once up to ten") {
  CHECK(says(refusal("a,b,a,b\n1,2,3,4\n"), "columns 1 and 3", "columns 2 and 4"));
  CHECK(says(refusal(std::string(20, ',') + "\n"), "and 11 more"));
}

TEST_CASE("names can be given where there is no header") {
  const CsvOptions options{.header = false, .names = {"u", "v"}};

  CHECK(read("1,2\n3,4\n", options) == Rows{{"u", "v"}, {"1", "2"}, {"3", "4"}});
  CHECK(says(refusal("1,2,3\n", options), "3 fields", "2 columns"));
  CHECK(says(refusal("1,2\n", {.header = false, .names = {"u", "u"}}), "'u'"));
}

TEST_CASE("without header and names the columns are numbered") {
  CHECK(read("1,2\n", {.header = false}) == Rows{{"c1", "c2"}, {"1", "2"}});
}

TEST_CASE("trimming drops blanks and tabs around plain fields and around quotes") {
  const CsvOptions options{.trim = true};

  CHECK(read(" a ,\tb\n 1 , x y \t\n", options) == Rows{{"a", "b"}, {"1", "x y"}});
  CHECK(read("a,b\n \" 1 \" ,\"2\"\t\n", options) == Rows{{"a", "b"}, {" 1 ", "2"}});
  CHECK(read("a,b\n1,2\n \t \n3,4\n", options) == Rows{{"a", "b"}, {"1", "2"}, {"3", "4"}});
}

TEST_CASE("trimming makes a blank field and a padded mark missing") {
  const Table table = read_csv_text("a,b\n  , ?\n", "x.csv", {.trim = true});

  CHECK(column(table, 0).missing(0));
  CHECK(column(table, 1).missing(0));
  CHECK(table.place(table.columns()[1], 0) == "x.csv:2:5");
}

TEST_CASE("trimming leaves a separator alone that is a tab") {
  CHECK(read("a\tb\n\t 1\n", {.separator = '\t', .trim = true}) == Rows{{"a", "b"}, {"", "1"}});
}

TEST_CASE("without trimming blanks belong to the field") {
  CHECK(read("a,b\n 1, 2 \n") == Rows{{"a", "b"}, {" 1", " 2 "}});
  CHECK(says(refusal("a,b\n1, \"2\"\n"), "x.csv:2:4", "CsvOptions::trim"));
  CHECK(says(refusal("a,b\n\"1\" ,2\n"), "x.csv:2:4", "CsvOptions::trim"));
}

TEST_CASE("comment lines are skipped only where a line begins") {
  const CsvOptions options{.comment = '#'};

  CHECK(read("# note, with \" things\na,b\n#\n1,2#3\n# end", options) ==
        Rows{{"a", "b"}, {"1", "2#3"}});
  CHECK(read("a,b\n\"x\n#y\",2\n", options) == Rows{{"a", "b"}, {"x\n#y", "2"}});
  CHECK(says(refusal("a,b\n #1\n", options), "1 field "));
}

TEST_CASE("comments count as lines for the places behind them") {
  const Table table = read_csv_text("#\n#\na\n1\n", "x.csv", {.comment = '#'});

  CHECK(table.place(table.columns()[0], 0) == "x.csv:4:1");
}
