#pragma once
// `--complement`: labels by a rule that is no probability model.
#include "console.hpp"
#include "options.hpp"

namespace credence::tool {

/// `credence predict` with the flag: labels, and scores where `--output log_joint` asks for them.
/// throws  UsageError for flags that ask for probabilities
void predict_by_complement(const Options& options, Console& console);

}  // namespace credence::tool
