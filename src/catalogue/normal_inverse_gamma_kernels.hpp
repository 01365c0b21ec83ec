#pragma once
// The kernels of numbers with a normal density.
#include <credence/family/normal_inverse_gamma.hpp>

#include "catalogue/ship.hpp"
#include "learn/moments/moment_block_sums.hpp"
#include "predict/normals/normal_block_scores.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<NormalInverseGammaNormal> : ReferenceKernels<NormalInverseGammaNormal> {
  using Sums = MomentBlockSums<NormalInverseGammaNormal, MomentSums::Scale::plain>;
  using Scores = NormalBlockScores<NormalInverseGammaNormal, Scale::plain>;
};

}  // namespace credence::detail
