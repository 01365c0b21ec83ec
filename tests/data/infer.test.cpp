// First guesses: each rule, its limits, and what is said about it.
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "support/data_error.hpp"

using namespace credence;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::says;

namespace {

// A file with a label and a column x of the given cells.
Table column_of(const std::vector<std::string>& cells) {
  std::string text = "label,x\n";
  for (const std::string& cell : cells) text += "a," + csv_field(cell) + "\n";
  return read_csv_text(text, "data.csv");
}

Inference infer(const std::vector<std::string>& cells) {
  return infer_schema(column_of(cells), {.label = "label"});
}

std::string family(const std::vector<std::string>& cells) {
  return infer(cells).schema.find("x")->family;
}

std::vector<std::string> numbered(int count, const std::string& prefix) {
  std::vector<std::string> cells;
  for (int i = 0; i < count; ++i) cells.push_back(prefix + std::to_string(i));
  return cells;
}

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

TEST_CASE("numbers are normal") {
  CHECK(family({"1.5", "2", "?", "-3e1"}) == "normal");
  CHECK(family({"0", "1", "2"}) == "normal");
  CHECK(family({"1", "2"}) == "normal");
  CHECK(infer({"1", "2"}).warnings.empty());
}

TEST_CASE("only zeros and ones are yes or no") {
  CHECK(family({"0", "1", "1", ""}) == "bernoulli");
  CHECK(family({"0", "1.0", "+1"}) == "bernoulli");
}

TEST_CASE("one distinct number is constant and not used") {
  const Inference found = infer({"1", "1.0", "?", "1"});

  CHECK(found.schema.find("x")->family == "none");
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0] == "column 'x' is constant and is not used");
  REQUIRE(found.unused.size() == 1);
  CHECK(found.unused[0].first == "x");
  CHECK(found.unused[0].second == "is constant and is not used");
}

TEST_CASE("one distinct text is constant and not used") {
  CHECK(family({"p", "p"}) == "none");
  CHECK(infer({"p", "p"}).warnings[0] == "column 'x' is constant and is not used");
}

TEST_CASE("a column of missing cells is not used and said so") {
  const Inference found = infer({"?", ""});

  CHECK(found.schema.find("x")->family == "none");
  CHECK(found.warnings ==
        std::vector<std::string>{"column 'x' has only missing cells and is not used"});
}

TEST_CASE("texts are categories") {
  CHECK(family({"red", "blue", "?"}) == "categorical");
  CHECK(family({"1", "2", "three"}) == "categorical");
}

TEST_CASE("a column with many distinct texts is not used and said so") {
  const Inference found = infer(numbered(101, "name"));

  CHECK(found.schema.find("x")->family == "none");
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0].find("101 distinct values in 101 rows") != std::string::npos);
  CHECK(found.warnings[0].find("InferOptions::families = x=multinomial") != std::string::npos);
}

TEST_CASE("a hundred levels or half of the rows are not too many") {
  const auto repeated = [](int rows) {
    return std::vector<std::string>(static_cast<std::size_t>(rows), "name0");
  };

  CHECK(family(numbered(100, "name")) == "categorical");
  CHECK(family(numbered(101, "name") + repeated(101)) == "categorical");
  CHECK(family(numbered(101, "name") + repeated(100)) == "none");
}

TEST_CASE("nineteen numbers of twenty are an error that quotes the other cell") {
  const auto error = error_of([] { return infer({"1", "oops"}); });
  const auto almost =
      error_of([] { return infer(numbered(19, "") + std::vector<std::string>{"N/A"}); });

  CHECK_FALSE(error);
  CHECK(is(almost, ErrorCode::parse));
  CHECK(almost->where() == Location{.file = "data.csv", .line = 21, .column = 3});
  CHECK(says(almost, "'x'", "data.csv:21:3 holds 'N/A'", "CsvOptions::missing = 'N/A'",
             "InferOptions::families = x=categorical"));
}

TEST_CASE("eighteen numbers of nineteen are categories") {
  CHECK(family(numbered(18, "") + std::vector<std::string>{"N/A"}) == "categorical");
}

TEST_CASE("missing cells do not count among the numbers") {
  const std::vector<std::string> cells = numbered(10, "") + std::vector<std::string>(100, "?");

  CHECK(family(cells + std::vector<std::string>{"x"}) == "categorical");
}

