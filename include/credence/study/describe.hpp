#pragma once
// A posterior spelled out: prior, statistics and the four estimates of every feature and class.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/description.hpp>

namespace credence {

/// The names of the features of a model, in the order of its schema.
[[nodiscard]] std::vector<std::string> feature_names(const Schema& schema);

/// Prior, statistics, posterior, credible intervals and the four estimates of everything that a
/// posterior knows.
/// throws  Error{shape} for a prior with another number of weights than there are levels;
///         Error{domain} for a mass that is not between 0 and 1, Error{schema} for a feature that the
///         model does not have
/// cost    features x classes x levels
[[nodiscard]] Description describe(const Posterior<Model>& posterior,
                                   const DescribeOptions& options = {});

}  // namespace credence
