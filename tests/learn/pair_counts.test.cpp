// Pairs of levels counted in one pass, against contexts that are observed one after the other.
#include "learn/structure/pair_counts.hpp"

#include <credence/base/instructions.hpp>
#include <credence/base/parallel.hpp>
#include <credence/base/random.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/learn/found_structure.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "learn/levels/level_codes.hpp"
#include "learn/levels/pair_bits.hpp"
#include "support/models.hpp"

using namespace credence;
using detail::PairColumn;
using detail::PairCounts;
using detail::PairTiles;
using testing::table_of;

namespace {

const std::vector<Structure> of_single_parents{
    {.kind = StructureKind::aode},
    {.kind = StructureKind::aode, .may_be_parents = {"a", "c"}},
    {.kind = StructureKind::tan},
    {.kind = StructureKind::kdb, .most_parents = 1}};

Model level_model(Structure structure) {
  return with_structure(
      Model(testing::schema_of({{.name = "a", .family = "categorical"},
                                {.name = "b", .family = "bernoulli", .levels = {"no", "yes"}},
                                {.name = "c", .family = "categorical", .unseen = Unseen::reserve},
                                {.name = "d", .family = "bernoulli"},
                                {.name = "e", .family = "categorical"}})),
      std::move(structure));
}

// Missing cells and rows without a class among them; the first rows lack some levels and a class.
Table random_table(Index rows) {
  Random random{7};
  std::string csv = "a,b,c,d,e,class\n";
  for (Index row = 0; row < rows; ++row) {
    const bool late = row > rows / 2;
    const auto level = [&](std::uint64_t below) {
      return random.below(9) == 0 ? std::string() : "l" + std::to_string(random.below(below));
    };
    csv += level(late ? 7 : 3) + "," + (random.below(2) == 0 ? "no" : "yes") + ",";
    csv += level(4) + "," + std::to_string(random.below(2)) + "," + level(late ? 5 : 2) + ",";
    csv += (random.below(11) == 0 ? "" : late ? level(3) : "l1") + "\n";
  }
  return table_of(csv);
}

// A posterior that has seen rows with a weight of 1 each: its contexts are observed one by one.
Posterior<Model> observed_by_context(const Model& model, BoundTable bound) {
  bound.weights.assign(static_cast<std::size_t>(bound.rows), 1.0);
  Posterior<Model> posterior = empty_posterior(model);
  REQUIRE_FALSE(PairCounts::of(posterior, bound, bound.rows));
  observe(posterior, bound);
  return posterior;
}

}  // namespace

TEST_CASE("counted pairs teach what contexts learn that are observed one by one") {
  const Table table = random_table(700);
  for (const Structure& structure : of_single_parents) {
    const Model model = level_model(structure);
    const BoundTable bound = credence::bind(model, table);
    Posterior<Model> posterior = empty_posterior(model);
    REQUIRE(PairCounts::of(posterior, bound, bound.rows));
    observe(posterior, bound);
    CHECK(posterior == observed_by_context(model, bound));
  }
}

TEST_CASE("pairs of many rows and levels are counted in several tiles as context by context") {
  Random random{5};
  std::string csv = "a,b,c,d,e,class\n";
  for (Index row = 0; row < 20'000; ++row) {
    csv += "l" + std::to_string(random.below(90)) + "," + (random.below(2) == 0 ? "no" : "yes");
    csv += ",m" + std::to_string(random.below(60)) + "," + std::to_string(random.below(2));
    csv += ",n" + std::to_string(random.below(3)) + ",k" + std::to_string(random.below(2)) + "\n";
  }
  const Table table = table_of(csv);
  const Model model = level_model({.kind = StructureKind::aode});
  const BoundTable bound = credence::bind(model, table);
  const Posterior<Model> expected = observed_by_context(model, bound);
  const ThreadLimit one(1);
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    use_instructions(instructions);
    REQUIRE(PairCounts::of(empty_posterior(model), bound, bound.rows));
    CHECK(observe(model, table) == expected);
  }
  use_instructions(available_instructions().back());
}

