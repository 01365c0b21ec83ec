#pragma once
// What numbers end in.
#include <limits>

namespace credence::testing {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
/// The log joint of a class that is impossible.
inline constexpr double impossible_joint = -infinity;

}  // namespace credence::testing
