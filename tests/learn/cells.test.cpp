// Cells of a table as the values that families observe.
#include <credence/detail/learn/cells.hpp>

#include <doctest/doctest.h>
#include <credence/detail/learn/block_cells.hpp>

#include <limits>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const Slots no_slots{};

Slots same_slots(std::size_t count) {
  Slots slots;
  for (std::size_t i = 0; i < count; ++i) slots.of.push_back(static_cast<Index>(i));
  return slots;
}

ColumnSchema named(std::string name) { return {.name = std::move(name)}; }

}  // namespace

TEST_CASE("a number is read as it is written and an empty field is no number") {
  const Table table = table_of("x,y\n1.5,a\n,b\n-2,c\n");
  const Cells<double> cells(table, named("x"));

  double datum = 0;
  CHECK(cells.rows() == 3);
  CHECK(cells.read(0, no_slots, datum));
  CHECK(datum == 1.5);
  CHECK_FALSE(cells.read(1, no_slots, datum));
  CHECK(cells.read(2, no_slots, datum));
  CHECK(datum == -2);
  CHECK(cells.levels().empty());
}

TEST_CASE("zeros and ones are read as no and yes") {
  const Table table = table_of("x,y\n1,a\n0,b\n?,c\n");
  const Cells<bool> cells(table, named("x"));

  bool datum = false;
  CHECK(cells.read(0, no_slots, datum));
  CHECK(datum);
  CHECK(cells.read(1, no_slots, datum));
  CHECK_FALSE(datum);
  CHECK_FALSE(cells.read(2, no_slots, datum));
}

TEST_CASE("the second of two listed levels is read as yes") {
  const Table table = table_of("x,y\nyes,a\nno,b\n,c\n");
  const Cells<bool> cells(table, {.name = "x", .levels = {"yes", "no"}});

  bool datum = true;
  CHECK(cells.read(0, no_slots, datum));
  CHECK_FALSE(datum);
  CHECK(cells.read(1, no_slots, datum));
  CHECK(datum);
  CHECK_FALSE(cells.read(2, no_slots, datum));
}

TEST_CASE("a yes or no cell that is neither is refused with its place") {
  const Table table = table_of("x,y\n1,a\n2,b\n");
  const auto number = error_of([&] { return Cells<bool>(table, named("x")).rows(); });
  const auto level = error_of([&] {
    return Cells<bool>(table, {.name = "y", .levels = {"a", "c"}}).rows();
  });

  CHECK(is(number, ErrorCode::domain));
  CHECK(says(number, "'bernoulli'", "'x'", "data.csv:3:1", "holds 2"));
  CHECK(is(level, ErrorCode::domain));
  CHECK(says(level, "'y'", "data.csv:3:3", "'b'", "'a' and 'c'"));
}

TEST_CASE("a count has exposure 1 unless a column holds its exposure") {
  const Table table = table_of("x,years,y\n3,2,a\n4,,b\n,1,c\n");
  const Cells<Count> plain(table, named("x"));
  const Cells<Count> exposed(table, {.name = "x", .exposure = "years"});

  Count datum;
  CHECK(plain.read(1, no_slots, datum));
  CHECK(datum == Count{4, 1});
  CHECK(exposed.read(0, no_slots, datum));
  CHECK(datum == Count{3, 2});
  CHECK_FALSE(exposed.read(1, no_slots, datum));
  CHECK_FALSE(exposed.read(2, no_slots, datum));
}

TEST_CASE("an exposure that is not positive is refused with its place") {
  const Table table = table_of("x,years\n3,2\n4,0\n");
  const auto error =
      error_of([&] { return Cells<Count>(table, {.name = "x", .exposure = "years"}).rows(); });

  CHECK(is(error, ErrorCode::domain));
  CHECK(says(error, "'years'", "data.csv:3:3", "holds 0"));
}

