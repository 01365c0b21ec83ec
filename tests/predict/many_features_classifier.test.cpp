// A classifier of so many features that log joints keep what rounding takes (decision 0037): a row
// has the same bits alone and among others, and probabilities are probabilities.
#include <credence/base/parallel.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/block_scores.hpp>
#include <credence/detail/predict/typed_table.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/joint_normal.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "predict/tiles/tile_answers.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::size_t rows = 70, numbers_wide = 3000, answers_wide = 1500;

Table random_table(Random& random) {
  Table table;
  Strings labels;
  for (std::size_t i = 0; i < rows; ++i) labels.push_back(i % 3 == 0 ? "a" : "b");
  table.add("class", labels);
  const auto add = [&](const std::string& name, const auto& number) {
    Doubles cells;
    for (std::size_t i = 0; i < rows; ++i)
      cells.push_back(i % 5 == 4 && random.below(50) == 0 ? std::nan("") : number());
    table.add(name, cells);
  };
  for (std::size_t j = 0; j < numbers_wide; ++j)
    add("x" + std::to_string(j), [&] { return random.normal(); });
  for (std::size_t j = 0; j < answers_wide; ++j)
    add("a" + std::to_string(j), [&] { return static_cast<double>(random.below(2)); });
  for (const char* name : {"u", "v", "w"}) add(name, [&] { return random.normal(); });
  return table;
}

Schema wide_schema(std::size_t numbers_used) {
  Schema schema{.label = "class"};
  for (std::size_t j = 0; j < numbers_used; ++j)
    schema.columns.push_back({.name = "x" + std::to_string(j), .family = "normal"});
  for (std::size_t j = 0; j < answers_wide; ++j)
    schema.columns.push_back({.name = "a" + std::to_string(j), .family = "bernoulli"});
  schema.columns.push_back({.name = "sizes",
                            .family = "normal",
                            .columns = {"u", "v", "w"},
                            .tied = Tying::free,
                            .covariance = Covariance::full});
  return schema;
}

// Adds the densities of a block one after the other, where it is of the family. How many blocks it did.
template <ConjugateFamily F>
Index add_plainly(const AnyTable& block, const BoundBlock& cells, Index count, ScoreTile& tile) {
  if (block.family_id() != typeid(F)) return 0;
  const std::vector<Slots> slots(static_cast<std::size_t>(block.size()));
  REQUIRE_FALSE(ReferenceScores<F>().add(typed_table<F>(block), cells.of<DatumOf<F>>(), slots,
                                         RowSpan{.count = count}, tile));
  return 1;
}

}  // namespace

TEST_CASE("a row of many features has the same bits alone, among others and on two threads") {
  Random random{1};
  const Table table = random_table(random);
  const auto posterior = observe(Model(wide_schema(numbers_wide)), table);
  const auto bound = credence::bind(posterior.model, table);

  for (const Estimator estimator :
       {Estimator::maximum_likelihood, Estimator::posterior_mean, Estimator::predictive}) {
    CAPTURE(to_string(estimator));
    const Classifier classifier{posterior, estimator};
    const Predictions all = classifier.predict(bound, RowSpan{.count = bound.rows});
    const ThreadLimit one_thread(1);
    CHECK(classifier.predict(bound, RowSpan{.count = bound.rows}).log_joint == all.log_joint);
    for (Index row = 0; row < bound.rows; ++row) {
      const Predictions alone = classifier.predict(bound, RowSpan{.first = row, .count = 1});
      double sum = 0;
      for (std::size_t k = 0; k < 2; ++k) {
        const auto at = 2 * static_cast<std::size_t>(row) + k;
        CHECK(alone.log_joint[k] == all.log_joint[at]);
        CHECK(alone.log_probability[k] == all.log_probability[at]);
        sum += std::exp(all.log_probability[at]);
      }
      CHECK(std::abs(sum - 1) <= 8 * std::numeric_limits<double>::epsilon());
    }
  }
}

TEST_CASE("log joints of 4,095 and of 4,096 features are those of the plain reference") {
  Random random{2};
  const Table table = random_table(random);
  // With the three columns of the block and 1,500 answers.
  for (const std::size_t numbers_used : {std::size_t{2592}, std::size_t{2593}}) {
    const Schema schema = wide_schema(numbers_used);
    const auto bound = credence::bind(Model(schema), table);
    const auto estimates = estimate(observe(Model(schema), table), Estimator::predictive);
    const Predictions found =
        Classifier<Model>(estimates).predict(bound, RowSpan{.count = bound.rows});

    detail::TileBuffer buffer(2, bound.rows, detail::Rounding::kept);
    ScoreTile tile = buffer.tile(bound.rows);
    detail::start_tile(tile, estimates.log_class_probabilities);
    Index added = 0;
    for (std::size_t b = 0; b < bound.blocks.size(); ++b) {
      const AnyTable& block = *estimates.tables[b];
      added += add_plainly<BetaBernoulli>(block, bound.blocks[b], bound.rows, tile);
      added += add_plainly<NormalInverseGammaNormal>(block, bound.blocks[b], bound.rows, tile);
      added += add_plainly<NormalInverseWishartNormal>(block, bound.blocks[b], bound.rows, tile);
    }
    REQUIRE(added == 3);
    detail::give_back(tile);

    for (Index row = 0; row < bound.rows; ++row)
      for (Index k = 0; k < 2; ++k)
        CHECK(found.log_joint[static_cast<std::size_t>(2 * row + k)] ==
              doctest::Approx(tile.at(k, row)).epsilon(4e-15));
  }
}
