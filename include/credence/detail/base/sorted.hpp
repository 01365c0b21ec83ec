#pragma once
// Places among numbers that ascend. The headers that studies.hpp brings do without <algorithm> and
// <functional>, which take a program as long to compile as a tenth of all of them.
#include <cstddef>
#include <span>

namespace credence::detail {

/// Returns the place of the first number that is not below x; how many there are where all are.
/// in    ascending: without NaN
/// cost  the logarithm of their number
[[nodiscard]] inline std::size_t first_not_below(std::span<const double> ascending, double x) {
  const double* first = ascending.data();
  std::size_t left = ascending.size();
  for (; left > 1; left -= left / 2)
    first += static_cast<std::size_t>(first[left / 2 - 1] < x) * (left / 2);  // no branch to guess
  const bool is_last_below = left == 1 && *first < x;
  return static_cast<std::size_t>(first - ascending.data()) + (is_last_below ? 1 : 0);
}

}  // namespace credence::detail
