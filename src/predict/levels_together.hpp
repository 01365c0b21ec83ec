#pragma once
// Levels of several parents that a class never has together.
#include <credence/predict/estimator.hpp>

#include "predict/structure_posteriors.hpp"

namespace credence::detail {

/// Of each level of a tree's group the classes that one of its parents rules out together with others: the
/// class never has their levels together, so that the parent's own term is 0 given these, or given
/// these and more.
/// cost  levels x parents, for groups of several parents
[[nodiscard]] std::vector<std::vector<bool>> impossible_together(
    const StructurePosteriors& structure, Index group, Estimator estimator);

}  // namespace credence::detail
