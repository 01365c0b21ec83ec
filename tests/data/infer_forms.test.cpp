// Columns that people read as numbers or dates, and that a first guess takes for categories: a warning
// says so.
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>

#include <doctest/doctest.h>

#include "data/table/written_forms.hpp"

using namespace credence;

namespace {

// The warnings of a column 'x' with these cells, each in a row of its own.
std::vector<std::string> warnings_of(const std::vector<std::string>& cells,
                                     const CsvOptions& options = {}) {
  std::string text = "x;class\n";
  for (std::size_t row = 0; row < cells.size(); ++row)
    text += cells[row] + (row % 2 == 0 ? ";a\n" : ";b\n");
  CsvOptions asked = options;
  asked.separator = ';';
  return infer_schema(read_csv_text(text, "x.csv", asked), {.label = "class"}).warnings;
}

std::vector<std::string> numbers_to(int last) {
  std::vector<std::string> cells;
  for (int i = 1; i <= last; ++i) cells.push_back(std::to_string(i) + ".5");
  return cells;
}

}  // namespace

TEST_CASE("numbers with marks of money, percent and thousands are told from other texts") {
  for (const char* text : {"$5", "$ 1,200.50", "12 %", "-3%", "-$4", "$-4", "1 200", "1.200,50",
                           "1'000'000", "5\xE2\x82\xAC",
                           "\xC2\xA3"
                           "5",
                           "1\xC2\xA0"
                           "200",
                           " 7", "1,5"}) {
    CAPTURE(text);
    CHECK(is_marked_number(text));
  }
  for (const char* text : {"", "-", "$", "C85", "5a", "1.2.3", "12 34", "2024-03-31", "12:30",
                           "--5", "1,2,3", "1 200 x"}) {
    CAPTURE(text);
    CHECK_FALSE(is_marked_number(text));
  }
}

TEST_CASE("dates in digits are told from other texts") {
  for (const char* text :
       {"2024-03-31", "31.3.2024", "3/31/24", "2024-03-31 12:30:00", "2024-03-31T12:30:00Z"}) {
    CAPTURE(text);
    CHECK(is_date(text));
  }
  for (const char* text : {"", "2024", "1.2.3", "1.200,50", "2024-03", "12-345-67", "2024-03-31x",
                           "2024-03-31 x", "1-2-3-4"}) {
    CAPTURE(text);
    CHECK_FALSE(is_date(text));
  }
}

TEST_CASE("a column of numbers with other marks is categories with a warning") {
  CHECK(warnings_of({"$5", "$10.5", "$1,200", "$5"}) ==
        std::vector<std::string>{
            "column 'x' holds numbers with marks of money, percent or thousands, first '$5' at "
            "x.csv:2:1, which are no numbers: take the marks out of the file if they should be"});
  CHECK(warnings_of({"1.200,5", "2,5", "3"}, {.decimal = ','}).at(0).find("first '1.200,5'") !=
        std::string::npos);
  CHECK(warnings_of({"rome", "$5", "oslo"}).empty());
}

TEST_CASE("a column of numbers with a few other texts is categories with a warning") {
  std::vector<std::string> cells = numbers_to(12);
  cells.insert(cells.begin() + 3, {"unknown", "unknown"});
  CHECK(warnings_of(cells) ==
        std::vector<std::string>{
            "column 'x' holds numbers in 12 of its 14 cells, but x.csv:5:1 holds 'unknown', so "
            "that each counts as a category; name it with CsvOptions::missing = 'unknown' if it "
            "marks a missing cell"});
  for (int i = 0; i < 4; ++i) cells.push_back("code" + std::to_string(i));
  CHECK(warnings_of(cells).empty());  // many texts: codes rather than numbers
  CHECK(warnings_of({"0", "1", "2", "3+", "0", "1", "2"}).empty());
}

TEST_CASE("a long column of numbers with a mark of missing cells is no identifier") {
  std::vector<std::string> cells = numbers_to(300);
  for (int i = 0; i < 50; ++i) cells.emplace_back("unknown");
  const std::vector<std::string> warnings = warnings_of(cells);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].find("holds 'unknown', so that it is not used; name it with") !=
        std::string::npos);
}

TEST_CASE("a column of dates is categories with a warning") {
  std::vector<std::string> cells;
  for (int day = 10; day < 25; ++day)
    cells.insert(cells.end(), 2, "2024-03-" + std::to_string(day));
  CHECK(
      warnings_of(cells) ==
      std::vector<std::string>{
          "column 'x' holds dates, so that each counts as a category: use InferOptions::drop = x, "
          "or write numbers in their place, such as days or months"});
  CHECK(warnings_of({"2024-03-10", "2024-03-11", "2024-03-10"}).empty());
}
