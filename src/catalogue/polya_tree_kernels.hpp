#pragma once
// The kernels of numbers in the leaves of a tree.
#include <credence/family/polya_tree.hpp>

#include "catalogue/ship.hpp"
#include "predict/moving/moving_tree.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<PolyaTreeNumbers> : ReferenceKernels<PolyaTreeNumbers> {
  using Moving = MovingTree;
};

}  // namespace credence::detail
