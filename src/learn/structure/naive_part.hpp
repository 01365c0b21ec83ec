#pragma once
// What a posterior with a structure knows of each feature alone, and functions that take no structure.
#include <credence/learn/model_posterior.hpp>
#include <string_view>

namespace credence::detail {

/// The posterior without its structure: every feature given the class alone.
[[nodiscard]] Posterior<Model> naive_part(Posterior<Model> posterior);

/// Error{undefined} for what is defined for naive Bayes alone.
/// in  what: "linear forms are"
[[nodiscard]] Error only_for_naive(const Model& model, std::string_view what);

/// Throws it unless the features of the posterior depend on the class alone.
void check_naive(const Posterior<Model>& posterior, std::string_view what);

/// The same of a model that has learned nothing yet.
void check_naive(const Model& model, std::string_view what);

}  // namespace credence::detail
