// Pairs of levels counted in one pass, against contexts that are observed one after the other.
#include "learn/pair_counts.hpp"

#include <credence/base/instructions.hpp>
#include <credence/base/parallel.hpp>
#include <credence/base/random.hpp>
#include <credence/learn/found_structure.hpp>

#include <doctest/doctest.h>

#include "support/models.hpp"

using namespace credence;
using detail::PairCounts;
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
  kept.pour(bound, before);
  all.pour(bound, after);
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
