#pragma once
// The flags that say how estimators are compared.
#include <credence/study/compare.hpp>

#include "options.hpp"

namespace credence::tool {

/// The folds, the weights and the estimators that a command line asks for.
/// throws  UsageError for flags that exclude each other, and values that are none
[[nodiscard]] CompareOptions study_of(const Options& options);

}  // namespace credence::tool
