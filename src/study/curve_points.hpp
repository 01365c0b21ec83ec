#pragma once
// The points of a learning curve, from what was found in each split.
#include <credence/base/sum.hpp>
#include <credence/predict/prediction.hpp>

#include "study/curve_splits.hpp"

namespace credence::detail {

/// A classifier of a curve: an estimator, bare or with feature weights, the twin or the baseline.
struct CurveContender {
  std::string name = {};
  FeatureWeighting weights = FeatureWeighting::none;
};

/// The estimators, those with feature weights, and the twin that the options ask for, and the baseline.
[[nodiscard]] std::vector<CurveContender> curve_contenders(const CurveOptions& options);

/// What one estimator did in one split; nothing where an estimate does not exist.
using CurveOutcome = std::optional<CurveRun>;

/// All splits of one repeat: sizes x contenders.
struct CurveRepeat {
  std::vector<CurveOutcome> outcomes = {};
  StudySeconds seconds = {};
  bool finished = false;
};

/// Accuracy and log loss of predictions.
///
///     CurveRunSums sums;
///     sums.add(classifier.predict(bound, rows), rows, truth);
///     sums.run(repeat);
class CurveRunSums {
 public:
  /// in  truth: the class of each row of the table that was bound;  rows: those predicted
  void add(const Predictions& predictions, std::span<const Index> rows,
           std::span<const Index> truth);
  [[nodiscard]] CurveRun run(Index repeat) const;

 private:
  Index right_ = 0;
  Index rows_ = 0;
  CompensatedSum loss_;
};

/// Returns the same of predictions of all rows.
[[nodiscard]] CurveRun run_of(const Predictions& predictions, std::span<const Index> rows,
                              std::span<const Index> truth, Index repeat);

/// A point for every estimator and size, of the repeats that were finished.
/// in  drawn_from: how many rows the test rows are drawn from; none: as many as one likes
void add_points(std::span<const CurveSize> sizes, std::span<const CurveRepeat> repeats,
                const CurveOptions& options, std::optional<Index> drawn_from, LearningCurve& curve);

}  // namespace credence::detail
