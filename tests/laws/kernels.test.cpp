// Law 13: a kernel says what the plain reference says, on every instruction set and any number of
// threads.
#include <credence/base/parallel.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/typed_table.hpp>

#include "catalogue/shipped_kernels.hpp"
#include "laws/model_samples.hpp"
#include "learn/tiles/gather.hpp"
#include "support/family_totals.hpp"
#include "support/instructions.hpp"
#include "support/typed_blocks.hpp"

#include <algorithm>

using namespace credence;
using namespace credence::testing;

namespace {

template <ConjugateFamily F>
using ShippedKernels = credence::detail::ShippedKernels<F>;
template <ConjugateFamily F>
using ShippedScores = typename ShippedKernels<F>::Scores;

BoundTable bound_with_weights(ModelSample& sample, Random& random, bool weighted) {
  if (weighted) {
    std::vector<double> weights;
    for (Index row = 0; row < sample.table.rows(); ++row)
      weights.push_back(random.below(7) == 0 ? 0.0 : 0.25 * static_cast<double>(random.below(9)));
    sample.table.add("weight", std::move(weights));
  }
  return credence::bind(sample.model(), sample.table, weighted ? "weight" : "");
}

// The statistics of every feature and class, gathered tile by tile.
template <ConjugateFamily F, class Sums>
std::vector<typename F::Statistics> gathered(const CellsOf<F>& cells, const BoundTable& bound,
                                             RowSpan rows, Index tile_rows) {
  Sums sums;
  const auto classes = std::ssize(bound.label.levels);
  sums.reset(cells, classes, !bound.weights.empty());
  std::vector<Code> class_room;
  std::vector<double> weight_room;
  for (Index first = 0; first < rows.count; first += tile_rows)
    REQUIRE_FALSE(sums.add(
        cells, credence::detail::tile_of(rows.part(first, std::min(tile_rows, rows.count - first)),
                                         bound.label, bound.weights, class_room, weight_room)));
  std::vector<typename F::Statistics> all;
  for (Index j = 0; j < std::ssize(cells.features); ++j)
    for (Index klass = 0; klass < classes; ++klass) all.push_back(sums.statistics(j, klass));
  return all;
}

void check_sums(const BoundTable& bound, RowSpan rows, Index tile_rows) {
  for (const BoundBlock& block : bound.blocks)
    with_family_of(block.family->id(), [&]<class F>(F) {
      CAPTURE(F::name);
      const auto& cells = block.of<DatumOf<F>>();
      const auto plain = gathered<F, ReferenceSums<F>>(cells, bound, rows, tile_rows);
      const auto fast =
          gathered<F, typename ShippedKernels<F>::Sums>(cells, bound, rows, tile_rows);
      REQUIRE(plain.size() == fast.size());
      for (std::size_t i = 0; i < plain.size(); ++i) {
        CAPTURE(i);
        CHECK(agree(plain[i], fast[i], 1e-12));
      }
    });
}

// The log joints of all rows, one block added after another.
template <template <class> class Scores>
std::vector<double> log_joints(const Estimates& estimates, const BoundTable& bound, RowSpan rows) {
  const auto classes = std::ssize(estimates.classes);
  credence::detail::TileBuffer buffer(classes, rows.count);
  ScoreTile tile = buffer.tile(rows.count);
  for (Index klass = 0; klass < classes; ++klass)
    std::fill_n(tile.of_class(klass), tile.stride,
                estimates.log_class_probabilities[static_cast<std::size_t>(klass)]);
  for (std::size_t b = 0; b < bound.blocks.size(); ++b)
    with_family_of(estimates.tables[b]->family_id(), [&]<class F>(F) {
      const auto& table = typed_table<F>(*estimates.tables[b]);
      const auto& cells = bound.blocks[b].of<DatumOf<F>>();
      std::vector<Slots> slots(cells.features.size());
      for (std::size_t j = 0; j < slots.size(); ++j)
        slots[j] = slots_of(table.feature(static_cast<Index>(j)), cells.features[j]);
      Scores<F> scores(table, estimates.log_class_probabilities);
      if (!scores.fits(cells, slots)) scores.fit(table, cells, slots);
      REQUIRE_FALSE(scores.add(table, cells, slots, rows, tile));
    });
  std::vector<double> all;
  for (Index klass = 0; klass < classes; ++klass)
    all.insert(all.end(), tile.of_class(klass), tile.of_class(klass) + rows.count);
  return all;
}

void check_scores(const ModelPosterior& posterior, const BoundTable& bound, RowSpan rows) {
  for (const Estimator estimator : all_estimators) {
    CAPTURE(to_string(estimator));
    const Estimates estimates = estimate(posterior, estimator);
    if (!estimates.undefined.empty()) continue;
    CHECK(near(log_joints<ReferenceScores>(estimates, bound, rows),
               log_joints<ShippedScores>(estimates, bound, rows), 1e-12));
  }
}

}  // namespace

