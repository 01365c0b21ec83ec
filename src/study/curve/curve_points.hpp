#pragma once
// The points of a learning curve, from what was found in each split.
#include <credence/base/sum.hpp>
#include <credence/predict/prediction.hpp>

#include "study/curve/curve_splits.hpp"
#include "study/curve/error_parts.hpp"

namespace credence::detail {

/// A classifier of a curve: an estimator, bare or with feature weights, the complement rule, the twin
/// or the baseline.
struct CurveContender {
  std::string name = {};
  FeatureWeighting weights = FeatureWeighting::none;
};

/// The estimators, those with feature weights, the complement rule and the twin that the options ask
/// for, and the baseline.
[[nodiscard]] std::vector<CurveContender> curve_contenders(const CurveOptions& options);

/// Rows of one repeat, from 1: positions in the table, and the class of each of its rows.
struct CurveSplit {
  Index repeat = 0;
  std::span<const Index> learned = {};
  std::span<const Index> tested = {};
  std::span<const Index> truth = {};
  std::span<const double> weights = {};  ///< of each row of the table; empty: 1 each
  bool keeps = false;                    ///< predictions are kept, for the parts of errors
  bool stratified = false;               ///< rows are counted by class
  bool scores_training = false;          ///< what is learned is tested, too
};

/// Tested rows of one class.
struct ClassTests {
  double rows = 0;
  double weight = 0;
  double right = 0;  ///< weight of those whose label is right
};

/// What one estimator did in one split; no run where an estimate does not exist.
struct CurveOutcome {
  std::optional<CurveRun> run = {};
  KeptPredictions kept = {};
  std::vector<ClassTests> classes = {};  ///< of stratified splits
  std::string undefined = {};            ///< why there is no run
};

/// All splits of one repeat: sizes x contenders.
struct CurveRepeat {
  std::vector<CurveOutcome> outcomes = {};
  StudySeconds seconds = {};
  bool finished = false;
  std::optional<std::size_t> only = {};  ///< of a given split: the one size that it has
};

/// Accuracy and log loss of predictions of the rows that a split tests, some rows at a time.
///
///     CurveSums sums(split);
///     sums.add(classifier.predict(bound, split.tested), split.tested);
///     std::move(sums).outcome();
class CurveSums {
 public:
  enum class Of {
    probabilities,
    labels  ///< nothing is known of log losses and of parts of errors
  };

  explicit CurveSums(const CurveSplit& split, Of of = Of::probabilities) : split_(split), of_(of) {}

  void add(const Predictions& predictions, std::span<const Index> rows);
  [[nodiscard]] CurveOutcome outcome() &&;

 private:
  void add_ruled_out(const Predictions& predictions, std::span<const Index> rows);
  void add_classes(const Predictions& predictions, std::span<const Index> rows);

  CurveSplit split_;
  Of of_;
  CompensatedSum right_;
  CompensatedSum weight_;
  CompensatedSum loss_;
  CompensatedSum ruled_out_;  // weight of rows whose loss is infinite
  KeptPredictions kept_ = {};
  std::vector<ClassTests> classes_ = {};
};

/// Returns the same of predictions of all its rows.
[[nodiscard]] CurveOutcome outcome_of(const Predictions& predictions, const CurveSplit& split);

/// What a curve has beside its repeats.
struct CurveGround {
  std::optional<Index> drawn_from = {};  ///< how many rows the test rows are drawn from; none: any
  std::span<const Index> truth = {};     ///< classes of the rows of the table
  std::span<const double> known = {};    ///< their class probabilities, where they are known
  std::span<const double> weights = {};  ///< their weights; empty: 1 each
  double design_effect = 1;              ///< of these weights
  bool same_test_rows = false;           ///< all repeats test the same rows
  std::vector<Index> class_rows = {};    ///< of stratified splits: how many rows each class has
};

/// Returns by how much unequal weights lift the variance of a mean of rows, where they have nothing to
/// do with what is averaged: n sum w^2 / (sum w)^2.
/// source  docs/explanation/learning_curves.md
[[nodiscard]] double design_effect(std::span<const double> weights);

/// What was predicted of each row of a table, and how often each class was tested, by contenders and
/// sizes.
class CurvePredictions {
 public:
  CurvePredictions() = default;  ///< of a curve without parts of errors
  /// in      keeps: whether the options ask for parts of errors; else no predictions are held;
  ///         rows_in_flight: rows whose predictions wait to be added, as `rows_in_flight` has them
  /// throws  Error{limit} where that would take too much memory
  CurvePredictions(bool keeps, Index rows, Index classes, std::size_t outcomes,
                   double rows_in_flight);

  /// Adds those of a finished repeat, which then has them no more. Repeats in the same order give the
  /// same bits.
  void add(CurveRepeat& repeat);
  /// Of a size and contender; nothing where they are not asked for, or no estimate exists.
  [[nodiscard]] std::optional<ErrorParts> parts(std::size_t outcome,
                                                const CurveGround& ground) const;
  /// Over all repeats of a size and contender; empty but for stratified splits.
  [[nodiscard]] std::span<const ClassTests> tests(std::size_t outcome) const;

 private:
  std::vector<PredictedRows> seen_;
  std::vector<std::vector<ClassTests>> tests_;
};

/// A point for every estimator and size, of the repeats that were finished.
void add_points(std::span<const CurveSize> sizes, std::span<const CurveRepeat> repeats,
                const CurveOptions& options, const CurvePredictions& predictions,
                const CurveGround& ground, LearningCurve& curve);

}  // namespace credence::detail
