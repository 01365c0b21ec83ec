#pragma once
// What a study of learning curves found, as plain data: reports render it.
#include <credence/base/index.hpp>
#include <credence/study/result.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace credence {

/// How one estimator did on one split of the rows.
struct CurveRun {
  Index repeat = 0;     ///< from 1
  double accuracy = 0;  ///< share of the test rows whose label is right, 0 to 1
  double log_loss = 0;  ///< mean of -ln p(true class) of the test rows, nats; may be +inf

  friend bool operator==(const CurveRun&, const CurveRun&) = default;
};

/// One estimator at one size, over all repeats. What is averaged are the repeats in which the
/// estimate exists; where there is none, the numbers are empty.
struct CurvePoint {
  std::string estimator = {};
  double test_size = 0;     ///< as it was asked for; of a training size: the share of test rows
  Index test_rows = 0;      ///< scored in each repeat
  Index training_rows = 0;  ///< learned from in each repeat
  Index repeats = 0;
  Index undefined_repeats = 0;  ///< repeats in which an estimate does not exist
  std::optional<double> mean_accuracy = {};
  std::optional<double> median_accuracy = {};
  std::optional<double> lower_accuracy = {};  ///< the quantile 0.05 over repeats
  std::optional<double> upper_accuracy = {};  ///< the quantile 0.95 over repeats
  std::optional<double> sd_accuracy = {};     ///< over n - 1; empty for fewer than two repeats
  std::optional<double> mean_log_loss = {};   ///< nats; +inf where a true class was impossible once
  std::optional<double> median_log_loss = {};
  /// sqrt(p (1 - p) / test_rows), p the mean accuracy: the spread of the accuracy of one and the
  /// same classifier over fresh test rows of that number.
  std::optional<double> test_noise = {};
  /// The part of sd_accuracy that comes from which rows are tested: test_noise, but less where the
  /// test rows are a large part of all rows there are (docs/explanation/learning_curves.md).
  std::optional<double> split_noise = {};
  /// The rest of it, which comes from which rows are learned: sqrt(sd^2 - split_noise^2), or 0.
  std::optional<double> training_noise = {};
  std::vector<CurveRun> runs = {};  ///< repeats in which the estimate exists, in order

  friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

/// The best that any classifier can do, where the distribution of the rows is known.
struct BestPossible {
  double accuracy = 0;        ///< 1 - Bayes error
  double standard_error = 0;  ///< of the accuracy; 0 where it is exact
  double log_loss = 0;        ///< conditional entropy of the class, nats

  friend bool operator==(const BestPossible&, const BestPossible&) = default;
};

/// How the splits of a repeat hang together.
enum class CurveSplits {
  nested,      ///< one order of the rows a repeat: each training set holds the smaller ones
  independent  ///< an order of its own for every size
};

/// Estimators over sizes of the training set.
struct LearningCurve {
  Index rows = 0;          ///< rows used: with a label and a positive weight
  Index skipped_rows = 0;  ///< rows without a label
  std::string label = {};
  std::vector<std::string> classes = {};
  Index repeats = 0;  ///< asked for
  std::uint64_t seed = 1;
  CurveSplits splits = CurveSplits::nested;
  bool stratified = false;
  bool by_training_rows = false;          ///< the sizes asked for were those of the training set
  bool complete = true;                   ///< false: some repeats were not begun
  std::vector<CurvePoint> points = {};    ///< by estimator, then in the order of sizes asked for
  std::optional<BestPossible> best = {};  ///< of simulated rows
  StudySeconds seconds = {};

  friend bool operator==(const LearningCurve&, const LearningCurve&) = default;
};

}  // namespace credence
