// Blocks: statistics of the features of one family for every class.
#include <credence/detail/learn/block.hpp>

#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/learn/block_priors.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

template <ConjugateFamily F>
Feature<F> feature_named(std::string name) {
  Feature<F> feature;
  feature.name = std::move(name);
  return feature;
}

template <ConjugateFamily F>
Block<F> block_with(std::vector<Feature<F>> features, Index classes) {
  Block<F> block;
  block.features = std::move(features);
  rearrange_classes(block, {}, classes);
  return block;
}

Feature<DirichletCategorical> colours(Strings levels, bool listed = false) {
  Feature<DirichletCategorical> feature;
  feature.name = "colour";
  feature.levels = std::move(levels);
  feature.listed = listed;
  return feature;
}

}  // namespace

TEST_CASE("rows go to the cells of their class and rows without class or weight to none") {
  const Table table = table_of("x,y\n1,a\n2,a\n10,b\n99,c\n98,d\n");
  auto block =
      block_with<NormalInverseGammaNormal>({feature_named<NormalInverseGammaNormal>("x")}, 2);
  std::vector<Cells<double>> data;
  data.emplace_back(table, ColumnSchema{.name = "x"});
  const std::vector<Index> rows{0, 1, 2, 3, 4};
  const std::vector<Index> labels{0, 0, 1, -1, 1};
  const Doubles weights{1, 2, 1, 1, 0};

  observe(block, std::span<const Cells<double>>(data),
          detail::TrainingRows{.rows = rows, .labels = labels, .weights = weights});

  CHECK(block.cell(0, 0).n == 3);
  CHECK(block.cell(0, 0).mean == doctest::Approx(5.0 / 3).epsilon(1e-15));
  CHECK(block.cell(0, 1).n == 1);
  CHECK(block.cell(0, 1).mean == 10);
}

TEST_CASE("the statistics over all classes are those of all rows") {
  auto block = block_with<BetaBernoulli>(
      {feature_named<BetaBernoulli>("x"), feature_named<BetaBernoulli>("y")}, 3);
  block.cell(1, 0) = {.ones = 1, .zeros = 2};
  block.cell(1, 2) = {.ones = 4, .zeros = 8};

  CHECK(block.pooled(1) == BernoulliCounts{.ones = 5, .zeros = 10});
  CHECK(block.pooled(0) == BernoulliCounts{});
}

TEST_CASE("classes that join leave the cells of the others with their class") {
  auto block = block_with<BetaBernoulli>(
      {feature_named<BetaBernoulli>("x"), feature_named<BetaBernoulli>("y")}, 2);
  block.cell(0, 0).ones = 1;
  block.cell(0, 1).ones = 2;
  block.cell(1, 0).ones = 3;
  block.cell(1, 1).ones = 4;

  rearrange_classes(block, std::vector<Index>{0, 2}, 3);

  CHECK(block.classes == 3);
  CHECK(block.cell(0, 0).ones == 1);
  CHECK(block.cell(0, 1) == BernoulliCounts{});
  CHECK(block.cell(0, 2).ones == 2);
  CHECK(block.cell(1, 0).ones == 3);
  CHECK(block.cell(1, 2).ones == 4);
}

TEST_CASE("a class that joins has a count of 0 for each level") {
  auto block = block_with<DirichletCategorical>({colours({"blue", "red"})}, 1);

  rearrange_classes(block, std::vector<Index>{1}, 2);

  CHECK(block.cell(0, 0).counts == Doubles{0, 0});
  CHECK(block.cell(0, 1).counts == Doubles{0, 0});
}

TEST_CASE("levels join in sorted order and counts move with their levels") {
  auto block = block_with<DirichletCategorical>({colours({"blue", "red"})}, 1);
  block.cell(0, 0).counts = {3, 5};

  join_levels(block, 0, Strings{"green", "amber", "red"});

  CHECK(block.feature(0).levels == Strings{"amber", "blue", "green", "red"});
  CHECK(block.cell(0, 0).counts == Doubles{0, 3, 0, 5});
}

TEST_CASE("levels that are all known change nothing") {
  auto block = block_with<DirichletCategorical>({colours({"red", "blue"}, true)}, 1);
  block.cell(0, 0).counts = {3, 5};
  const auto before = block;

  join_levels(block, 0, Strings{"blue"});

  CHECK(block == before);
}

