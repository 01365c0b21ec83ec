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

TEST_CASE("texts that are all different are categories, and a warning says what that means") {
  const Inference found = infer(numbered(10, "day"));

  CHECK(found.schema.find("x")->family == "categorical");
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0].find("another text in each of its 10 cells") != std::string::npos);
  CHECK(found.warnings[0].find("InferOptions::drop = x") != std::string::npos);
  CHECK(infer(numbered(9, "day")).warnings.empty());
  CHECK(infer(numbered(10, "day") + std::vector<std::string>{"day3"}).warnings.empty());
}

TEST_CASE("a column with many distinct texts is not used and said so") {
  const Inference found = infer(numbered(101, "name"));

  CHECK(found.schema.find("x")->family == "none");
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0].find("101 distinct values in 101 rows") != std::string::npos);
  CHECK(found.warnings[0].find("InferOptions::families = x=multinomial") != std::string::npos);
}

TEST_CASE("numbers that number the rows are no feature and said so") {
  const Inference found = infer(numbered(50, ""));

  CHECK(found.schema.find("x")->family == "none");
  REQUIRE(found.warnings.size() == 1);
  CHECK(
      found.warnings[0] ==
      "column 'x' numbers the rows and is not used: its whole numbers are all different and close "
      "together; use InferOptions::families = x=normal if it is a measurement");
  CHECK(found.unused.size() == 1);
  CHECK(family(numbered(50, "10")) == "normal");
  CHECK(family(numbered(49, "")) == "normal");
  CHECK(family(numbered(60, "") + std::vector<std::string>{"60", "61", "63"}) == "none");
  CHECK(family(std::vector<std::string>{"70", "64"} + numbered(60, "")) == "none");
  CHECK(family(numbered(60, "") + std::vector<std::string>{"122"}) == "normal");
  CHECK(family(numbered(60, "") + std::vector<std::string>{"7"}) == "normal");
  CHECK(family(numbered(60, "") + std::vector<std::string>{"60.5"}) == "normal");
  CHECK(family(numbered(60, "") + std::vector<std::string>{"?"}) == "normal");
}

TEST_CASE("numbers in memory that count the rows are no feature") {
  std::vector<double> reals, halves;
  std::vector<std::int32_t> whole;
  for (int i = 0; i < 60; ++i) {
    reals.push_back(1000 + i);
    halves.push_back(0.5 + i);
    whole.push_back(i - 7);
  }
  Table table;
  table.add("label", std::vector<std::string>(60, "a"));
  table.add("reals", reals);
  table.add("halves", halves);
  table.add("whole",
            NumberView{Strided<std::int32_t>{.data = whole.data(), .size = 60, .stride = 1}});

  const Schema schema = infer_schema(table, {.label = "label"}).schema;

  CHECK(schema.find("reals")->family == "none");
  CHECK(schema.find("halves")->family == "normal");
  CHECK(schema.find("whole")->family == "none");
}

TEST_CASE("texts of many words are told from identifiers") {
  std::vector<std::string> texts, pairs;
  for (int i = 0; i < 101; ++i) {
    texts.push_back("message number " + std::to_string(i));
    pairs.push_back("A/5 " + std::to_string(i));
  }
  const auto warning_beside_numbers = [](const std::vector<std::string>& cells) {
    std::string text = "label,age,\"my x\"\n";
    for (std::size_t i = 0; i < cells.size(); ++i)
      text += "a," + std::to_string(i % 7) + "," + cells[i] + "\n";
    const Inference found = infer_schema(read_csv_text(text, "data.csv"), {.label = "label"});
    CHECK(found.schema.find("my x")->family == "none");
    return found.warnings.at(0);
  };

  CHECK(warning_beside_numbers(texts) ==
        "column 'my x' has 101 distinct values in 101 rows and is not used: it looks like text; "
        "use InferOptions::families = 'my x=multinomial' to read its words");
  CHECK(warning_beside_numbers(pairs) ==
        "column 'my x' has 101 distinct values in 101 rows and is not used: it looks like an "
        "identifier; use InferOptions::families = 'my x=multinomial' if it is text");
}

TEST_CASE("texts that would be the only feature are read as words") {
  std::string text = "id,note,label\n", two = "subject,note,label\n";
  for (int i = 0; i < 120; ++i) {
    const std::string note = "call me at " + std::to_string(i) + (i % 2 == 0 ? ",a\n" : ",b\n");
    text += std::to_string(i) + "," + note;
    two += "about the number " + std::to_string(i) + "," + note;
  }

  const Inference found = infer_schema(read_csv_text(text, "data.csv"), {.label = "label"});
  const Inference both = infer_schema(read_csv_text(two, "data.csv"), {.label = "label"});

  CHECK(found.schema.find("note")->family == "multinomial");
  CHECK(found.schema.find("id")->family == "none");
  CHECK(found.warnings.at(1) ==
        "column 'note' is read as words, since it looks like text and no other column is a "
        "feature: InferOptions::families = note=multinomial");
  CHECK(found.unused.size() == 1);
  CHECK(both.schema.find("note")->family == "none");
  CHECK(family(numbered(120, "id")) == "none");
}

