#pragma once
// The bin of a histogram that holds a number.
#include <algorithm>
#include <vector>

#include <credence/base/index.hpp>

namespace credence::detail {

// -1 for a number beyond the edges.
[[nodiscard]] inline Index bin_holding(const std::vector<double>& edges, double x) {
  if (x == edges.back()) return std::ssize(edges) - 2;
  const auto above = std::upper_bound(edges.begin(), edges.end(), x);
  if (above == edges.begin() || above == edges.end()) return -1;
  return above - edges.begin() - 1;
}

}  // namespace credence::detail
