#pragma once
// Integrals of smooth functions over an interval, by Gauss's rule of fifteen points.
#include <boost/math/quadrature/gauss.hpp>

namespace credence::detail {

/// `abscissa()` and `weights()` are those from the middle of -1 to 1 on, of one side;
/// `integrate(function, from, to)` applies them.
using GaussRule = boost::math::quadrature::gauss<double, 15>;

}  // namespace credence::detail
