// Which separator the first lines of a text show, whole and in chunks.
#include <credence/data/csv.hpp>

#include <doctest/doctest.h>

#include <fstream>

#include "support/csv_cells.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using credence::testing::Rows;

namespace {

// The separator that a text is read with, whole; a stream of any parts must find the same.
char found(const std::string& text, const CsvOptions& options = {}) {
  static const testing::TemporaryFolder folder;
  const std::string path = folder / "x.csv";
  std::ofstream(path, std::ios::binary) << text;
  const char whole = *separator_of(read_csv(path, options));
  for (const std::uint64_t chunk : {1U, 2U, 5U, 9U, 100U}) {
    CAPTURE(chunk);
    CsvStream stream(path, options, chunk);
    for (Table part; stream.next(part);) CHECK(separator_of(part) == whole);
  }
  return whole;
}

}  // namespace

TEST_CASE("the header tells between comma and semicolon and tab and bar") {
  CHECK(found("a,b\n1,2\n") == ',');
  CHECK(found("a;b\n1;2\n") == ';');
  CHECK(found("a\tb\n1\t2\n") == '\t');
  CHECK(found("a|b\n1|2\n") == '|');
  CHECK(found("a\n1\n") == ',');
  CHECK(testing::read("a;b\n1,5;2\n") == Rows{{"a", "b"}, {"1,5", "2"}});
}

TEST_CASE("a separator is one by which header and first row agree") {
  CHECK(found("city|Rome|x,city|Oslo|x\n1,0\n") == ',');
  CHECK(found("weight, kg;class\n7;a\n") == ';');
  CHECK(found("a;b;c,d\n1,2\n3,4\n") == ',');
}

TEST_CASE("a part that ends behind the header waits for the first row") {
  // By the header alone the tab separates, and the last column has no name.
  CHECK(found("a,`\t\n1,2\r\n3,?\r\n") == ',');
  CHECK(found("a|a,b\n1,2\n") == ',');
}

TEST_CASE("of separators that do equally well the comma is the last") {
  CHECK(found("weight, kg;class\n7,5;a\n") == ';');
  CHECK(found("a,b\tc\n1,2\t3\n") == '\t');
  CHECK(found("a,b|c\n1,2|3\n") == '|');
}

TEST_CASE("a header without rows or with a ragged row is cut by what it holds most often") {
  CHECK(testing::says(testing::refusal("a;b;c\n1;2\n"), "2 fields in a table of 3 columns"));
  CHECK(testing::says(testing::refusal("a,b\n1,2,3\n"), "3 fields in a table of 2 columns"));
  CHECK(testing::says(testing::refusal("a,b\n|1x3 folds\n1,2\n"),
                      "CsvOptions::comment skips lines that are no rows"));
  CHECK(testing::says(testing::refusal("a;b\n"), "has a header but no rows"));
}

TEST_CASE("quotes and comments and blank lines say nothing of the separator") {
  CHECK(found("\"a,b,c\";d\n1;2\n") == ';');
  CHECK(found("\"a\n,b,c\";d\n1;2\n") == ';');
  CHECK(found("# a,b,c\n\n\r\na;b\n\n# 1,2\n1;2\n", {.comment = '#'}) == ';');
  CHECK(found("  \na;b\n1;2\n", {.trim = true}) == ';');
  CHECK(found("\"a\",\"b\n1,2\n", {.quote = std::nullopt}) == ',');
}

TEST_CASE("rows tell where no line holds names") {
  CHECK(found("ham\tgo, please\nspam\twin\n", {.header = false}) == '\t');
  CHECK(found("a;b,c\n", {.header = false, .names = {"x", "y"}}) == ';');
  CHECK(found("a;b;c,d\n1;2;3,4\n", {.header = false, .names = {"x", "y"}}) == ',');
}

TEST_CASE("a character with another role separates nothing") {
  CHECK(found("a;b\n1;2\n", {.quote = ','}) == ';');
  CHECK(found("a;b|c\n1;3\n", {.comment = '|'}) == ';');
  CHECK(found("a\n1\n", {.quote = ','}) == '\t');
}

TEST_CASE("tabs that are trimmed separate where nothing else does") {
  CHECK(found("a\tb\n 1 \t2\n", {.trim = true}) == '\t');
  CHECK(found("a\tb\n1,5\t2\n", {.trim = true}) == '\t');
  CHECK(found("a,\tb\n1,\t2\n", {.trim = true}) == ',');
  CHECK(found("a;\t\tb\n1;\t\t2\n", {.trim = true}) == ';');
}

TEST_CASE("the separator that is given holds") {
  CHECK(testing::read("a;b\n1;2\n", {.separator = ','}) == Rows{{"a;b"}, {"1;2"}});
}

TEST_CASE("a table from elsewhere has no separator") {
  Table table;
  table.add("x", std::vector<double>{1});

  CHECK_FALSE(separator_of(table));
}
