#pragma once
// The answer to one of many rows from its log joints.
#include <credence/predict/prediction.hpp>

namespace credence::detail {

/// Fills the label and the log probabilities of a row whose log joints stand.
inline void answer_row(Predictions& predictions, std::size_t row, const Fallback& fallback) {
  const std::size_t classes = predictions.classes.size();
  bool none = false;
  predictions.label[row] = normalise(
      std::span<const double>(predictions.log_joint).subspan(row * classes, classes), fallback,
      std::span(predictions.log_probability).subspan(row * classes, classes), none);
  predictions.impossible[row] = none;
}

}  // namespace credence::detail
