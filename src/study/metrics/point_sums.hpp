#pragma once
// What rows add to the metrics of one number of features: they are scored again for each number.
#include <credence/detail/predict/score_tile.hpp>
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/predict/prediction.hpp>
#include <credence/study/metrics.hpp>

#include <span>
#include <vector>

namespace credence::detail {

/// Sums over rows; each counts by its weight.
struct PointSums {
  double weight = 0;
  double right = 0;  ///< of the rows whose label is right
  double log_loss = 0;
  double brier = 0;
  double confidence = 0;
  double ruled_out = 0;  ///< of the rows whose log loss is infinite
  Index rows = 0;
  Index impossible_rows = 0;
  Moments losses = {};    ///< of the log loss; of no use where one is infinite
  Moments squares = {};   ///< the same, where each row counts by the square of weight / unit
  double unit = 1;        ///< a power of two near the largest weight, so that squares are doubles
  Moments excesses = {};  ///< of the largest probability, less 1 where the label is right
};

/// What is known of each row, as lists that a kernel takes several entries of at once. Behind the
/// rows stand zeros up to a multiple of `padding`.
struct PointRows {
  static constexpr std::size_t padding = 8;

  std::vector<double> truth = {};
  std::vector<double> weights = {};
  bool weighs_one = true;            ///< each
  std::vector<double> label = {};    ///< the most probable class; -1: none is possible
  std::vector<double> loss = {};     ///< nats
  std::vector<double> brier = {};    ///< sum over classes of (p - [true])^2
  std::vector<double> largest = {};  ///< the largest probability
};

/// Scores the same rows again and again.
class PointScorer {
 public:
  /// in  rows: outlive this object
  explicit PointScorer(const LabelledRows& rows);

  /// Returns what the rows add.
  /// in    joints: of these rows;  fallbacks: of each row where every class is impossible, or one for
  ///       all
  /// cost  rows x classes
  [[nodiscard]] PointSums sums(const ScoreTile& joints, std::span<const Fallback> fallbacks);

 private:
  void answer_impossible(const Fallback& fallback, std::size_t row);

  const LabelledRows& rows_;
  double weight_ = 0;
  double unit_ = 1;
  double squared_weight_ = 0;  // sum of the squares of the weights in that unit
  PointRows known_;
};

}  // namespace credence::detail
