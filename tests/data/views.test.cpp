// Columns whose cells stay where the caller has them: numbers of any type, codes, documents.
#include <credence/data/convert.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

#include "support/data_error.hpp"

using namespace credence;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::says;

namespace {

using Strings = std::vector<std::string>;

const std::array<std::int64_t, 6> whole{3, 100, -2, 200, 3, 300};  // every second one is looked at

Table of_whole() {
  Table table;
  table.add("x", NumberView{Strided<std::int64_t>{.data = whole.data(), .size = 3, .stride = 2}});
  return table;
}

const std::array<Code, 6> codes{1, 0, missing_code, 1, 0, 1};

// Levels "b", "a"; the codes 1, missing, 0.
Table of_codes(Strings levels) {
  Table table;
  table.add("x", CodeView{std::move(levels), {.data = codes.data(), .size = 3, .stride = 2}});
  return table;
}

// "ham ham", "", "eggs".
struct Documents {
  std::array<std::uint64_t, 4> offsets{0, 1, 1, 2};
  std::array<std::uint32_t, 2> words{1, 0};
  std::array<double, 2> counts{2, 1};

  [[nodiscard]] DocumentView view() const {
    return {.vocabulary = {"eggs", "ham"},
            .offsets = offsets.data(),
            .words = words.data(),
            .counts = counts.data(),
            .rows = 3};
  }
};

const Column& only(const Table& table) { return table.columns().front(); }

std::vector<double> doubles(const RealColumn& column) {
  std::vector<double> all;
  for (Index row = 0; row < column.view().size; ++row) all.push_back(column.view()[row]);
  return all;
}

}  // namespace

TEST_CASE("whole numbers elsewhere are numbers and categories at their stride") {
  const Table table = of_whole();

  CHECK(doubles(numbers_of(table, only(table))) == std::vector<double>{3, -2, 3});
  CHECK(codes_of(table, only(table)) == CodeColumn{{"-2", "3"}, {1, 0, 1}});
}

TEST_CASE("spans and steps over numbers of any type are seen where they are") {
  std::array<double, 3> doubles{1, 2, 3};
  std::array<float, 3> floats{1.5F, 2.5F, 3.5F};
  const std::vector<std::uint8_t> bytes{0, 1, 1};
  Table table;
  table.add("doubles", std::span(doubles));
  table.add("floats", std::span<const float>(floats));
  table.add("bytes", std::span(bytes));
  table.add("whole", Strided<std::int64_t>{whole.data(), 3, 2});

  doubles[2] = 9;
  floats[0] = 0.5F;

  CHECK(as_written(table.column("doubles"), 2) == "9");
  CHECK(as_written(table.column("floats"), 0) == "0.5");
  CHECK(as_written(table.column("bytes"), 1) == "1");
  CHECK(as_written(table.column("whole"), 1) == "-2");
}

TEST_CASE("an infinite float elsewhere is an error of the domain with its row") {
  const std::array<float, 2> numbers{1, std::numeric_limits<float>::infinity()};
  Table table;
  table.add("x", NumberView{Strided<float>{.data = numbers.data(), .size = 2, .stride = 1}});

  for (const auto& error : {error_of([&] { return numbers_of(table, only(table)); }),
                            error_of([&] { return codes_of(table, only(table)); })}) {
    CHECK(is(error, ErrorCode::domain));
    CHECK(says(error, "'x'", "row 2", "inf", "use a finite number"));
  }
}

TEST_CASE("codes elsewhere become categories of sorted levels at their stride") {
  const Table table = of_codes({"b", "a"});

  CHECK(codes_of(table, only(table)) == CodeColumn{{"a", "b"}, {0, missing_code, 1}});
}

TEST_CASE("codes elsewhere whose levels are numbers become those numbers") {
  const Table table = of_codes({"0.5", "-7"});

  const auto numbers = doubles(numbers_of(table, only(table)));

  REQUIRE(numbers.size() == 3);
  CHECK(numbers[0] == -7);
  CHECK(std::isnan(numbers[1]));
  CHECK(numbers[2] == 0.5);
}

TEST_CASE("codes elsewhere whose level is no number are told with the row") {
  const Table table = of_codes({"0.5", "seven"});

  const auto error = error_of([&] { return numbers_of(table, only(table)); });

  CHECK(is(error, ErrorCode::parse));
  CHECK(says(error, "'x'", "row 1", "'seven'"));
}

TEST_CASE("a code elsewhere without a level is refused") {
  const auto error = error_of([&] { return of_codes({"only"}); });

  CHECK(is(error, ErrorCode::domain));
  CHECK(says(error, "'x'", "row 1"));
}

