// The default missing-value strings: where they hold, and how cells that are words are counted.
#include <credence/data/arff.hpp>
#include <credence/data/convert.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <fstream>

#include "support/csv_cells.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;

namespace {

constexpr std::array marks{"", "?", "NA", "N/A", "NaN", "nan", "NULL", "null"};

Schema schema_of(std::vector<ColumnSchema> columns) {
  return {.label = "class", .columns = std::move(columns)};
}

}  // namespace

TEST_CASE("each default string marks a missing number and a missing category") {
  for (const char* mark : marks) {
    CAPTURE(mark);
    const std::string cell = csv_field(mark);
    const Table table = read_csv_text("x,y,z\n1," + cell + "," + cell + "\n2,3,a\n", "x.csv");
    CHECK(std::isnan(numbers_of(table, table.column("y")).view()[0]));
    CHECK(testing::column(table, 1).missing(0));
    CHECK(codes_of(table, table.column("z")).codes == std::vector<Code>{missing_code, 0});
    CHECK(as_written(table.column("y"), 0) == mark);
  }
}

TEST_CASE("only whole fields as written are missing") {
  for (const char* cell : {"na", "Na", " NA", "NAN", "Null", "n/a", "None", "NA.", "-"}) {
    CAPTURE(cell);
    const Table table = read_csv_text("x,y\n1," + std::string(cell) + "\n", "x.csv");
    CHECK_FALSE(testing::column(table, 1).missing(0));
  }
}

TEST_CASE("words of a text are no missing cells, a question mark is") {
  const Table table = read_csv_text("id,x\n1,NA\n2,null\n3,?\n4,\n5,say NA\n", "x.csv");

  const Words found = words_of(table, table.column("x"));

  CHECK(found.vocabulary == std::vector<std::string>{"na", "null", "say"});
  CHECK(found.missing == std::vector<bool>{false, false, true, false, false});
  CHECK(found.offsets == std::vector<std::uint64_t>{0, 1, 2, 2, 2, 4});
}

TEST_CASE("ARFF knows no missing value but a plain question mark") {
  const Table table = read_arff_text(
      "@relation r\n@attribute x {NA,null,b}\n@attribute y string\n@data\nNA,NULL\n?,''\n",
      "x.arff");

  CHECK(codes_of(table, table.column("x")).codes == std::vector<Code>{0, missing_code});
  CHECK(codes_of(table, table.column("y")).levels == std::vector<std::string>{"", "NULL"});
}

TEST_CASE("cells that are missing because of a word are counted by column and word") {
  std::string text = "x,city,note,free,class\n";
  for (int row = 0; row < 30; ++row) {
    text += row % 3 == 0 ? "NA," : std::to_string(row) + ".5,";
    text += row % 5 == 0 ? "null," : row % 5 == 1 ? "N/A," : row % 5 == 2 ? "," : "Rome,";
    text += "NA NA,NA,";
    text += row == 7 ? "NULL\n" : "a\n";
  }
  const Schema schema = schema_of({{.name = "x", .family = "normal"},
                                   {.name = "city", .family = "categorical"},
                                   {.name = "note", .family = "multinomial"},
                                   {.name = "free", .family = "none"}});
  const std::vector<MissingWord> expected{{.column = "class", .mark = "NULL", .cells = 1},
                                          {.column = "x", .mark = "NA", .cells = 10},
                                          {.column = "city", .mark = "N/A", .cells = 6},
                                          {.column = "city", .mark = "null", .cells = 6}};
  const testing::TemporaryFolder folder;
  const std::string path = folder / "x.csv";
  std::ofstream(path, std::ios::binary) << text;

  for (const std::uint64_t block : {1U, 64U, 100000U}) {
    CAPTURE(block);
    CHECK(missing_words(read_csv(path, {.block = block}), schema) == expected);
  }
  const Table table = read_csv(path);
  CHECK(missing_words(table.select(std::array<Index, 4>{0, 3, 4, 7}), schema) ==
        std::vector<MissingWord>{{.column = "class", .mark = "NULL", .cells = 1},
                                 {.column = "x", .mark = "NA", .cells = 2},
                                 {.column = "city", .mark = "null", .cells = 1}});
}

TEST_CASE("empty fields and question marks and strings without letters are not counted") {
  const Table table =
      read_csv_text("x,class\n,a\n?,b\n-,a\n1,b\n", "x.csv", {.missing = {"", "?", "-"}});

  CHECK(missing_words(table, schema_of({{.name = "x", .family = "normal"}})).empty());
}

TEST_CASE("a column that begins with numbers and holds texts counts its words once") {
  std::string text = "x,class\n";
  for (int row = 0; row < 3000; ++row) text += row % 2 == 0 ? "NA,a\n" : "12345,b\n";
  const Table table = read_csv_text(text + "red,a\nblue,b\n", "x.csv", {.block = 100});

  CHECK(missing_words(table, schema_of({{.name = "x", .family = "categorical"}})) ==
        std::vector<MissingWord>{{.column = "x", .mark = "NA", .cells = 1500}});
}
