#pragma once
// Where two estimators must agree, decided from the priors.
#include <credence/detail/study/notes.hpp>
#include <credence/learn/model_posterior.hpp>

namespace credence {

/// The features and classes of a posterior for which estimators coincide.
/// cost    features x classes x levels
[[nodiscard]] Coincidences coincidences(const Posterior<Model>& posterior);

}  // namespace credence
