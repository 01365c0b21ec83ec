#pragma once
// How many features of a ranking to take: one curve for all numbers of features, from one set of
// statistics.
#include <credence/study/compare.hpp>
#include <credence/study/growing_scores.hpp>
#include <credence/study/selection.hpp>

namespace credence {

struct SelectionOptions {
  Estimator estimator = Estimator::predictive;  ///< not scikit_learn
  SelectionRule rule = SelectionRule::one_standard_error;
  Index folds = 10;
  std::uint64_t seed = 1;        ///< of the random assignment of rows to folds
  std::string fold_column = {};  ///< takes the folds from this column instead
  std::string weight = {};       ///< column of row weights; empty: 1 each
  Index most = -1;               ///< the largest number of features to try; -1: all
};

namespace detail {

/// The scores of one number of features, pooled over folds.
struct SizeTally {
  Scorecard card = {};
  std::vector<UndefinedInFold> undefined = {};
  std::vector<double> losses = {};   // of each row
  std::vector<double> weights = {};  // of each row

  void add(const Predictions& predictions, const LabelledRows& rows);
  [[nodiscard]] SelectionPoint point(Index features) const;
};

/// Throws Error{domain} for options that no curve has.
void check(const SelectionOptions& options);

/// The numbers of features to try, of so many.
[[nodiscard]] std::vector<Index> sizes_of(Index features, const SelectionOptions& options);

/// Scores rows under the first features of a ranking, for each of the sizes.
template <class List>
void add_curve(GrowingScores<List>& scores, std::span<const std::string> names,
               const LabelledRows& rows, std::span<const Index> sizes, Index fold,
               std::vector<SizeTally>& tallies) {
  std::size_t joined = 0;
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    const auto size = std::min(static_cast<std::size_t>(sizes[s]), names.size());
    for (; joined < size; ++joined) scores.add(names[joined]);
    const auto undefined = scores.undefined();
    for (const UndefinedCell& cell : undefined)
      tallies[s].undefined.push_back({.cell = cell, .fold = fold});
    if (tallies[s].undefined.empty()) tallies[s].add(scores.predictions(), rows);
  }
}

/// What all folds but one have taught, and the ranking that follows.
template <class List>
struct RankedFold {
  Posterior<BasicModel<List>> training;
  std::vector<std::string> names = {};
};

/// The rows of all folds but one.
[[nodiscard]] std::vector<Index> rows_outside(Index fold, std::span<const Index> fold_of);

/// A ranking for each fold, made from the others.
template <class List, class Rank>
[[nodiscard]] std::vector<RankedFold<List>> ranked_folds(const Study<List>& study,
                                                         std::span<const Index> fold_of,
                                                         std::span<const LabelledRows> folds,
                                                         Rank&& rank) {
  std::vector<Posterior<BasicModel<List>>> parts(folds.size(), study.start);
  for (std::size_t fold = 0; fold < folds.size(); ++fold)
    observe(parts[fold], study.bound, folds[fold].rows);
  std::vector<RankedFold<List>> ranked;
  (void)for_each_training_part(parts, [&](Index fold, const auto& training) {
    const std::vector<Index> rows = rows_outside(fold, fold_of);
    ranked.push_back(
        {.training = training, .names = rank(training, study.bound, std::span<const Index>(rows))});
  });
  return ranked;
}

/// The curve of what was counted, and the number of features that the rule takes.
[[nodiscard]] SelectionCurve curve_of(const std::vector<SizeTally>& tallies,
                                      std::span<const Index> sizes,
                                      const SelectionOptions& options);

}  // namespace detail

/// How the first K features of a ranking do in cross-validation, for every K. The ranking is made
/// anew in every fold, from the rows of the others, so that no row is judged by features that it
/// helped to choose. Where there are more than 200 features, some numbers are passed over.
/// in      rank: called as rank(posterior, bound, rows) with what the other folds have taught and
///         their rows in the table; gives names as `keep` takes them, the best first
/// throws  as compare; Error{domain} for the estimator scikit_learn
/// cost    one pass over the data, a ranking and three merges for each fold, then one scoring of each
///         feature of each row; of words and tied columns one for each number of features
template <class List, class Rank>
[[nodiscard]] SelectionCurve selection_in_folds(const BasicModel<List>& model, const Table& table,
                                                Rank&& rank, const SelectionOptions& options = {}) {
  detail::check(options);
  const CompareOptions compared{.folds = options.folds,
                                .seed = options.seed,
                                .fold_column = options.fold_column,
                                .weight = options.weight};
  const detail::Study<List> study = detail::bind_study(model, table, compared);
  const auto fold_of =
      detail::folds_of_study(table, study.truth, study.start.label.size(), compared);
  const auto folds = detail::rows_by_fold(study.truth, study.bound.weights, fold_of);
  const auto ranked = detail::ranked_folds(study, fold_of, folds, rank);

  Index most = 0;
  for (const auto& fold : ranked) most = std::max<Index>(most, std::ssize(fold.names));
  const std::vector<Index> sizes = detail::sizes_of(most, options);
  std::vector<detail::SizeTally> tallies(sizes.size());
  detail::BoundFeatures<List> bound(table, options.weight);
  for (std::size_t fold = 0; fold < folds.size(); ++fold)
    with_found_priors(ranked[fold].training, [&](const auto& ready) {
      detail::GrowingScores<List> scores(ready, options.estimator, bound, folds[fold],
                                         detail::RowsAre::fresh);
      detail::add_curve(scores, ranked[fold].names, folds[fold], sizes,
                        static_cast<Index>(fold) + 1, tallies);
    });
  SelectionCurve curve = detail::curve_of(tallies, sizes, options);
  curve.on = "cross_validation";
  curve.ranked_anew = true;
  curve.folds = std::ssize(folds);
  if (options.fold_column.empty()) curve.seed = options.seed;
  return curve;
}

/// How the first K features of a given ranking do when each row is scored by what was learned from
/// all others, for every K. The ranking is not made anew: where it was found from the same rows, the
/// curve is for comparing numbers of features and flatters all of them (docs/feature_selection.md).
/// in      posterior: has learned the rows of the table;  names: as `keep` takes them, the best first
/// throws  as evaluate_learned; Error{domain} for the estimator scikit_learn
/// cost    one leave-one-out scoring of each feature; of words and tied columns one for each number
///         of features
template <class List>
[[nodiscard]] SelectionCurve selection_leaving_one_out(const Posterior<BasicModel<List>>& posterior,
                                                       const Table& table,
                                                       std::span<const std::string> names,
                                                       const SelectionOptions& options = {}) {
  detail::check(options);
  Evaluation outline;
  const auto [all, rows] = detail::rows_to_score(posterior, table, options.weight, outline);
  detail::check_learned(posterior.label, rows, table);
  const std::vector<Index> sizes = detail::sizes_of(std::ssize(names), options);
  std::vector<detail::SizeTally> tallies(sizes.size());
  detail::BoundFeatures<List> bound(table, options.weight);
  with_found_priors(posterior, [&, &scored = rows](const auto& ready) {
    detail::GrowingScores<List> scores(ready, options.estimator, bound, scored,
                                       detail::RowsAre::learned);
    detail::add_curve(scores, names, scored, sizes, 0, tallies);
  });
  SelectionCurve curve = detail::curve_of(tallies, sizes, options);
  curve.on = "leave_one_out";
  for (SelectionPoint& point : curve.points)
    if (point.features > 0) point.added = names[static_cast<std::size_t>(point.features - 1)];
  return curve;
}

}  // namespace credence
