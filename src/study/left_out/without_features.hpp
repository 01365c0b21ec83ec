#pragma once
// A posterior that has forgotten some of its features.
#include <credence/learn/model_posterior.hpp>
#include <set>
#include <string>

namespace credence::detail {

/// Returns the posterior of a model without some of its features.
[[nodiscard]] Posterior<Model> without_features(Posterior<Model> posterior,
                                                const std::set<std::string>& names);

}  // namespace credence::detail
