#pragma once
// The little of <algorithm> that public headers need: g++ 12 takes a quarter of a second to read the
// whole, in every program that includes the library.
#include <cstddef>
#include <vector>

namespace credence::detail {

/// As std::max, std::min and std::clamp, by value.
template <class T>
[[nodiscard]] constexpr T larger(T a, T b) {
  return a < b ? b : a;
}
template <class T>
[[nodiscard]] constexpr T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
[[nodiscard]] constexpr T clamped(T x, T least, T most) {
  return x < least ? least : most < x ? most : x;
}

/// Returns the first place in [first, last) of an ascending list whose number is not below x; `last`
/// where there is none.
[[nodiscard]] inline std::size_t first_not_below(const std::vector<double>& ascending,
                                                 std::size_t first, std::size_t last, double x) {
  std::size_t length = last - first;
  while (length > 0) {
    const std::size_t half = length / 2;
    if (ascending[first + half] < x) {
      first += half + 1;
      length -= half + 1;
    } else {
      length = half;
    }
  }
  return first;
}

}  // namespace credence::detail
