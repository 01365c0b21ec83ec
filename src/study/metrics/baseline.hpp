#pragma once
// The class frequencies of training rows alone, which every classifier should beat.
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/label_column.hpp>
#include <credence/predict/prediction.hpp>

namespace credence::detail {

/// The posterior mean of the class probabilities under a Dirichlet prior of 1 for each class.
class Baseline {
 public:
  /// in  label: its counts are those of the training rows; its prior is left aside
  explicit Baseline(const LabelColumn& label);

  /// What it says of any row that was not learned, so many times.
  [[nodiscard]] Predictions predict(Index rows) const;
  /// What it says of learned rows, each by the labels of all others.
  /// The same, where there are too many classes to keep their probabilities.
  [[nodiscard]] RowSummaries summarise(const LabelledRows& rows) const {
    return summaries_of_equals(answer_, rows.truth);
  }
  [[nodiscard]] Predictions predict_left_out(const LabelledRows& rows) const;
  /// -ln of the probability of the class of each row; likewise.
  [[nodiscard]] std::vector<double> losses(const LabelledRows& rows) const;
  [[nodiscard]] std::vector<double> losses_left_out(const LabelledRows& rows) const;

 private:
  LabelColumn label_;
  Fallback answer_;
};

/// Returns a label with the counts of some rows and no others.
[[nodiscard]] LabelColumn label_of_rows(LabelColumn label, const LabelledRows& rows);

}  // namespace credence::detail