TEST_CASE("the first other cell is the one quoted") {
  const auto error = error_of([] {
    return infer(numbered(20, "") + std::vector<std::string>{"first"} + numbered(20, "") +
                 std::vector<std::string>{"second"});
  });

  CHECK(says(error, "data.csv:22:3 holds 'first'"));
}

TEST_CASE("numbers together with nan or infinity or 1e400 are an error however few") {
  for (const std::string cell : {"nan", "inf", "-Infinity", "1e400"}) {
    CAPTURE(cell);
    const auto error = error_of([&] { return infer({"1", cell, cell, "2"}); });
    CHECK(is(error, ErrorCode::parse));
    CHECK(says(error, "data.csv:3:3 holds '" + cell + "'"));
  }
}

TEST_CASE("nan among words is a word") {
  CHECK(family({"nan", "mum", "dad"}) == "categorical");
  CHECK(family({"nan", "inf"}) == "categorical");
}

TEST_CASE("numbers with blanks around them are categories with a warning") {
  const Inference found = infer({"1", " 2", "3 "});

  CHECK(found.schema.find("x")->family == "categorical");
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0].find("data.csv:3:3") != std::string::npos);
  CHECK(found.warnings[0].find("CsvOptions::trim") != std::string::npos);
  CHECK(found.unused.empty());
}

TEST_CASE("a family by name is not guessed") {
  const Table table = column_of(numbered(30, "") + std::vector<std::string>{"N/A"});

  const Inference found =
      infer_schema(table, {.label = "label", .families = {{"x", "categorical"}}});

  CHECK(found.schema.find("x")->family == "categorical");
  CHECK(found.warnings.empty());
}

TEST_CASE("a dropped column has no family and no warning") {
  const Table table = column_of(numbered(200, "id"));

  const Inference found = infer_schema(table, {.label = "label", .drop = {"x"}});

  CHECK(found.schema.find("x")->family == "none");
  CHECK(found.warnings.empty());
}

TEST_CASE("the label is no feature and the others keep their order") {
  const Table table = read_csv_text("b,label,a\n1,x,u\n2,y,v\n", "x.csv");

  const Schema schema = infer_schema(table, {.label = "label"}).schema;

  CHECK(schema.label == "label");
  CHECK(schema.classes.empty());
  REQUIRE(schema.columns.size() == 2);
  CHECK(schema.columns[0] == ColumnSchema{.name = "b", .family = "normal"});
  CHECK(schema.columns[1] == ColumnSchema{.name = "a", .family = "categorical"});
}

TEST_CASE("a label or column that is not there is an error naming it") {
  const Table table = column_of({"1", "2"});

  const auto label = error_of([&] { return infer_schema(table, {.label = "class"}); });
  const auto drop =
      error_of([&] { return infer_schema(table, {.label = "label", .drop = {"y"}}); });
  const auto named = error_of([&] {
    return infer_schema(table, {.label = "label", .families = {{"z", "normal"}}});
  });

  CHECK(is(label, ErrorCode::schema));
  CHECK(says(label, "'class'", "'label', 'x'"));
  CHECK(is(drop, ErrorCode::schema));
  CHECK(says(drop, "'y'"));
  CHECK(is(named, ErrorCode::schema));
  CHECK(says(named, "'z'"));
}

TEST_CASE("contradictory options are errors") {
  const Table table = column_of({"1", "2"});

  CHECK(is(error_of([&] {
             return infer_schema(table,
                                 {.label = "label", .drop = {"x"}, .families = {{"x", "normal"}}});
           }),
           ErrorCode::schema));
  CHECK(says(error_of([&] { return infer_schema(table, {.label = "x", .drop = {"x"}}); }),
             "is the label"));
}

TEST_CASE("columns in memory are guessed by their kind") {
  Table table;
  table.add("label", std::vector<std::string>{"a", "b", "a"});
  table.add("real", std::vector<double>{1, 2, std::numeric_limits<double>::quiet_NaN()});
  table.add("yes", std::vector<double>{1, 0, 1});
  table.add(Column{.name = "code", .cells = CodeColumn{.levels = {"1", "2"}, .codes = {0, 1, 1}}});
  table.add(Column{.name = "one", .cells = CodeColumn{.levels = {"1", "2"}, .codes = {1, -1, 1}}});

  const Schema schema = infer_schema(table, {.label = "label"}).schema;

  CHECK(schema.find("real")->family == "normal");
  CHECK(schema.find("yes")->family == "bernoulli");
  CHECK(schema.find("code")->family == "categorical");
  CHECK(schema.find("one")->family == "none");
}
