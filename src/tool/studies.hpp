#pragma once
// The flags that say how estimators are compared.
#include <credence/study/compare.hpp>

#include "options.hpp"

namespace credence::tool {

/// The folds, the weights and the estimators that a command line asks for.
/// throws  UsageError for flags that exclude each other, and values that are none
[[nodiscard]] CompareOptions study_of(const Options& options);

/// How logistic regression learns, where a command line asks for it.
/// throws  UsageError for a ridge that is none, or without logistic regression
[[nodiscard]] std::optional<LogisticOptions> twin_of(const Options& options);

/// The same where it is asked for.
[[nodiscard]] LogisticOptions logistic_options(const Options& options);

}  // namespace credence::tool
