#pragma once
// The kernels of counts of events.
#include <credence/family/gamma_poisson.hpp>

#include "catalogue/ship.hpp"
#include "learn/levels/count_block_sums.hpp"
#include "predict/levels/level_block_scores.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<GammaPoisson> : ReferenceKernels<GammaPoisson> {
  using Sums = CountBlockSums<GammaPoisson>;
  using Scores = LevelBlockScores<GammaPoisson>;
};

}  // namespace credence::detail
