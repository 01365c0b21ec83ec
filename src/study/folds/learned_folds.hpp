#pragma once
// What each fold of a study has taught, and all folds but one.
#include <credence/detail/base/stopwatch.hpp>
#include <vector>

#include "learn/structure/pair_counts.hpp"
#include "study/folds/bound_study.hpp"
#include "study/folds/counted_words.hpp"
#include "study/folds/cross_validation.hpp"

namespace credence::detail {

/// The folds of a study, each read once. Pairs of levels and words of texts are whole counts: what the
/// others taught of them is the count of all folds less that of one.
class LearnedFolds {
 public:
  /// in      study: it must outlive them
  LearnedFolds(const Study& study, std::span<const LabelledRows> folds);

  /// Returns whether contexts are made of counted pairs, and not merged.
  [[nodiscard]] bool counts_pairs() const { return !pairs_.empty(); }

  /// Calls `visit(fold, posterior)` for each fold with the posterior of all others.
  /// out     the posterior of all folds
  /// cost    that of credence::for_each_training_part, but contexts whose pairs are counted, and
  ///         texts, are made once a fold
  template <class Visitor>
  Posterior<Model> for_each_training_part(Visitor&& visit) const {
    const Posterior<Model> all =
        credence::for_each_training_part(parts_, [&](Index fold, const Posterior<Model>& training) {
          if (is_merged())
            visit(fold, training);
          else
            visit(fold, completed(training, fold));
        });
    return is_merged() ? all : completed(all, -1);
  }

 private:
  // Whether nothing is left to be subtracted.
  [[nodiscard]] bool is_merged() const { return pairs_.empty() && words_.empty(); }
  // Adds contexts and texts.
  // in  fold: whose rows are left out; -1 for none
  [[nodiscard]] Posterior<Model> completed(Posterior<Model> posterior, Index fold) const;

  const Study& study_;
  std::vector<Posterior<Model>> parts_;  // of each fold, without what is counted
  std::vector<PairCounts> pairs_;        // of each fold, then of all
  CountedWords words_;
};

/// Calls `visit(fold, posterior)` for each fold with what all other folds have taught, and returns what
/// all of them have.
/// in      seconds: to which the time of reading rows is added
/// throws  Error{limit} as keeps_parts, before a row is read
/// cost    one pass over the rows and three merges a fold, or a pass over the rows for each fold
template <class Visitor>
Posterior<Model> for_each_training_part(const Study& study, std::span<const LabelledRows> folds,
                                        StudySeconds& seconds, Visitor&& visit) {
  const auto learned = [&](std::span<const Index> rows) {
    const Stopwatch watch(seconds.observe);
    Posterior<Model> posterior = study.start;
    observe(posterior, study.bound, rows);
    return posterior;
  };
  if (keeps_parts(study, folds.size())) {
    const LearnedFolds parts = [&] {
      const Stopwatch watch(seconds.observe);
      return LearnedFolds(study, folds);
    }();
    return parts.for_each_training_part(visit);
  }
  for (std::size_t fold = 0; fold < folds.size(); ++fold)
    visit(static_cast<Index>(fold), learned(all_but(folds, fold).rows));
  return learned(labelled_rows(study.truth, study.bound.weights).rows);
}

}  // namespace credence::detail
