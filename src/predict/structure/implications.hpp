#pragma once
// Levels that come with a level of another feature wherever they were seen.
#include "predict/structure/structure_posteriors.hpp"

namespace credence::detail {

/// What makes features of an average silent; of two levels that imply each other, the later feature.
/// in      structure: one group for each child
/// source  subsumption resolution for AODE [zheng2006]
/// cost    pairs of features x levels x levels x classes
[[nodiscard]] std::vector<Implication> implications_of(const StructurePosteriors& structure);

}  // namespace credence::detail
