#pragma once
// The log evidence of one feature: its part in that of the whole model.
#include <credence/learn/model_posterior.hpp>
#include <string_view>

namespace credence {

namespace detail {
/// Throws Error{schema} naming the features that there are.
[[noreturn]] void no_such_feature(std::string_view feature, std::span<const std::string> known);
}  // namespace detail

/// Log evidence of the data of one feature, given the label: the sum over its classes, in nats.
/// Those of all features and of the label sum to that of the posterior. Automatic and empirical
/// priors are taken in the numbers they stand for now.
/// throws  Error{schema} when there is no feature of that name; Error{undefined} where an automatic
///         prior has no meaning for these data, or a prior is improper
/// cost    features + classes x levels; for an empirical prior a search
[[nodiscard]] double log_evidence(const Posterior<Model>& posterior, std::string_view feature);

}  // namespace credence
