// ARFF files: what is read, where faults stand, and that chunks are the file.
#include <credence/data/arff.hpp>

#include <credence/data/convert.hpp>
#include <credence/data/infer.hpp>
#include <credence/data/shards.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "support/csv_cells.hpp"
#include "support/run_tool.hpp"
#include "support/temporary_folder.hpp"

using namespace credence;
using credence::testing::at;
using credence::testing::cells;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::Rows;
using credence::testing::says;

namespace {

Table arff(const std::string& text, const ReadLimits& limits = {}) {
  return read_arff_text(text, "x.csv", limits);
}

std::optional<Error> refused(const std::string& text, const ReadLimits& limits = {}) {
  return error_of([&] { return arff(text, limits); });
}

// A file of one column and these rows.
std::string column_of(const std::string& type, const std::string& rows) {
  return "@relation r\n@attribute a " + type + "\n@data\n" + rows;
}

std::vector<double> numbers(const Table& table, const std::string& name) {
  const RealColumn column = numbers_of(table, table.column(name));
  std::vector<double> all;
  for (Index row = 0; row < table.rows(); ++row) all.push_back(column.view()[row]);
  return all;
}

const std::string people =
    "% people\n"
    "@RELATION 'who cares'\n"
    "@attribute age NUMERIC\n"
    "@Attribute 'city name' {Rome, 'New York', \"O'Slo\", unused} % a comment\n"
    "\t@attribute note string\r\n"
    "@attribute when date \"yyyy-MM-dd\"\n"
    "@attribute class {well,ill}\n"
    "\n"
    "@DATA\n"
    "31, Rome, 'say \\'hi\\' \\% \\\\ x', 2001-01-01, ill\n"
    "?,'New York',?, 2001-01-02 , well % two\n"
    "% a comment\n"
    "44.50,\"O'Slo\", plain, '2001-01-03', ill\r\n"
    "{0 +3.5, 2 'x y', 3 ?, 4 ill}\n"
    "\n"
    "1e2,Rome,'?','',well";

}  // namespace

TEST_CASE("dense and sparse rows of every type are read") {
  const Table table = arff(people);

  CHECK(cells(table) == Rows{{"age", "city name", "note", "when", "class"},
                             {"31", "Rome", "say 'hi' % \\ x", "2001-01-01", "ill"},
                             {"?", "New York", "?", "2001-01-02", "well"},
                             {"44.50", "O'Slo", "plain", "2001-01-03", "ill"},
                             {"+3.5", "Rome", "x y", "?", "ill"},
                             {"1e2", "Rome", "?", "", "well"}});
  const std::vector<double> age = numbers(table, "age");
  CHECK(std::isnan(age[1]));
  CHECK(age[2] == 44.5);
  CHECK(age[3] == 3.5);
}

TEST_CASE("a question mark is missing where it is not quoted and nowhere else") {
  const Table table = arff(column_of("string", "?\n'?'\n\"?\"\n''\n"));
  const auto& column = std::get<FileColumn>(table.column("a").cells);

  CHECK(column.missing(0));
  for (const Index row : {1, 2, 3}) {
    CAPTURE(row);
    CHECK_FALSE(column.missing(row));
  }
}

TEST_CASE("declared levels are those of the categories whether they occur or not") {
  const Table table = arff(people);

  CHECK(declared_levels(table.column("city name")) ==
        std::vector<std::string>{"Rome", "New York", "O'Slo", "unused"});
  CHECK(declared_levels(table.column("note")).empty());
  CHECK(codes_of(table, table.column("city name")).levels ==
        std::vector<std::string>{"New York", "O'Slo", "Rome", "unused"});
  CHECK(codes_of(table, table.column("note")).levels.size() == 4);
}

TEST_CASE("declared levels that look like numbers are categories and stand in the schema") {
  const Table table = arff(
      "@relation r\n@attribute a {3,1,2}\n@attribute b {no,yes}\n@attribute c real\n"
      "@attribute y {p,q,r}\n@data\n1,no,1,p\n3,yes,2,q\n1,no,3,p\n");

  const Schema schema =
      infer_schema(table, {.label = "y", .families = {{"b", "bernoulli"}}}).schema;

  CHECK(schema.classes == std::vector<std::string>{"p", "q", "r"});
  CHECK(schema.find("a")->family == "categorical");
  CHECK(schema.find("a")->levels == std::vector<std::string>{"3", "1", "2"});
  CHECK(schema.find("b")->levels == std::vector<std::string>{"no", "yes"});
  CHECK(schema.find("c")->family == "normal");
  CHECK(schema.find("c")->levels.empty());
}

