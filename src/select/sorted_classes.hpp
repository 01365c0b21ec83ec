#pragma once
// Classes in an order that their names have no part in.
#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

#include "select/information_terms.hpp"

namespace credence::detail {

/// Returns the classes of positive probability, by probability and then by their density's numbers,
/// so that sums over them have the same bits whatever the classes are called.
/// in      law_of(density): the density as it is summed or integrated
/// throws  Error{shape} unless there is a density for each class
template <class Density, class LawOf>
[[nodiscard]] auto sorted_classes(std::span<const double> probabilities,
                                  std::span<const Density> densities, const LawOf& law_of) {
  check_densities(probabilities.size(), densities.size());
  using Law = decltype(law_of(densities.front()));
  std::vector<Weighted<Law>> classes;
  for (std::size_t c = 0; c < probabilities.size(); ++c)
    if (probabilities[c] > 0)
      classes.push_back({.weight = probabilities[c], .density = law_of(densities[c])});
  std::sort(classes.begin(), classes.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.weight, key_of(a.density)) < std::tuple(b.weight, key_of(b.density));
  });
  return classes;
}

}  // namespace credence::detail
