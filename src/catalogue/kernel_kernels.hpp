#pragma once
// The kernels of numbers around those that were seen.
#include <credence/family/kernel.hpp>

#include "catalogue/ship.hpp"
#include "predict/moving/moving_kernel.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<KernelNumbers> : ReferenceKernels<KernelNumbers> {
  using Moving = MovingKernel;
};

}  // namespace credence::detail
