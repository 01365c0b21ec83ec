#pragma once
// Decision surfaces of a posterior, from two of its features.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/decision_surface.hpp>

namespace credence {

/// The features that can span a surface, in the order of the schema: columns of numbers that are not
/// counted, those of tied blocks too.
/// in  families: that the schema's words stand for
[[nodiscard]] std::vector<std::string> features_of_surfaces(
    const Schema& schema, const FamilySet& families = shipped_families());

namespace detail {
/// Throws Error{schema} unless both are features of numbers, and not the same.
void check_surface(const Schema& schema, const std::string& across, const std::string& up,
                   const FamilySet& families = shipped_families());
}  // namespace detail

/// The decision surface of two features of numbers over the middle of the data.
/// throws  Error{schema} for a feature that there is not or that has no numbers; Error{undefined}
///         where the estimator gives no density for these two; as bind for the data
/// cost    two columns of the data, and steps^2 x classes densities
[[nodiscard]] DecisionSurface decision_surface(const Posterior<Model>& posterior,
                                               const Table& table, const std::string& across,
                                               const std::string& up,
                                               const SurfaceOptions& options = {});

}  // namespace credence
