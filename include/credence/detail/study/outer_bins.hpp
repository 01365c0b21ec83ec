#pragma once
// What edges that the numbers gave add to their evidence. Included by studied_family_of.hpp alone.
#include <algorithm>
#include <cmath>
#include <credence/density/histogram.hpp>
#include <credence/detail/family/value_histogram.hpp>
#include <credence/detail/learn/block_priors.hpp>
#include <credence/family/histogram.hpp>
#include <credence/family/polya_tree.hpp>

namespace credence::detail {

/// Returns how much the log density of the numbers falls when the outermost bins are half of the
/// smallest gap between two numbers wider.
/// in      seen: at least two different numbers
[[nodiscard]] inline double fall_with_wider_ends(const HistogramPrior& prior,
                                                 const ValueHistogram& seen) {
  double gap = seen.values[1] - seen.values[0];
  for (std::size_t i = 2; i < seen.values.size(); ++i)
    gap = std::min(gap, seen.values[i] - seen.values[i - 1]);
  const std::vector<double> counts = bin_counts(prior, seen);
  const std::size_t last = counts.size() - 1;
  const auto fall = [&](std::size_t bin, double wider) {
    return counts[bin] > 0 ? counts[bin] * std::log1p(wider / width_of(prior.edges, bin)) : 0.0;
  };
  return last == 0 ? fall(0, gap) : fall(0, gap / 2) + fall(last, gap / 2);
}

/// Returns how much of the log evidence of a feature is owed to edges that its numbers gave; 0 for a
/// family without edges. Bins of a histogram end at the smallest and at the largest number, where
/// those of rounded numbers should end half a gap further out; the gap is the smallest between two
/// numbers of the feature. A tree stands at the mean and the standard deviation of n numbers: half
/// of ln n for each of the two, as much as a parameter costs whose prior is worth one number
/// [schwarz1978].
/// throws  as log_evidence; Error{undefined} for bins of one number, whose width no data gave
template <ConjugateFamily F>
[[nodiscard]] double evidence_excess([[maybe_unused]] const Block<F>& block,
                                     [[maybe_unused]] Index j,
                                     [[maybe_unused]] std::span<const std::string> classes) {
  double excess = 0;
  if constexpr (std::is_same_v<F, DirichletHistogram>) {
    const ValueHistogram pooled = block.pooled(j);
    if (pooled.values.size() < 2)
      throw Error(ErrorCode::undefined, "column '" + block.feature(j).name +
                                            "': family 'histogram' has no evidence where there are "
                                            "not two different numbers");
    excess = fall_with_wider_ends(priors(block, j, classes).front(), pooled);
  }
  if constexpr (std::is_same_v<F, PolyaTreeNumbers>)
    excess = std::log(std::max(1.0, block.pooled(j).count()));
  return excess;
}

}  // namespace credence::detail
