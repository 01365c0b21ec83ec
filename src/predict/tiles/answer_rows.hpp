#pragma once
// The answers to many rows from their log joints.
#include <credence/predict/prediction.hpp>

namespace credence::detail {

/// Where the answers go; null: not asked for.
struct RowAnswers {
  Index* label = nullptr;             ///< one a row
  double* log_probability = nullptr;  ///< rows x classes
  std::vector<bool>* impossible =
      nullptr;  ///< one a row; others than those of impossible rows stay
};

/// Fills labels and log probabilities from rows x classes log joints: what `normalise` says of each row,
/// to the last digits.
/// cost  one exponential an entry, as many rows at once as fit in a vector
void answer_rows(std::span<const double> joint, Index rows, const Fallback& fallback,
                 const RowAnswers& answers);
/// The same of predictions whose log joints stand.
void answer_rows(Predictions& predictions, const Fallback& fallback);

}  // namespace credence::detail
