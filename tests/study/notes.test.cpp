// What a reader of a study should know, in sentences.
#include "study/notes.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace credence;
using Strings = std::vector<std::string>;

namespace {

Comparison compared(Metrics training, Metrics validation) {
  Comparison comparison;
  comparison.rows = 4;
  comparison.classes = {"a", "b"};
  comparison.features = {"x", "y"};
  comparison.results.resize(2);
  comparison.results[0] = {.estimator = "predictive", .on = "training", .metrics = training};
  comparison.results[1] = {
      .estimator = "predictive", .on = "cross_validation", .metrics = validation};
  return comparison;
}

const std::vector<Index> even{0, 1, 0, 1};
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("a plain comparison needs no notes") {
  const Comparison comparison = compared({0.9, 0.3, 0.1, 0.9, 0}, {0.87, 0.38, 0.2, 0.9, 0});

  CHECK(notes_on(comparison, {}, 4, even).empty());
}

TEST_CASE("a fall of accuracy or a rise of log loss is called over-fitting") {
  const Comparison accuracy = compared({0.9, 0.3, 0, 0, 0}, {0.8, 0.3, 0, 0, 0});
  const Comparison loss = compared({0.9, 0.3, 0, 0, 0}, {0.9, infinity, 0, 0, 0});
  const Comparison both_infinite = compared({0.9, infinity, 0, 0, 0}, {0.9, infinity, 0, 0, 0});

  CHECK(notes_on(accuracy, {}, 4, even) ==
        Strings{"predictive over-fits: accuracy 0.9000 in training and 0.8000 in "
                "cross-validation, log loss 0.3000 and 0.3000"});
  CHECK(notes_on(loss, {}, 4, even) ==
        Strings{"predictive over-fits: accuracy 0.9000 in training and 0.9000 in "
                "cross-validation, log loss 0.3000 and inf"});
  CHECK(notes_on(both_infinite, {}, 4, even).empty());
}

TEST_CASE("coinciding estimators are named with their families") {
  const Comparison comparison = compared({}, {});

  CHECK(notes_on(comparison,
                 {.mode_families = {"categorical"}, .mode_features = 2, .mode_of_classes = true}, 4,
                 even) == Strings{"maximum_a_posteriori coincides with maximum_likelihood: all "
                                  "priors are uniform (each = 1)"});
  CHECK(notes_on(comparison,
                 {.mode_families = {"categorical"}, .mode_features = 1, .mode_of_classes = true}, 4,
                 even) ==
        Strings{"maximum_a_posteriori coincides with maximum_likelihood in 1 of 2 features "
                "(categorical), whose priors are uniform (each = 1)"});
  CHECK(notes_on(comparison, {.mean_families = {"bernoulli"}, .mean_features = 1}, 4, even) ==
        Strings{"predictive coincides with posterior_mean in 1 of 2 features (bernoulli): one "
                "answer depends on the mean of its probability alone"});
}

TEST_CASE("rows left out and single rows and impossible rows are counted") {
  Comparison comparison = compared({0.9, infinity, 0, 0, 2}, {0.9, infinity, 0, 0, 0});
  comparison.skipped_rows = 3;

  CHECK(notes_on(comparison, {}, 8, std::vector<Index>{0, 0, 0, 1}) ==
        Strings{"3 rows without a label were skipped", "1 row of weight 0 was passed over",
                "class 'b' has a single row: in cross-validation it is scored by classifiers that "
                "never saw the class",
                "2 rows impossible in training under predictive: every class has probability 0; "
                "the most frequent class is answered and the log loss is infinite"});
}

TEST_CASE("unseen levels are noted once for all estimators") {
  Comparison comparison = compared({}, {});
  comparison.results.push_back(comparison.results[1]);
  comparison.results[1].unseen_cells = 7;
  comparison.results[2].unseen_cells = 7;

  CHECK(notes_on(comparison, {}, 4, even) ==
        Strings{"cross-validation met 7 cells (or words) of levels unseen in training, scored as "
                "`unseen` of the column says"});
}