TEST_CASE(
    "documents elsewhere are neither numbers nor categories, and the error names their family") {
  const Documents documents;
  Table table;
  table.add("x", documents.view());

  for (const auto& error : {error_of([&] { return numbers_of(table, only(table)); }),
                            error_of([&] { return codes_of(table, only(table)); })}) {
    CHECK(is(error, ErrorCode::schema));
    CHECK(says(error, "'x'", "multinomial"));
  }
}

TEST_CASE("documents elsewhere are words with their counts") {
  const Documents documents;
  Table table;
  table.add("x", documents.view());

  const Words words = words_of(table, only(table));

  CHECK(words.vocabulary == Strings{"eggs", "ham"});
  CHECK(words.offsets == std::vector<std::uint64_t>{0, 1, 1, 2});
  CHECK(words.words == std::vector<std::uint32_t>{1, 0});
  CHECK(words.counts == std::vector<double>{2, 1});
}

TEST_CASE("documents elsewhere that hold a NaN are missing") {
  Documents documents;
  documents.counts[1] = std::numeric_limits<double>::quiet_NaN();
  Table table;
  table.add("x", documents.view());

  CHECK(words_of(table, only(table)).missing == std::vector<bool>{false, false, true});
}

TEST_CASE("codes elsewhere are documents of their levels, numbers elsewhere are none") {
  const Table table = of_codes({"ham eggs", "ham"});

  const Words words = words_of(table, only(table));
  const Table numbers = of_whole();
  const auto error = error_of([&] { return words_of(numbers, only(numbers)); });

  CHECK(words.vocabulary == Strings{"eggs", "ham"});
  CHECK(words.offsets == std::vector<std::uint64_t>{0, 1, 1, 3});
  CHECK(words.words == std::vector<std::uint32_t>{1, 0, 1});
  CHECK(words.missing == std::vector<bool>{false, true, false});
  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'x'", "multinomial"));
}

TEST_CASE("cells of views are written as those of columns that own them") {
  const Documents documents;
  Table table = of_whole();
  table.add("code", CodeView{{"b", "a"}, {.data = codes.data(), .size = 3, .stride = 2}});
  table.add("text", documents.view());

  CHECK(as_written(table.column("x"), 1) == "-2");
  CHECK(as_written(table.column("code"), 0) == "a");
  CHECK(as_written(table.column("code"), 2) == "b");
  CHECK(as_written(table.column("text"), 0) == "ham:2");
  CHECK(as_written(table.column("text"), 1) == "");
}

TEST_CASE("a word beyond the vocabulary and offsets that descend are refused with the row") {
  Documents beyond;
  beyond.words[1] = 2;
  Documents descending;
  descending.offsets[2] = 0;

  Table table;
  const auto word = error_of([&] { table.add("x", beyond.view()); });
  const auto offsets = error_of([&] { table.add("x", descending.view()); });

  CHECK(is(word, ErrorCode::domain));
  CHECK(says(word, "'x'", "row 3", "2 words"));
  CHECK(is(offsets, ErrorCode::domain));
  CHECK(says(offsets, "'x'", "row 2"));
  CHECK(table.columns().empty());
}

TEST_CASE("selected rows of views are copies, in the order asked") {
  const std::array<Index, 3> rows{2, 0, 2};

  const Table numbers = of_whole().select(rows);
  const Table categories = of_codes({"b", "a"}).select(rows);

  CHECK(doubles(numbers_of(numbers, only(numbers))) == std::vector<double>{3, 3, 3});
  CHECK(codes_of(categories, only(categories)) == CodeColumn{{"a", "b"}, {1, 0, 1}});
}

TEST_CASE("no row of documents elsewhere is a table without rows that knows their words") {
  const Documents documents;
  Table table;
  table.add("x", documents.view());

  const Table none = table.select({});

  CHECK(none.rows() == 0);
  CHECK(words_of(none, only(none)).vocabulary == Strings{"eggs", "ham"});
}

TEST_CASE("selected documents elsewhere are copies that live as long as their table") {
  Table some;
  {
    const Documents documents;
    Table table;
    table.add("x", documents.view());
    const std::array<Index, 3> rows{2, 1, 0};
    some = table.select(rows);
  }

  const Words words = words_of(some, only(some));

  CHECK(words.vocabulary == Strings{"eggs", "ham"});
  CHECK(words.offsets == std::vector<std::uint64_t>{0, 1, 1, 2});
  CHECK(words.words == std::vector<std::uint32_t>{0, 1});
  CHECK(words.counts == std::vector<double>{1, 2});
}
