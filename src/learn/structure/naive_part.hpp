#pragma once
// What a posterior with a structure knows of each feature alone, and functions that take no structure.
#include <credence/learn/model_posterior.hpp>
#include <string_view>

namespace credence::detail {

/// The posterior without its structure: every feature given the class alone.
[[nodiscard]] Posterior<Model> naive_part(Posterior<Model> posterior);

/// What else takes a structure, where a whole function takes none.
constexpr std::string_view functions_with_structures =
    "predict, evaluate, explain, describe, compare, curve, report, paired and sensitivity take "
    "structures";
/// Of a part of an answer.
constexpr std::string_view ask_without_them =
    "ask for the answer without them, or train a model of naive Bayes";

/// Error{undefined} for what is defined for naive Bayes alone.
/// in  what: "linear forms are"
[[nodiscard]] Error only_for_naive(const Model& model, std::string_view what,
                                   std::string_view remedy = functions_with_structures);

/// Throws it unless the features of the posterior depend on the class alone.
void check_naive(const Posterior<Model>& posterior, std::string_view what,
                 std::string_view remedy = functions_with_structures);

/// The same of a model that has learned nothing yet.
void check_naive(const Model& model, std::string_view what);

}  // namespace credence::detail
