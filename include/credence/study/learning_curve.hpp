#pragma once
// How estimators do as the rows to learn from run short: many random splits at many sizes.
#include <atomic>
#include <credence/learn/model.hpp>
#include <credence/predict/logistic_regression.hpp>
#include <credence/study/curve.hpp>

namespace credence {

/// What a study of learning curves does.
struct CurveOptions {
  std::vector<Estimator> estimators{all_estimators.begin(), all_estimators.end()};
  /// Shares of the rows to test on, between 0 and 1, or their numbers; the others are learned.
  std::vector<double> test_sizes = {};
  /// Numbers of rows to learn from, in the place of test sizes; the others are tested.
  std::vector<Index> training_sizes = {};
  Index repeats = 100;
  std::uint64_t seed = 1;
  CurveSplits splits = CurveSplits::nested;
  bool stratified = false;  ///< each training set holds every class by its share of the rows
  std::optional<LogisticOptions> twin = {};  ///< logistic regression after the estimators
};

/// How far a study is; another thread may look, and stop it.
struct CurveProgress {
  std::atomic<Index> repeats_done{0};
  std::atomic<bool> stop{false};
};

/// Learns from some of the rows at random and tests on others, at every size, again and again. In
/// a repeat all estimators read the same statistics and label the same rows. Nested splits follow
/// one random order of the rows: the training set of a size is its beginning, the test set its end,
/// so that each row is learned once a repeat. What is inferred from data (levels, automatic
/// priors) comes from the training rows alone, the classes from all rows.
///
///     learning_curve(model, seeds, {.test_sizes = {0.2, 0.5, 0.9}}).points;
///
/// in      progress: null, or where to report finished repeats and to look whether to stop
/// throws  as bind and observe; Error{domain} for sizes or repeats that make no sense;
///         Error{schema} for Estimator::scikit_learn where a family has no counterpart there
/// cost    repeats x (rows learned once; for each size estimators x test rows x features x classes).
///         The same bits for any number of threads
[[nodiscard]] LearningCurve learning_curve(const Model& model, const Table& table,
                                           const CurveOptions& options,
                                           CurveProgress* progress = nullptr);

}  // namespace credence
