#pragma once
// The log joint of a class that a row cannot be of.
#include <limits>

namespace credence::detail {

inline constexpr double impossible = -std::numeric_limits<double>::infinity();

}  // namespace credence::detail
