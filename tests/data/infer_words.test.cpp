// What the first guess at a schema says where nothing is left, and how it writes options for a shell.
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>

#include <doctest/doctest.h>

#include "support/has.hpp"
#include "support/throws.hpp"

using namespace credence;

namespace {

// Columns c0, c1, ... that are constant.
std::string constant_columns(int count) {
  std::string head = "label";
  std::string row;
  for (int j = 0; j < count; ++j) {
    head += ",c" + std::to_string(j);
    row += ",1";
  }
  return head + "\na" + row + "\nb" + row + "\n";
}

std::string nothing_left(int columns) {
  const Table table = read_csv_text(constant_columns(columns), "data.csv");
  const auto error = testing::error_of(
      [&] { check_features_left(table, infer_schema(table, {.label = "label"})); });
  REQUIRE(error.has_value());
  CHECK(error->code() == ErrorCode::schema);
  return error->what();
}

}  // namespace

TEST_CASE("of many columns that are no features twenty are told, and how many more") {
  CHECK(testing::has(nothing_left(20), "column 'c19' is constant"));
  CHECK_FALSE(testing::has(nothing_left(20), "more columns"));

  const std::string many = nothing_left(25);

  CHECK(testing::has(many, "; and 5 more columns;"));
  CHECK(testing::has(many, "column 'c19' is constant"));
  CHECK_FALSE(testing::has(many, "'c20'"));
}

TEST_CASE("an option for a column with an apostrophe in its name can be pasted into a shell") {
  std::string csv = "label,age,it's 'so'\n";
  for (int row = 0; row < 120; ++row)
    csv += "a," + std::to_string(row % 7) + ",call me at " + std::to_string(row) + "\n";
  const Inference guess = infer_schema(read_csv_text(csv, "data.csv"), {.label = "label"});

  REQUIRE(guess.warnings.size() == 1);
  CHECK(guess.warnings[0].ends_with(
      "use InferOptions::families = 'it'\\''s '\\''so'\\''=multinomial' to read its words"));
}

TEST_CASE("numbers that were said to be words come with a warning of the block that counts need") {
  const auto warnings_of = [](const std::string& cells) {
    return infer_schema(read_csv_text(cells, "data.csv"),
                        {.label = "label", .families = {{"free", "multinomial"}}})
        .warnings;
  };

  const std::vector<std::string> counts = warnings_of("free,label\n0,a\n2,b\n?,b\n1,a\n");

  REQUIRE(counts.size() == 1);
  CHECK(
      counts[0] ==
      "column 'free' holds numbers, each of which family 'multinomial' reads as a word: where they "
      "count a word, put the columns of all words into one block of a schema, {\"name\": "
      "\"words\", \"family\": \"multinomial\", \"columns\": [...]}");
  CHECK(warnings_of("free,label\n0 2,a\n2 2,b\n").empty());
  CHECK(warnings_of("free,label\n0,a\ntwo,b\n").empty());
}