TEST_CASE("no level joins listed ones or those that a prior gives weights for") {
  auto listed = block_with<DirichletCategorical>({colours({"blue", "red"}, true)}, 1);
  auto weighted = block_with<DirichletCategorical>({colours({"blue", "red"})}, 1);
  weighted.feature(0).prior.shared = Dirichlet{.weights = {1, 2}};
  const auto first = error_of([&] {
    join_levels(listed, 0, Strings{"green"});
    return 0;
  });
  const auto second = error_of([&] {
    join_levels(weighted, 0, Strings{"green"});
    return 0;
  });

  CHECK(is(first, ErrorCode::schema));
  CHECK(says(first, "'colour'", "'green'", "`levels`"));
  CHECK(is(second, ErrorCode::schema));
  CHECK(says(second, "'colour'", "'green'", "weight"));
  CHECK(listed.feature(0).levels.size() == 2);
}

TEST_CASE("the first levels may join where a prior gives weights") {
  auto block = block_with<DirichletCategorical>({colours({})}, 1);
  block.feature(0).prior.shared = Dirichlet{.weights = {1, 2}};

  join_levels(block, 0, Strings{"red", "blue"});

  CHECK(block.feature(0).levels == Strings{"blue", "red"});
}

TEST_CASE("levels of rows without class or weight do not join") {
  const Table table = table_of("colour,y\nred,a\nblue,a\ngreen,a\n");
  auto block = block_with<DirichletCategorical>({colours({})}, 1);
  std::vector<Cells<Code>> data;
  data.emplace_back(table, ColumnSchema{.name = "colour"});
  const std::vector<Index> rows{0, 1, 2};
  const std::vector<Index> labels{0, -1, 0};
  const Doubles weights{1, 1, 0};

  observe(block, std::span<const Cells<Code>>(data),
          detail::TrainingRows{.rows = rows, .labels = labels, .weights = weights});

  CHECK(block.feature(0).levels == Strings{"red"});
  CHECK(block.cell(0, 0).counts == Doubles{1});
}

TEST_CASE("slots say where levels of the data stand and keep a place for unknown ones") {
  const Table table = table_of("colour,y\nred,a\nblue,a\ngreen,a\n");
  const Cells<Code> data(table, {.name = "colour"});
  Feature<DirichletCategorical> feature = colours({"blue", "red", "yellow"});

  const Slots dropped = slots_of(feature, data);
  feature.unseen = Unseen::reserve;
  const Slots reserved = slots_of(feature, data);

  CHECK(dropped.of == std::vector<Index>{0, -1, 1});  // blue, green, red
  CHECK(dropped[1] == -1);
  CHECK(reserved[1] == 3);
}

TEST_CASE("merged blocks hold the levels and counts of both") {
  auto left = block_with<DirichletCategorical>({colours({"a", "c"})}, 2);
  left.cell(0, 0).counts = {1, 2};
  left.cell(0, 1).counts = {0, 3};
  auto right = block_with<DirichletCategorical>({colours({"b", "c"})}, 2);
  right.cell(0, 0).counts = {10, 20};

  merge(left, right);

  CHECK(left.feature(0).levels == Strings{"a", "b", "c"});
  CHECK(left.cell(0, 0).counts == Doubles{1, 10, 22});
  CHECK(left.cell(0, 1).counts == Doubles{0, 0, 3});
}

TEST_CASE("priors of a block follow the class and the column") {
  auto block =
      block_with<NormalInverseGammaNormal>({feature_named<NormalInverseGammaNormal>("x")}, 2);
  const NormalInverseGamma of_b{.mean = 7};
  block.feature(0).prior.by_class = {{"b", of_b}};
  for (const double x : {1.0, 3.0}) block.cell(0, 0).observe(x);

  const auto all = priors(block, 0, Strings{"a", "b"});

  CHECK(all.size() == 2);
  CHECK(all[0].mean == 2);
  CHECK(all[1] == of_b);
}

TEST_CASE("the log evidence of a block is the sum over its cells") {
  auto block = block_with<BetaBernoulli>({feature_named<BetaBernoulli>("x")}, 2);
  block.cell(0, 0) = {.ones = 1, .zeros = 0};  // 1/2
  block.cell(0, 1) = {.ones = 1, .zeros = 1};  // 1/6

  CHECK(log_evidence(block, Strings{"a", "b"}) ==
        doctest::Approx(std::log(1.0 / 12)).epsilon(1e-14));
}