TEST_CASE("counted pairs join those that were learned before") {
  const Table table = random_table(700);
  const Model model = level_model({.kind = StructureKind::aode});
  const BoundTable bound = credence::bind(model, table);
  Posterior<Model> in_parts = empty_posterior(model);
  LearningWorkspace work;
  observe(in_parts, bound, {.count = 200}, work);
  observe(in_parts, bound, {.first = 200, .count = 500}, work);
  CHECK(in_parts == observe(model, table));
}

TEST_CASE("counts of pairs are the same for any number of threads") {
  const Table table = random_table(40'000);
  const Model model = level_model({.kind = StructureKind::aode});
  const Posterior<Model> alone = [&] {
    const ThreadLimit one(1);
    return observe(model, table);
  }();
  const ThreadLimit several(4);
  CHECK(observe(model, table) == alone);
}

TEST_CASE("counts of pairs are the same under each instruction set") {
  const Table table = random_table(5'000);
  const Model model = level_model({.kind = StructureKind::aode});
  const BoundTable bound = credence::bind(model, table);
  const Posterior<Model> expected = observed_by_context(model, bound);
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    use_instructions(instructions);
    Posterior<Model> posterior = empty_posterior(model);
    observe(posterior, bound);
    CHECK(posterior == expected);
  }
  use_instructions(available_instructions().back());
}

TEST_CASE("counts of some rows are taken back exactly") {
  const Table table = random_table(300);
  const Model model = level_model({.kind = StructureKind::aode});
  const BoundTable bound = credence::bind(model, table);
  const Posterior<Model> empty = empty_posterior(model);
  PairCounts kept = *PairCounts::of(empty, bound, bound.rows);
  PairCounts all = kept, gone = kept;
  kept.add(bound, {.count = 100});
  gone.add(bound, {.first = 100, .count = 200});
  all.merge(gone);
  all.merge(kept);
  all.take_back(gone);
  Posterior<Model> before = empty, after = empty;
  kept.merge_into(bound, before);
  all.merge_into(bound, after);
  CHECK(after == before);
  CHECK(after.contexts[0].children.label.size() > 0);
}

TEST_CASE("pairs are not counted where they are not whole, not levels, or not asked for") {
  const Table table = random_table(100);
  const auto counts = [&](const Model& model, Summation summation = Summation::rounded) {
    const BoundTable bound = credence::bind(model, table);
    return PairCounts::of(empty_posterior(model, summation), bound, bound.rows).has_value();
  };
  CHECK(counts(level_model({.kind = StructureKind::aode})));
  CHECK_FALSE(counts(level_model({.kind = StructureKind::aode}), Summation::exact));
  CHECK_FALSE(counts(level_model({})));
  CHECK_FALSE(counts(level_model({.kind = StructureKind::a2de})));
  CHECK_FALSE(counts(
      level_model({.kind = StructureKind::given, .given = {{.feature = "a", .parents = {"c"}}}})));
  Schema numbers = level_model({.kind = StructureKind::aode, .may_be_parents = {"a"}}).schema();
  *numbers.find("d") = {.name = "d", .family = "normal"};
  CHECK_FALSE(counts(Model(numbers)));
}

namespace {

// Columns of so many levels, with missing cells; rows of two classes and some without.
Table table_of_levels(const std::vector<std::uint64_t>& levels, Index rows) {
  Random random{23};
  std::string csv;
  for (std::size_t j = 0; j < levels.size(); ++j) csv += "x" + std::to_string(j) + ",";
  csv += "class\n";
  for (Index row = 0; row < rows; ++row) {
    for (const std::uint64_t some : levels)
      csv += (random.below(9) == 0 ? "" : "l" + std::to_string(random.below(some))) + ",";
    csv += std::array{"", "p", "q", "q"}[random.below(4)] + std::string("\n");
  }
  return testing::table_of(csv);
}

// A bound table of levels, and its columns laid out as a square of all levels.
struct SquareOfLevels {
  Table table;
  Model model;
  BoundTable bound;
  std::vector<PairColumn> columns = {};
  Index all = 0;  // levels, those of missing cells among them

  explicit SquareOfLevels(Table rows) : table(std::move(rows)), model(model_of(table)) {
    bound = credence::bind(model, table);
    const auto count = std::ssize(model.schema().columns);
    for (Index j = 0; j < count; ++j) {
      columns.push_back({.place = j,
                         .levels = detail::levels_in_data(bound.blocks[0], j),
                         .first = static_cast<std::uint32_t>(all)});
      all += columns.back().levels + 1;
    }
    for (PairColumn& column : columns) column.width = all;
  }

  [[nodiscard]] Index classes() const { return std::ssize(bound.label.levels); }
  [[nodiscard]] Index size() const { return all * all; }
  [[nodiscard]] std::vector<std::uint32_t> no_counts() const {
    return std::vector<std::uint32_t>(static_cast<std::size_t>(classes() * size()));
  }
  [[nodiscard]] std::vector<std::uint32_t> counted_one_by_one() const;
  [[nodiscard]] std::vector<std::uint32_t> counted_by_tiles(Index tile_rows) const;

 private:
  static Model model_of(const Table& table) {
    std::vector<ColumnSchema> schemas;
    for (const Column& column : table.columns())
      if (column.name != "class") schemas.push_back({.name = column.name, .family = "categorical"});
    return Model(testing::schema_of(std::move(schemas)));
  }
};

std::vector<std::uint32_t> SquareOfLevels::counted_one_by_one() const {
  std::vector<std::uint32_t> counts = no_counts();
  std::vector<std::vector<Code>> codes;
  for (const PairColumn& column : columns) {
    codes.emplace_back(static_cast<std::size_t>(bound.rows));
    detail::read_codes(bound.blocks[0], column.place, {.count = bound.rows}, codes.back());
  }
  for (std::size_t row = 0; row < codes.front().size(); ++row) {
    const Code klass = bound.label.codes[row];
    if (klass < 0) continue;
    for (std::size_t a = 0; a < columns.size(); ++a)
      for (std::size_t b = a; b < columns.size(); ++b)
        ++counts[static_cast<std::size_t>(
            klass * size() + columns[a].counter(codes[a][row], columns[b], codes[b][row]))];
  }
  return counts;
}

std::vector<std::uint32_t> SquareOfLevels::counted_by_tiles(Index tile_rows) const {
  std::vector<std::uint32_t> counts = no_counts();
  PairTiles tiles(columns, classes());
  for (Index first = 0; first < bound.rows; first += tile_rows)
    tiles.add(bound, {.first = first, .count = std::min(tile_rows, bound.rows - first)}, size(),
              counts.data());
  return counts;
}

}  // namespace

TEST_CASE("pairs are the same counted by bits, by bytes and one by one, in any number of tiles") {
  // Two columns of few levels are counted by bits, two of 100 by bytes: 10,000 planes of a class
  // would be compared for 2,000 rows or fewer.
  const SquareOfLevels levels(table_of_levels({2, 3, 100, 100, 254}, 9'000));
  const auto expected = levels.counted_one_by_one();
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    use_instructions(instructions);
    if (!detail::counts_bits()) continue;
    for (const Index rows : {Index{9'000}, PairTiles::most_rows, Index{4'096}, Index{1'001}}) {
      CAPTURE(rows);
      CHECK(levels.counted_by_tiles(rows) == expected);
    }
  }
  use_instructions(available_instructions().back());
}

TEST_CASE("tiles pay for bytes of levels and classes of many rows") {
  const SquareOfLevels few(table_of_levels({2, 254}, 600));
  CHECK(PairTiles::pay(few.columns, 2, 1'024) == detail::counts_bits());
  CHECK_FALSE(PairTiles::pay(few.columns, 2, 1'023));
  CHECK_FALSE(PairTiles::pay(few.columns, 17, 100'000));
  SquareOfLevels many = few;
  many.columns.back().levels = 255;
  CHECK_FALSE(PairTiles::pay(many.columns, 2, 1'024));
}