TEST_CASE("what kernels gather is what the reference gathers") {
  Random random{20261121};
  for (const Index rows : {1, 8, 31, 257, 1500})
    for (const bool weighted : {false, true}) {
      CAPTURE(rows);
      CAPTURE(weighted);
      ModelSample sample = random_model(random, {.rows = std::max<Index>(rows, 2)});
      const auto bound = bound_with_weights(sample, random, weighted);
      const Positions order = shuffled(sample.all(), random);
      on_all_instructions([&] {
        check_sums(bound, {.count = std::min(rows, bound.rows)}, 100);
        check_sums(bound, {.count = bound.rows, .list = order.data()}, 1024);
      });
    }
}

TEST_CASE("what kernels score is what the reference scores") {
  Random random{20261121};
  for (const Index rows : {2, 33, 500}) {
    CAPTURE(rows);
    const ModelSample learned = random_model(random, {.rows = 300});
    ModelSample sample = random_model(random, {.rows = rows});
    sample.schema = learned.schema;
    const auto bound = bound_with_weights(sample, random, false);
    const Positions order = shuffled(sample.all(), random);
    const ModelPosterior posterior = learned.posterior();
    on_all_instructions([&] {
      check_scores(posterior, bound, {.count = rows});
      check_scores(posterior, bound, {.count = rows, .list = order.data()});
    });
  }
}

TEST_CASE("a posterior has the same bits for any number of threads") {
  Random random{7};
  ModelSample sample = random_model(random, {.rows = 20000});
  const auto weighted = bound_with_weights(sample, random, true);
  const auto fitted = [&](int threads) {
    const ThreadLimit limit(threads);
    auto posterior = empty_posterior(sample.model());
    LearningWorkspace work;
    const std::vector<Index> many_times = [&] {
      std::vector<Index> rows;
      for (int time = 0; time < 45; ++time)
        for (const Index row : sample.all()) rows.push_back(row);
      return rows;
    }();
    observe(posterior, weighted, RowSpan{.count = weighted.rows}, work);
    observe(posterior, weighted,
            RowSpan{.count = std::ssize(many_times), .list = many_times.data()}, work);
    return posterior;
  };

  const ModelPosterior one = fitted(1);
  REQUIRE(credence::detail::cuts_of(weighted).chunk_rows * 2 <
          45 * weighted.rows);  // several chunks

  CHECK(fitted(2) == one);
  CHECK(fitted(3) == one);
  CHECK(fitted(0) == one);
}

TEST_CASE("predictions have the same bits for any number of threads") {
  Random random{8};
  const ModelSample sample = random_model(random, {.rows = 30000});
  const ModelPosterior posterior = sample.posterior();
  for_each_classifier(posterior, [&](Estimator estimator, const Classifier<Model>& classifier) {
    CAPTURE(to_string(estimator));
    const auto answers = [&](int threads) {
      const ThreadLimit limit(threads);
      return classifier.predict(sample.table);
    };
    const Predictions one = answers(1);
    for (const int threads : {2, 3}) {
      const Predictions several = answers(threads);
      CHECK(several.label == one.label);
      CHECK(several.log_joint == one.log_joint);
      CHECK(several.log_probability == one.log_probability);
      CHECK(several.impossible == one.impossible);
    }
  });
}

TEST_CASE("labels alone are the labels of predictions") {
  Random random{9};
  const ModelSample sample = random_model(random, {.rows = 1500});
  const auto bound = credence::bind(sample.model(), sample.table);
  for_each_classifier(sample.posterior(),
                      [&](Estimator estimator, const Classifier<Model>& classifier) {
                        CAPTURE(to_string(estimator));
                        CHECK(classifier.labels(bound, {.count = bound.rows}) ==
                              classifier.predict(sample.table).label);
                      });
}

TEST_CASE("a workspace leaves nothing behind that the next posterior could see") {
  Random random{10};
  const ModelSample first = random_model(random, {.rows = 400});
  const ModelSample second = random_model(random, {.rows = 90});
  LearningWorkspace work;
  const auto fitted = [](const ModelSample& sample, LearningWorkspace& room) {
    auto posterior = empty_posterior(sample.model());
    const auto bound = credence::bind(sample.model(), sample.table);
    observe(posterior, bound, RowSpan{.count = bound.rows}, room);
    clear_statistics(posterior);
    observe(posterior, bound, RowSpan{.count = bound.rows}, room);
    return posterior;
  };

  const ModelPosterior of_first = fitted(first, work);
  const ModelPosterior of_second = fitted(second, work);

  CHECK(of_first == first.posterior());
  CHECK(of_second == second.posterior());
}
