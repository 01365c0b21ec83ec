#pragma once
// The kernels of positive numbers with a log-normal density.
#include <credence/family/log_normal.hpp>

#include "catalogue/ship.hpp"
#include "learn/moments/moment_block_sums.hpp"
#include "predict/normals/normal_block_scores.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<NormalInverseGammaLogNormal> : ReferenceKernels<NormalInverseGammaLogNormal> {
  using Sums = MomentBlockSums<NormalInverseGammaLogNormal, MomentSums::Scale::logarithm>;
  using Scores = NormalBlockScores<NormalInverseGammaLogNormal, Scale::logarithm>;
};

}  // namespace credence::detail
