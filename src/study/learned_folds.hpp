#pragma once
// What each fold of a study has taught, and all folds but one.
#include <utility>
#include <vector>

#include "learn/pair_counts.hpp"
#include "study/bound_study.hpp"
#include "study/cross_validation.hpp"

namespace credence::detail {

/// The folds of a study, each read once. Pairs of levels are whole counts: what the others taught of
/// them is the count of all folds less that of one.
class LearnedFolds {
 public:
  /// in      study: it must outlive them
  LearnedFolds(const Study& study, std::span<const LabelledRows> folds);

  /// Calls `visit(fold, posterior)` for each fold with the posterior of all others.
  /// out     the posterior of all folds
  /// cost    that of credence::for_each_training_part, but contexts whose pairs are counted are made
  ///         once a fold
  template <class Visitor>
  Posterior<Model> for_each_training_part(Visitor&& visit) const {
    const Posterior<Model> all =
        credence::for_each_training_part(parts_, [&](Index fold, const Posterior<Model>& training) {
          if (pairs_.empty())
            visit(fold, training);
          else
            visit(fold, with_contexts(training, fold));
        });
    return pairs_.empty() ? all : with_contexts(all, -1);
  }

 private:
  // in  fold: whose rows are left out; -1 for none
  [[nodiscard]] Posterior<Model> with_contexts(Posterior<Model> posterior, Index fold) const;

  const Study& study_;
  std::vector<Posterior<Model>> parts_;  // of each fold; without contexts where pairs are counted
  std::vector<PairCounts> pairs_;        // of each fold, then of all
};

}  // namespace credence::detail
