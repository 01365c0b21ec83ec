#pragma once
// What numbers behind a figure or a page hold where there is none.
#include <limits>

namespace credence::report {

inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace credence::report
