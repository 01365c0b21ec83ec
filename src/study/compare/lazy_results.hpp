#pragma once
// Lazy Bayesian rules in the rows that a study compares.
#include <credence/study/lazy_rules.hpp>

#include "study/folds/bound_study.hpp"
#include "study/folds/tallies.hpp"

namespace credence::detail {

/// The name of lazy rules where structures are listed.
inline constexpr const char* lazy_name = "lbr";

/// What lazy rules say, an entry for each estimator.
struct LazyTallies {
  std::vector<Tally> training = {};
  std::vector<Tally> validation = {};
};

/// Scores the rows that the rules keep, and each fold by rules that keep the others.
/// in   study: of naive Bayes;  all: the rows of all folds
/// cost  as LazyRules, for each estimator and fold
[[nodiscard]] LazyTallies score_lazily(const Study& study, std::span<const LabelledRows> folds,
                                       const LabelledRows& all,
                                       std::span<const Estimator> estimators);

/// What lazy rules that keep some rows say of others, under the families that the rows choose.
/// in      learned: the study's start after `rows`
/// throws  Error{undefined} as LazyRules
[[nodiscard]] Predictions lazy_predictions(const Study& study, const Posterior<Model>& learned,
                                           std::span<const Index> rows,
                                           std::span<const Index> asked, Estimator estimator);

}  // namespace credence::detail
