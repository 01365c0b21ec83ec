#pragma once
// The kernels of numbers in bins.
#include <credence/family/histogram.hpp>

#include "catalogue/ship.hpp"
#include "predict/moving/moving_histogram.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<DirichletHistogram> : ReferenceKernels<DirichletHistogram> {
  using Moving = MovingHistogram;
};

}  // namespace credence::detail
