#pragma once
// The evidence of a block's data under each tying of its variances.
#include <credence/base/error.hpp>
#include <credence/detail/learn/block_priors.hpp>
#include <credence/detail/learn/tying.hpp>
#include <span>
#include <vector>

namespace credence {

namespace detail {
/// Returns the log evidence of a feature, were it tied so.
template <TiedFamily F>
[[nodiscard]] double log_evidence_if(Block<F>& block, Index j, Tying tying,
                                     std::span<const std::string> classes) {
  Feature<F>& feature = block.feature(j);
  if (ties_classes(tying) && !feature.prior.by_class.empty())
    throw Error(ErrorCode::undefined,
                "the prior differs by class, so that classes cannot share a variance; give one");
  feature.tied = tying;
  return F::tied_log_evidence(tying, priors(block, j, classes), cells_of(block, j));
}
}  // namespace detail

/// Returns the log evidence of a feature of a block under each tying that its prior allows, in the
/// order of all_tyings. Differences are log Bayes factors: the statistics are the same, only the
/// question is another. The prior is that of the block throughout, a word standing for the same
/// numbers.
/// out     empty where none has an evidence, as with `auto` in a constant column
template <TiedFamily F>
[[nodiscard]] std::vector<TyingEvidence> tying_evidence(Block<F> block, Index j,
                                                        std::span<const std::string> classes) {
  std::vector<TyingEvidence> all;
  for (const Tying tying : all_tyings) try {
      all.push_back({tying, detail::log_evidence_if(block, j, tying, classes)});
    } catch (const Error& error) {
      if (error.code() != ErrorCode::undefined && error.code() != ErrorCode::shape) throw;
    }
  return all;
}

}  // namespace credence
