#pragma once
// What the outermost bins of a histogram add to its evidence. Included by studied_family_of.hpp alone.
#include <algorithm>
#include <cmath>
#include <credence/density/histogram.hpp>
#include <credence/detail/family/value_histogram.hpp>
#include <credence/detail/learn/block_priors.hpp>
#include <credence/family/histogram.hpp>

namespace credence::detail {

/// The smallest gap between two different numbers; 0 where there are not two.
[[nodiscard]] inline double least_gap(const ValueHistogram& seen) {
  double least = 0;
  for (std::size_t i = 1; i < seen.values.size(); ++i) {
    const double gap = seen.values[i] - seen.values[i - 1];
    least = i == 1 ? gap : std::min(least, gap);
  }
  return least;
}

/// How much the log density of the numbers falls when the outermost bins are half a gap wider.
[[nodiscard]] inline double fall_with_wider_ends(const HistogramPrior& prior,
                                                 const ValueHistogram& seen) {
  const double half = least_gap(seen) / 2;
  const std::vector<double> counts = bin_counts(prior, seen);
  const std::size_t last = counts.size() - 1;
  const auto fall = [&](std::size_t bin, double wider) {
    return counts[bin] > 0 ? counts[bin] * std::log1p(wider / width_of(prior.edges, bin)) : 0.0;
  };
  return last == 0 ? fall(0, 2 * half) : fall(0, half) + fall(last, half);
}

/// How much of the log evidence of a feature is owed to bins that end at the smallest and at the
/// largest number, where those of rounded numbers should end half a gap further out; 0 for a family
/// without bins. The gap is the smallest between two numbers of the feature.
/// throws  as log_evidence
template <ConjugateFamily F>
[[nodiscard]] double outer_bin_excess([[maybe_unused]] const Block<F>& block,
                                      [[maybe_unused]] Index j,
                                      [[maybe_unused]] std::span<const std::string> classes) {
  double excess = 0;
  if constexpr (std::is_same_v<F, HistogramFamily>) {
    const auto prior = priors(block, j, classes);
    if (!prior.empty()) excess = fall_with_wider_ends(prior.front(), block.pooled(j));
  }
  return excess;
}

}  // namespace credence::detail
