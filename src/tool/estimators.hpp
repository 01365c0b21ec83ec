#pragma once
// The flags that choose an estimator.
#include <credence/predict/estimator.hpp>

#include <optional>

#include "options.hpp"
#include "reading.hpp"

namespace credence::tool {

/// The estimators of a list of names.
/// throws  UsageError for an unknown or repeated one
[[nodiscard]] std::vector<Estimator> estimators_of(const std::string& list);

/// The estimator that the flags, or a posterior fitted with --like scikit-learn, ask for; none when
/// nothing does.
/// throws  UsageError for an unknown estimator, or families that scikit-learn lacks
[[nodiscard]] std::optional<Estimator> estimator_asked(const Options& options,
                                                       const Posterior<Model>& posterior);

}  // namespace credence::tool