TEST_CASE("a sparse row leaves out zeros and first levels") {
  const Table table = arff(
      "@relation r\n@attribute a real\n@attribute b {x,y}\n@attribute c real\n@data\n"
      "{}\n{1 y}\n{0 2,2 ?}\n5,y,6\n");

  CHECK(cells(table) ==
        Rows{{"a", "b", "c"}, {"0", "x", "0"}, {"0", "y", "0"}, {"2", "x", "?"}, {"5", "y", "6"}});
  CHECK(numbers(table, "a") == std::vector<double>{0, 0, 2, 5});
}

TEST_CASE("numbers read as categories keep their spelling") {
  const Table table = arff(column_of("numeric", "1\n1.0\n?\n1\n"));

  const CodeColumn codes = codes_of(table, table.column("a"));

  CHECK(codes.levels == std::vector<std::string>{"1", "1.0"});
  CHECK(codes.codes == std::vector<Code>{0, 1, missing_code, 0});
}

TEST_CASE("escapes are those that Weka writes") {
  const Table table = arff(column_of("string", R"('\n\r\t\\\'\"\%\u001E\u20AC')"));

  CHECK(cells(table)[1][0] == "\n\r\t\\'\"%\x1E\xE2\x82\xAC");
}

TEST_CASE("every cell knows its place in the file") {
  const Table table = arff(people);
  const Table part = table.select(std::vector<Index>{3, 2});

  CHECK(table.place(table.column("age"), 0) == "x.csv:10:1");
  CHECK(table.place(table.column("city name"), 2) == "x.csv:13:7");
  CHECK(table.place(table.column("note"), 3) == "x.csv:14:12");
  CHECK(table.place(table.column("city name"), 3) == "x.csv:14:1");
  CHECK(part.place(part.column("class"), 1) == "x.csv:13:37");
}

TEST_CASE("faults of the header are told where they stand") {
  struct Case {
    std::string text;
    std::uint64_t line, column;
    const char* says;
  };
  for (const auto& [text, line, column, what] :
       {Case{"age,b\n1,2\n", 1, 1, "no declaration"},
        Case{"@relation r\n@data\n1\n", 2, 1, "without a declared attribute"},
        Case{"@attribute\n@data\n", 1, 11, "without a name"},
        Case{"@attribute a\n@data\n", 1, 13, "no type"},
        Case{"@attribute a nummeric\n@data\n", 1, 14, "'nummeric'"},
        Case{"@attribute a relational\n@data\n", 1, 14, "relational"},
        Case{"@attribute a real real\n@data\n", 1, 19, "behind a declaration"},
        Case{"@attribute a b real\n@data\n", 1, 14, "unknown type 'b'"},
        Case{"@attribute a real\n@attribute a real\n@data\n1,1\n", 2, 12, "second attribute"},
        Case{"@attribute a {}\n@data\n", 1, 15, "no level"},
        Case{"@attribute a {x,\ny}\n@data\n", 1, 17, "no level"},
        Case{"@attribute a {x y}\n@data\n", 1, 17, "no comma"},
        Case{"@attribute a {x,y,x}\n@data\n", 1, 19, "second time"},
        Case{"@attribute a {x,?}\n@data\n", 1, 17, "marks a missing value"},
        Case{"@attribute 'a real\n@data\n", 1, 12, "not closed"},
        Case{"@attribute it's real\n@data\n", 1, 14, "inside a word"},
        Case{"@attribute a real\n@data x\n", 2, 7, "behind a declaration"}}) {
    const std::string shown(text);
    CAPTURE(shown);
    const auto error = refused(text);
    CHECK(is(error, ErrorCode::parse));
    CHECK(says(error, what));
    REQUIRE(error);
    CHECK(error->where() == at(line, column));
  }
}

