#pragma once
// The kernels of blocks of numbers with a full covariance.
#include <credence/family/joint_normal.hpp>

#include "catalogue/ship.hpp"
#include "predict/normals/joint_scores.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<NormalInverseWishartNormal> : ReferenceKernels<NormalInverseWishartNormal> {
  using Scores = JointBlockScores;
};

}  // namespace credence::detail
