#pragma once
// The kernels of counts of failures before a success.
#include <credence/family/beta_geometric.hpp>

#include "catalogue/ship.hpp"
#include "learn/levels/count_block_sums.hpp"
#include "predict/levels/level_block_scores.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<BetaGeometric> : ReferenceKernels<BetaGeometric> {
  using Sums = CountBlockSums<BetaGeometric>;
  using Scores = LevelBlockScores<BetaGeometric>;
};

}  // namespace credence::detail
