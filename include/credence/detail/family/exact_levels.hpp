#pragma once
// Exact sums of statistics that have one count for each level.
#include <credence/family/exact_statistics.hpp>

namespace credence::detail {

/// Returns the sums of each level of `n`, from the first of levels on.
[[nodiscard]] inline std::vector<double> rounded_levels(const std::vector<ExactSum>& sums,
                                                        std::size_t fixed) {
  std::vector<double> counts;
  counts.reserve(sums.size());
  for (std::size_t i = fixed; i < sums.size(); ++i) counts.push_back(sums[i].value());
  return counts;
}

/// Returns the sum with this number, which is made where there is none.
[[nodiscard]] inline ExactSum& sum_at(std::vector<ExactSum>& sums, std::size_t at) {
  if (sums.size() <= at) sums.resize(at + 1);
  return sums[at];
}

}  // namespace credence::detail