TEST_CASE("faults of rows are told where they stand") {
  const std::string head =
      "@relation r\n@attribute a real\n@attribute b {x,'y z'}\n@attribute c string\n@data\n";
  struct Case {
    std::string rows;
    std::uint64_t line, column;
    const char* says;
  };
  for (const auto& [rows, line, column, what] :
       {Case{"1,x\n", 1, 4, "2 values where 3 attributes are declared"},
        Case{"1,x,c\n1,x,c,d\n", 2, 7, "more values than attributes: 3 attributes are declared"},
        Case{"1,x,\n", 1, 5, "nothing where"},
        Case{"1,,c\n", 1, 3, "nothing where"},
        Case{",x,c\n", 1, 1, "nothing where"},
        Case{"one,x,c\n", 1, 1, "no number"},
        Case{"nan,x,c\n", 1, 1, "no finite number"},
        Case{"1e400,x,c\n", 1, 1, "too large"},
        Case{"0x10,x,c\n", 1, 1, "no number"},
        Case{"1_0,x,c\n", 1, 1, "no number"},
        Case{"1,X,c\n", 1, 3, "does not declare"},
        Case{"1,x z,c\n", 1, 5, "where it does not belong"},
        Case{"1,'?',c\n", 1, 3, "does not declare"},
        Case{"1,x,50%\n", 1, 7, "inside a word"},
        Case{"1,x,it's\n", 1, 7, "inside a word"},
        Case{"1,x,'it''s'\n", 1, 9, "behind a closing quote"},
        Case{"1,x,'it\n", 1, 5, "not closed"},
        Case{"1,x,'\\q'\n", 1, 6, "unknown escape"},
        Case{"1,x,'\\u12'\n", 1, 6, "four digits"},
        Case{"1,x,'\\uD800'\n", 1, 6, "four digits"},
        Case{"1,x,c,{2}\n", 1, 7, "weight"},
        Case{"1,x,c {2}\n", 1, 7, "weight"},
        Case{"{0 1,2 c},{2}\n", 1, 10, "weight"},
        Case{"{0 1}\n", 1, 1, "leaves out the text 'c'"},
        Case{"{2 c,0 1}\n", 1, 6, "sort"},
        Case{"{0 1,0 1,2 c}\n", 1, 6, "sort"},
        Case{"{2 c,3 1}\n", 1, 8, "attribute 3"},
        Case{"{-1 1}\n", 1, 2, "no number of an attribute"},
        Case{"{0 1,}\n", 1, 6, "no number of an attribute"},
        Case{"{0 1\n", 1, 5, "does not belong"},
        Case{"{0 1,2 c} d\n", 1, 11, "does not belong"}}) {
    const std::string shown(rows);
    CAPTURE(shown);
    const auto error = refused(head + rows);
    CHECK(is(error, ErrorCode::parse));
    CHECK(says(error, what));
    REQUIRE(error);
    CHECK(error->where() == at(line + 5, column));
  }
}

TEST_CASE("bytes that no text file has are refused wherever they stand") {
  CHECK(refused(column_of("real", std::string("1\n\0\n", 4)))->where() == at(5, 1));
  CHECK(refused(column_of("real", "1\r2\r"))->where() == at(4, 2));
  CHECK(refused(column_of("real", "1\n2\r"))->where() == at(5, 2));
  CHECK(cells(arff("\xEF\xBB\xBF" + column_of("real", "1\n")))[1][0] == "1");
}

TEST_CASE("a file without rows or without data is an error that says so") {
  CHECK(says(refused(""), "no line '@data'"));
  CHECK(says(refused("@relation r\n@attribute a real\n"), "no line '@data'"));
  CHECK(says(refused(column_of("real", "")), "no rows"));
  CHECK(says(refused(column_of("real", "% nothing\n\n")), "no rows"));
}

TEST_CASE("an ARFF file ends at its limits and names them") {
  const std::string rows = "@attribute a real\n@attribute b {x,y}\n@data\n1,x\n{}\n{}\n";

  CHECK(says(refused(rows, {.field = 0}), "x.csv:4:1", "ReadLimits::field=N"));
  CHECK(says(refused(rows, {.line = 17}), "x.csv:2:1", "ReadLimits::line=N"));
  CHECK(says(refused(rows, {.columns = 1}), "x.csv:2:12", "ReadLimits::columns=N"));
  CHECK(says(refused(rows, {.levels = 1}), "x.csv:2:17", "ReadLimits::levels=N"));
  CHECK(says(refused(rows, {.memory = 50}), "72 bytes", "ReadLimits::memory=N"));
  CHECK(is(refused(rows, {.memory = 50}), ErrorCode::limit));
  CHECK(arff(rows, {.field = 1, .line = 18, .columns = 2, .levels = 2, .memory = 72}).rows() == 3);
}

