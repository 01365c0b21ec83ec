#pragma once
// Posteriors of all folds but one, by merging statistics instead of reading rows again.
#include <credence/learn/model_posterior.hpp>

namespace credence {

/// Calls `visit(fold, posterior)` for each fold with the posterior of all other folds.
/// in      parts: the posterior of each fold, all of the same model and classes; at least two
/// out     the posterior of all folds
/// cost    three merges per fold: with what comes before it and with what comes after it, kept in
///         one list of posteriors
template <class M, class Visitor>
Posterior<M> for_each_training_part(const std::vector<Posterior<M>>& parts, Visitor&& visit) {
  std::vector<Posterior<M>> after = parts;
  for (std::size_t fold = parts.size() - 1; fold-- > 0;) merge(after[fold], after[fold + 1]);
  Posterior<M> before;
  for (std::size_t fold = 0; fold < parts.size(); ++fold) {
    const bool last = fold + 1 == parts.size();
    Posterior<M> training = fold == 0 ? after[1] : before;
    if (fold > 0 && !last) merge(training, after[fold + 1]);
    visit(static_cast<Index>(fold), std::as_const(training));
    if (fold == 0)
      before = parts.front();
    else if (!last)
      merge(before, parts[fold]);
  }
  return std::move(after.front());
}

}  // namespace credence