TEST_CASE("categories are read through slots and a category without a slot is missing") {
  const Table table = table_of("x,y\nred,1\nblue,2\n,3\n");
  const Cells<Code> cells(table, named("x"));
  REQUIRE(Strings(cells.levels().begin(), cells.levels().end()) == Strings{"blue", "red"});
  const Slots known{.of = {-1, 5}};

  Code datum = 0;
  CHECK(cells.read(0, known, datum));
  CHECK(datum == 5);
  CHECK_FALSE(cells.read(1, known, datum));
  CHECK_FALSE(cells.read(2, known, datum));
  CHECK(cells.unknown(1, known) == std::vector<std::string_view>{"blue"});
  CHECK(cells.unknown(0, known).empty());
  CHECK(cells.unknown(2, known).empty());
}

TEST_CASE("a category without a slot takes the reserved one where there is one") {
  const Table table = table_of("x,y\nred,1\nblue,2\n,3\n");
  const Cells<Code> cells(table, named("x"));
  const Slots slots{.of = {-1, 0}, .reserved = 1};

  Code datum = 0;
  CHECK(cells.read(1, slots, datum));
  CHECK(datum == 1);
  CHECK_FALSE(cells.read(2, slots, datum));
}

TEST_CASE("a missing category is a level of its own where the schema says so") {
  const Table table = table_of("x,y\nred,1\n,2\nblue,3\n");
  const Cells<Code> cells(table, {.name = "x", .missing_is_level = true});
  const Strings levels(cells.levels().begin(), cells.levels().end());

  Code datum = 0;
  REQUIRE(levels.size() == 3);
  CHECK(cells.read(1, same_slots(3), datum));
  CHECK(levels[static_cast<std::size_t>(datum)] == "missing");
}

TEST_CASE("a real level called missing cannot stand beside the level of missing cells") {
  const Table table = table_of("x,y\nmissing,1\n,2\nblue,3\n");

  const auto error =
      error_of([&] { return Cells<Code>(table, {.name = "x", .missing_is_level = true}); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "column 'x'", "rename it"));
}

TEST_CASE("only the levels of the rows asked for are marked") {
  const Table table = table_of("x,y\nred,1\nblue,2\ngreen,3\n");
  const Cells<Code> cells(table, named("x"));
  std::vector<bool> seen(3, false);

  cells.mark_levels(0, seen);
  cells.mark_levels(2, seen);

  CHECK(seen == std::vector<bool>{false, true, true});  // blue, green, red
}

TEST_CASE("a text is read as counts of its words in lower case") {
  const Table table = table_of("x,y\n\"Ham and ham, AND eggs\",1\n,2\n?,3\n");
  const Cells<WordCounts> cells(table, named("x"));
  REQUIRE(Strings(cells.levels().begin(), cells.levels().end()) == Strings{"and", "eggs", "ham"});

  WordCounts datum;
  CHECK(cells.read(0, same_slots(3), datum));
  CHECK(datum == WordCounts{{0, 2}, {1, 1}, {2, 2}});
}

TEST_CASE("an empty text is a document of no words and a question mark is a missing one") {
  const Table table = table_of("x,y\nham,1\n,2\n?,3\n");
  const Cells<WordCounts> cells(table, named("x"));

  WordCounts datum{{7, 7}};
  CHECK(cells.read(1, same_slots(1), datum));
  CHECK(datum.empty());
  CHECK_FALSE(cells.read(2, same_slots(1), datum));
}

TEST_CASE("words without a slot are left out or counted together in the reserved one") {
  const Table table = table_of("x,y\nb a c a,1\n");
  const Cells<WordCounts> cells(table, named("x"));
  const Slots dropped{.of = {-1, 0, -1}};
  const Slots reserved{.of = {-1, 0, -1}, .reserved = 1};

  WordCounts datum;
  CHECK(cells.read(0, dropped, datum));
  CHECK(datum == WordCounts{{0, 1}});
  CHECK(cells.read(0, reserved, datum));
  CHECK(datum == WordCounts{{0, 1}, {1, 3}});
  CHECK(cells.unknown(0, dropped) == std::vector<std::string_view>{"a", "c"});
}

