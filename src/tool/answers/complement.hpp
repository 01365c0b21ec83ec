#pragma once
// Labels by a rule that is no probability model: `credence predict --complement`.
#include "answers/predict_flags.hpp"
#include "console/console.hpp"

namespace credence::tool {

/// Throws UsageError for flags that have no meaning beside `--complement`, where it is given.
void refuse_beside_complement(const Grammar& grammar);

/// `credence predict` with the flag: labels, and scores where `--columns log_joint` asks for them.
/// throws  UsageError for columns of probabilities
void predict_by_complement(const PredictFlags& flags, Console& console);

}  // namespace credence::tool
