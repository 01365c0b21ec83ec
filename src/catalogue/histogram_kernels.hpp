#pragma once
// The kernels of numbers in bins.
#include <credence/family/histogram.hpp>
#include <credence/predict/moving_histogram.hpp>

#include "catalogue/ship.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<HistogramFamily> : ReferenceKernels<HistogramFamily> {
  using Moving = MovingHistogram;
};

}  // namespace credence::detail
