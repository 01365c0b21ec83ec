#pragma once
// The kernels of waiting times.
#include <credence/family/gamma_exponential.hpp>

#include "catalogue/ship.hpp"
#include "learn/moments/total_block_sums.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<GammaExponential> : ReferenceKernels<GammaExponential> {
  using Sums = TotalBlockSums;
};

}  // namespace credence::detail