TEST_CASE("words come in ascending order of their slots") {
  const Table table = table_of("x,y\na b c,1\n");
  const Cells<WordCounts> cells(table, named("x"));
  const Slots turned{.of = {2, 1, 0}};

  WordCounts datum;
  CHECK(cells.read(0, turned, datum));
  CHECK(datum == WordCounts{{0, 1}, {1, 1}, {2, 1}});
  CHECK(is_document(datum));
}

TEST_CASE("a block of count columns is a document unless one of its cells is missing") {
  const Table table = table_of("u,v,w\n1,0,2.5\n3,,1\n0,0,0\n");
  const Cells<WordCounts> cells(table, {.name = "words", .columns = {"w", "u", "v"}});
  REQUIRE(Strings(cells.levels().begin(), cells.levels().end()) == Strings{"w", "u", "v"});

  WordCounts datum;
  CHECK(cells.read(0, same_slots(3), datum));
  CHECK(datum == WordCounts{{0, 2.5}, {1, 1}});
  CHECK_FALSE(cells.read(1, same_slots(3), datum));
  CHECK(cells.read(2, same_slots(3), datum));
  CHECK(datum.empty());
}

TEST_CASE("a negative count of a block is refused with its place") {
  const Table table = table_of("u,v\n1,0\n3,-1\n");
  const auto error = error_of([&] {
    return Cells<WordCounts>(table, {.name = "words", .columns = {"u", "v"}}).rows();
  });

  CHECK(is(error, ErrorCode::domain));
  CHECK(says(error, "'multinomial'", "'v'", "data.csv:3:3", "-1"));
}

TEST_CASE("a feature reads its own column or those of its block and its exposure") {
  CHECK(columns_read({.name = "x"}) == Strings{"x"});
  CHECK(columns_read({.name = "x", .exposure = "e"}) == Strings{"x", "e"});
  CHECK(columns_read({.name = "x", .columns = {"u", "v"}}) == Strings{"u", "v"});
}

TEST_CASE("numbers of a table in memory are seen where they are") {
  std::vector<double> memory{1, std::numeric_limits<double>::quiet_NaN(), 3};
  Table table;
  table.add("x", Strided<double>{.data = memory.data(), .size = 3});
  const Cells<double> cells(table, named("x"));

  memory[2] = 30;

  double datum = 0;
  CHECK_FALSE(cells.read(1, no_slots, datum));
  CHECK(cells.read(2, no_slots, datum));
  CHECK(datum == 30);
}

TEST_CASE("documents in memory that hold a NaN are missing, and exact sums leave them out") {
  const std::vector<std::uint64_t> offsets{0, 1, 3, 4};
  const std::vector<std::uint32_t> words{0, 1, 2, 0};
  const std::vector<double> counts{2, 1, std::numeric_limits<double>::quiet_NaN(), 3};
  Table table;
  table.add("text", DocumentView{.vocabulary = {"eggs", "ham", "spam"},
                                 .offsets = offsets.data(),
                                 .words = words.data(),
                                 .counts = counts.data(),
                                 .rows = 3});
  table.add("class", {"p", "q", "q"});
  const Cells<WordCounts> cells(table, named("text"));
  WordCounts datum;
  std::vector<bool> seen(3, false);
  cells.mark_levels(1, seen);

  CHECK(cells.read(0, same_slots(3), datum));
  CHECK_FALSE(cells.read(1, same_slots(3), datum));
  CHECK(cells.unknown(1, Slots{.of = {-1, -1, -1}}).empty());
  CHECK(seen == std::vector<bool>(3, false));

  const Model model(schema_of({{.name = "text", .family = "multinomial"}}));
  ModelPosterior exact = empty_posterior(model, Summation::exact);
  observe(exact, table);
  const ModelPosterior rounded = observe(model, table);
  for (Index klass = 0; klass < 2; ++klass)
    CHECK(exact.blocks[0]->record(0).statistics[static_cast<std::size_t>(klass)] ==
          rounded.blocks[0]->record(0).statistics[static_cast<std::size_t>(klass)]);
}