TEST_CASE("a schema without a feature is refused with each column and why") {
  const Table table = read_csv_text("a,b,c,label\n1,,x,p\n1,?,y,q\n", "data.csv");
  const InferOptions options{.label = "label", .drop = {"c"}};

  const auto error =
      error_of([&] { return check_features_left(table, infer_schema(table, options)), 0; });

  CHECK(is(error, ErrorCode::schema));
  CHECK(error->what() ==
        std::string("'data.csv' has no column that is a feature; column 'a' is constant and is not "
                    "used; column 'b' has only missing cells and is not used; column 'c' was left "
                    "out by name; keep a column, or give rows in which one varies"));
  CHECK_FALSE(error_of(
      [&] { return check_features_left(table, infer_schema(table, {.label = "label"})), 0; }));
  const Table alone = read_csv_text("label\np\nq\n", "data.csv");
  CHECK(says(error_of([&] {
               return check_features_left(alone, infer_schema(alone, {.label = "label"})), 0;
             }),
             "label 'label' is all there is"));
}

TEST_CASE("many different numbers as classes look like a measurement") {
  const auto numbers = [](int count) {
    std::vector<std::string> classes;
    for (int i = 0; i < count; ++i) classes.push_back(std::to_string(i) + ".5");
    return classes;
  };
  std::vector<std::string> words = numbers(50);
  words.back() = "other";

  CHECK(looks_like_measurement(numbers(35), 150));
  CHECK(looks_like_measurement(numbers(21), 209));
  CHECK_FALSE(looks_like_measurement(numbers(20), 100));
  CHECK_FALSE(looks_like_measurement(numbers(21), 210));
  CHECK_FALSE(looks_like_measurement(numbers(90), 99));
  CHECK_FALSE(looks_like_measurement(words, 150));
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
      error_of([] { return infer(numbered(19, "") + std::vector<std::string>{"n/a"}); });

  CHECK_FALSE(error);
  CHECK(is(almost, ErrorCode::parse));
  CHECK(almost->where() == Location{.file = "data.csv", .line = 21, .column = 3});
  CHECK(says(almost, "'x'", "data.csv:21:3 holds 'n/a'", "CsvOptions::missing = 'n/a'",
             "InferOptions::families = x=categorical"));
}

TEST_CASE("eighteen numbers of nineteen are categories") {
  CHECK(family(numbered(18, "") + std::vector<std::string>{"n/a"}) == "categorical");
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
  for (const std::string cell : {"NAN", "inf", "-Infinity", "1e400"}) {
    CAPTURE(cell);
    const auto error = error_of([&] { return infer({"1", cell, cell, "2"}); });
    CHECK(is(error, ErrorCode::parse));
    CHECK(says(error, "data.csv:3:3 holds '" + cell + "'"));
    CHECK(says(error, "use another unit") == (cell == "1e400"));
  }
}

TEST_CASE("nan among words is a word") {
  CHECK(family({"NAN", "mum", "dad"}) == "categorical");
  CHECK(family({"NAN", "inf"}) == "categorical");
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
  const Table table = column_of(numbered(30, "") + std::vector<std::string>{"n/a"});

  const Inference found =
      infer_schema(table, {.label = "label", .families = {{"x", "categorical"}}});

  CHECK(found.schema.find("x")->family == "categorical");
  CHECK(found.warnings.empty());
}

TEST_CASE("texts that differ in capitals or blanks alone come with a warning, in the label, too") {
  const Table table =
      read_csv_text("answer,size,class\nyes,1.5,Good\nno,2.5,bad\nYes,3.5,good\n", "data.csv");
  const Inference found = infer_schema(table, {.label = "class"});
  REQUIRE(found.warnings.size() == 2);
  CHECK(
      found.warnings[0] ==
      "column 'class' holds 'Good' and 'good', which differ in capitals or blanks alone and count "
      "as two: make them alike in the file if they are one");
  CHECK(found.warnings[1].starts_with("column 'answer' holds 'Yes' and 'yes', which differ"));
  const Table other = read_csv_text("answer,class\nyes,good\n\" yes\",bad\n", "data.csv");
  CHECK(infer_schema(other, {.label = "class"}).warnings.size() == 1);
  const Table unlike = read_csv_text("answer,class\nyes,good\nyes!,bad\n", "data.csv");
  CHECK(infer_schema(unlike, {.label = "class"}).warnings.empty());
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

  const auto none = error_of([&] { return infer_schema(table, {}); });
  const auto label = error_of([&] { return infer_schema(table, {.label = "class"}); });
  const auto drop =
      error_of([&] { return infer_schema(table, {.label = "label", .drop = {"y"}}); });
  const auto named = error_of([&] {
    return infer_schema(table, {.label = "label", .families = {{"z", "normal"}}});
  });

  CHECK(is(none, ErrorCode::schema));
  CHECK(says(none, "no label is given"));
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
