// Structures described: arcs, models of averages, cells given levels of parents.
#include <credence/study/describe.hpp>

#include <credence/learn/evidence.hpp>
#include <credence/study/feature_pictures.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/nine_rows.hpp"

using namespace credence;
using testing::learned_from_nine;
using testing::schema_of;
using testing::table_of;

namespace {

const std::vector<double>& list_in(const Fields& fields) {
  for (const auto& field : fields)
    if (const auto* list = std::get_if<std::vector<double>>(&field.second)) return *list;
  throw Error(ErrorCode::domain, "no list");
}

}  // namespace

TEST_CASE("naive Bayes has no structure to describe") {
  CHECK_FALSE(describe(learned_from_nine({})).structure);
}

TEST_CASE("a tree is described by its arcs and the cells of each level of the parents") {
  const Description description = describe(learned_from_nine({.kind = StructureKind::tan}));

  REQUIRE(description.structure);
  const StructureDescription& structure = *description.structure;
  CHECK(structure.found.features[1].parents == std::vector<std::string>{"x0"});
  CHECK(structure.found.features[1].gain == doctest::Approx(-.251314428280906));
  // x1 given two levels of x0, x2 given three levels of x1.
  CHECK(structure.context_cells == 5);
  REQUIRE(structure.contexts.size() == 5);
  const ContextDescription& context = structure.contexts[0];
  CHECK(context.parents == std::vector<std::string>{"x0"});
  CHECK(context.level.levels == std::vector<std::string>{"0"});
  CHECK(context.level.rows == 4);
  REQUIRE(context.features.size() == 1);
  CHECK(context.features[0].name == "x1");
  REQUIRE(context.features[0].cells.size() == 2);
  const CellDescription& cell = context.features[0].cells[0];
  CHECK(cell.klass == "0");
  CHECK(list_in(cell.statistics) == std::vector<double>{1, 2, 0});
  CHECK(list_in(cell.posterior.fields) == std::vector<double>{2, 3, 1});
  CHECK(list_in(cell.estimates[3].fields) == std::vector<double>{2. / 6, 3. / 6, 1. / 6});
}

TEST_CASE("cells of many levels of parents are counted, and described when they are asked for") {
  const Posterior<Model> average = learned_from_nine({.kind = StructureKind::aode});
  const StructureDescription few = *describe(average, {.most_contexts = 13}).structure;
  const StructureDescription all = *describe(average, {.most_contexts = 14}).structure;

  // Two features in two, three and two levels of the third.
  CHECK(few.context_cells == 14);
  CHECK(few.contexts.empty());
  CHECK(all.contexts.size() == 7);
  CHECK(all.found == few.found);
}

TEST_CASE("an average is described by its models and the rows of their parents' levels") {
  const StructureDescription structure =
      *describe(learned_from_nine({.kind = StructureKind::aode, .average = ModelWeights::evidence}))
           .structure;

  REQUIRE(structure.found.models.size() == 3);
  REQUIRE(structure.levels.size() == 3);
  double rows = 0;
  for (const LevelRows& level : structure.levels[1]) rows += level.rows;
  CHECK(structure.levels[1].size() == 3);
  CHECK(rows == 9);
}

TEST_CASE("only cells of the features asked for are described, and look-up by its distinct rows") {
  const StructureDescription tree =
      *describe(learned_from_nine({.kind = StructureKind::tan}), {.features = {"x1"}}).structure;
  CHECK(tree.context_cells == 2);
  CHECK(tree.contexts.size() == 2);
  const StructureDescription rows =
      *describe(learned_from_nine({.kind = StructureKind::lookup})).structure;
  CHECK(rows.distinct_rows == 8);
  CHECK(rows.contexts.empty());
}

TEST_CASE(
    "imagined rows are in the priors that are shown of classes and of features without parents") {
  const ContextPrior twelve{.kind = ContextPrior::Kind::rows, .strength = 12};
  const Description description =
      describe(learned_from_nine({.kind = StructureKind::tan, .prior = twelve}));

  CHECK(description.label.prior == ClassPrior{.each = 12});
  REQUIRE(description.features.size() == 3);
  CHECK(list_in(description.features[0].cells[0].posterior.fields) == std::vector<double>{9, 8});
  CHECK(list_in(description.features[1].cells[0].posterior.fields) == std::vector<double>{5, 7, 5});
  // Two levels of x0 share the rows that three levels of x1 share.
  CHECK(list_in(description.structure->contexts[0].features[0].cells[0].posterior.fields) ==
        std::vector<double>{3, 4, 2});
}

TEST_CASE("a picture of a feature without parents has the prior of imagined rows") {
  const ContextPrior four{.kind = ContextPrior::Kind::rows, .strength = 4};
  const auto tree = learned_from_nine({.kind = StructureKind::tan, .prior = four});
  const CellPicture picture = cell_picture(tree, "x0", "0");

  // Beta(2, 2) has the density 6 x (1 - x).
  const auto half = std::lower_bound(picture.values.begin(), picture.values.end(), 0.5);
  const double x = *half;
  CHECK(picture.prior[static_cast<std::size_t>(half - picture.values.begin())] ==
        doctest::Approx(6 * x * (1 - x)).epsilon(1e-12));
}

TEST_CASE("where no column may be a parent, a structure has the priors of naive Bayes") {
  const Model alone{schema_of({{.name = "x0", .family = "categorical"}})};
  const ContextPrior six{.kind = ContextPrior::Kind::rows, .strength = 6};
  const auto rows = table_of(testing::nine_rows);
  const Posterior<Model> naive = observe(alone, rows);
  const Posterior<Model> tree = observe(
      with_structure(alone, {.kind = StructureKind::kdb, .most_parents = 0, .prior = six}), rows);

  CHECK(tree.label.prior == naive.label.prior);
  CHECK(log_evidence(tree) == log_evidence(naive));
}
