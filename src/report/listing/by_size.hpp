#pragma once
// Positions of what is shown, by its size: of many classes or bars the largest.
#include <credence/study/metrics.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace credence::report {

/// Returns all positions, that of the largest size first; equal ones stay in their order.
[[nodiscard]] inline std::vector<std::size_t> by_size(std::span<const double> sizes) {
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  return order;
}

/// Returns the positions of the `most` largest sizes, of all where there are fewer, in their order.
[[nodiscard]] inline std::vector<std::size_t> largest(std::span<const double> sizes,
                                                      std::size_t most) {
  std::vector<std::size_t> chosen = by_size(sizes);
  chosen.resize(std::min(chosen.size(), most));
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

/// Returns the classes with the most rows, at most so many, in their order.
[[nodiscard]] inline std::vector<Index> largest_classes(const Confusion& confusion,
                                                        std::size_t most) {
  std::vector<double> weights;
  for (Index klass = 0; klass < std::ssize(confusion.classes()); ++klass)
    weights.push_back(confusion.weight_of_class(klass));
  const std::vector<std::size_t> classes = largest(weights, most);
  return {classes.begin(), classes.end()};
}

}  // namespace credence::report
