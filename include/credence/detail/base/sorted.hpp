#pragma once
// Places among numbers that ascend. The headers that credence.hpp brings do without <algorithm> and
// <functional>, which take a program as long to compile as a tenth of all of them.
#include <cstddef>
#include <span>

namespace credence::detail {

/// Returns the place of the first number that is not below x; how many there are where all are.
/// in    ascending: without NaN
/// cost  the logarithm of their number
[[nodiscard]] inline std::size_t first_not_below(std::span<const double> ascending, double x) {
  std::size_t first = 0;
  for (std::size_t left = ascending.size(); left > 0;) {
    const std::size_t half = left / 2;
    const bool is_below = ascending[first + half] < x;
    first = is_below ? first + half + 1 : first;
    left = is_below ? left - half - 1 : half;
  }
  return first;
}

}  // namespace credence::detail