TEST_CASE("chunks of any size are the file with its places") {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "people.arff";
  std::ofstream(path, std::ios::binary) << people;
  const auto all = [](auto& stream) {
    std::string text;
    for (Table chunk; stream.next(chunk);)
      for (Index row = 0; row < chunk.rows(); ++row)
        for (const Column& column : chunk.columns())
          text += as_written(column, row) + " " + chunk.place(column, row) + "\n";
    return text;
  };
  ArffStream whole(path);
  const std::string expected = all(whole);

  CHECK(std::count(expected.begin(), expected.end(), '\n') == 25);
  for (std::uint64_t chunk = 1; chunk < 500; chunk += 7) {
    CAPTURE(chunk);
    ArffStream stream(path, {}, chunk);
    CHECK(all(stream) == expected);
  }
}

TEST_CASE("a stream tells faults as the whole file does and reads on for rows") {
  const testing::TemporaryFolder folder;
  for (const std::string& text : {column_of("real", "1\n2\nx\n4\n"), column_of("real", ""),
                                  std::string("@attribute a real\n"), std::string()}) {
    const std::string shown(text);
    CAPTURE(shown);
    const std::string path = folder / "x.arff";
    std::ofstream(path, std::ios::binary) << text;
    const auto expected = error_of([&] { return read_arff(path); });
    for (const std::uint64_t chunk : {1U, 5U, 1000U}) {
      CAPTURE(chunk);
      const auto error = error_of([&] {
        ArffStream stream(path, {}, chunk);
        for (Table table; stream.next(table);) {
        }
        return 0;
      });
      REQUIRE(error);
      CHECK(std::string(error->what()) == expected->what());
    }
  }
  std::ofstream(folder / "y.arff", std::ios::binary) << column_of("real", "1\n2\n3\n4\n");
  ArffStream stream(folder / "y.arff", {}, 1);
  Table table;
  CHECK(stream.next(table, 3));
  CHECK(table.rows() >= 3);
}

TEST_CASE("ARFF files that are read part after part declare the same") {
  const testing::TemporaryFolder folder;
  const auto file = [&](const std::string& name, const std::string& types) {
    std::string text = "@relation r\n@attribute x " + types + "}\n@data\n";
    for (int row = 0; row < 40; ++row) text += row % 2 == 0 ? "1,a\n" : "2,b\n";
    programs::write_to(folder / name, text);
    return folder / name;
  };
  const std::string first = file("a.arff", "numeric\n@attribute c {a,b");
  const auto rows_with = [&](const std::string& other) {
    const std::vector<std::string> paths{first, other};
    ShardReader reader(data_files(paths), {.number = 1, .of = 1}, form_of(first), {}, 16);
    Index rows = 0;
    for (Table table; reader.next(table);) rows += table.rows();
    return rows;
  };
  CHECK(rows_with(file("same.arff", "numeric\n@attribute c {a,b")) == 80);
  for (const char* types :
       {"numeric\n@attribute c {b,a", "numeric\n@attribute c {a,b,c", "{1,2}\n@attribute c {a,b"}) {
    CAPTURE(types);
    const auto error = error_of([&] { (void)rows_with(file("other.arff", types)); });
    REQUIRE(error);
    CHECK(error->code() == ErrorCode::schema);
    CHECK(std::string(error->what()).find("is declared otherwise in '") != std::string::npos);
    CHECK(error->where().file == folder / "other.arff");
  }
}

TEST_CASE("escapes of two and of three bytes, and formats of dates, are read") {
  const Table table = arff(
      "@relation r\n@attribute a string\n@attribute b date \"yyyy-MM-dd\"\n@data\n"
      "'caf\\u00e9 \\u20ac \\u0041','2026-11-27'\n");
  CHECK(cells(table)[1] == std::vector<std::string>{"caf\xC3\xA9 \xE2\x82\xAC A", "2026-11-27"});

  const auto error = refused("@relation r\n@attribute b date {x}\n@data\n");
  CHECK(is(error, ErrorCode::parse));
  CHECK(says(error, "x.csv:2:19", "'{' behind a declaration", "write one declaration a line"));
}
