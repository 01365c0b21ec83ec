// What is counted for each number of features.
#include <credence/study/selection_curve.hpp>

#include <credence/learn/posterior_priors.hpp>

#include "learn/structure/naive_part.hpp"
#include "study/folds/bound_study.hpp"
#include "study/folds/learned_folds.hpp"
#include "study/folds/tallies.hpp"
#include "study/metrics/point_sums.hpp"
#include "study/selection/growing_scores.hpp"
#include "study/selection/selection_folds.hpp"

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

using detail::GrowingScores;
using detail::LabelledRows;
using detail::PartPlace;
using detail::RowsAre;

// The scores of one number of features, pooled over folds.
struct SizeTally {
  detail::MetricSums sums = {};
  Moments squares = {};  // of the log loss, where each row counts by the square of weight / unit
  double unit = 0;       // the largest of any fold
  std::vector<UndefinedInFold> undefined = {};

  void add(const detail::PointSums& more);
  [[nodiscard]] SelectionPoint point(Index features) const;
};

// Moments whose weights are given in another unit: a power of two, so that nothing is rounded.
Moments in_unit(Moments squares, double from, double to) {
  const double factor = from / to;
  squares.n *= factor * factor;
  squares.sum_of_squares *= factor * factor;
  return squares;
}

void SizeTally::add(const detail::PointSums& more) {
  sums.weight.add(more.weight);
  sums.right.add(more.right);
  sums.log_loss.add(more.log_loss);
  sums.brier.add(more.brier);
  sums.confidence.add(more.confidence);
  sums.ruled_out.add(more.ruled_out);
  sums.rows += more.rows;
  sums.impossible_rows += more.impossible_rows;
  sums.losses.merge(more.losses);
  sums.excesses.merge(more.excesses);
  const double larger = std::max(unit, more.unit);
  squares = in_unit(squares, unit, larger);
  squares.merge(in_unit(more.squares, more.unit, larger));
  unit = larger;
}

SelectionPoint SizeTally::point(Index features) const {
  SelectionPoint point{.features = features, .undefined = undefined};
  if (!undefined.empty()) return point;
  point.metrics = sums.metrics();
  if (!std::isfinite(point.metrics->log_loss) || sums.rows < 2) return point;
  // About the mean loss, which is not the mean of what was squared where weights differ.
  const double off = squares.mean - point.metrics->log_loss;
  const double about = squares.sum_of_squares + squares.n * off * off;
  const auto rows = static_cast<double>(sums.rows);
  point.standard_error = std::sqrt(about * rows / (rows - 1)) / (sums.weight.value() / unit);
  return point;
}

// The rows of all folds but one.
std::vector<Index> rows_outside(Index fold, std::span<const Index> fold_of) {
  std::vector<Index> rows;
  for (std::size_t row = 0; row < fold_of.size(); ++row)
    if (fold_of[row] >= 0 && fold_of[row] != fold) rows.push_back(static_cast<Index>(row));
  return rows;
}

// The numbers of features to try, of so many.
std::vector<Index> sizes_of(Index features, const SelectionOptions& options) {
  return selection_sizes(options.most < 0 ? features : std::min(features, options.most));
}

// The curve of what was counted, and the number of features that the rule takes.
SelectionCurve curve_of(const std::vector<SizeTally>& tallies, std::span<const Index> sizes,
                        const SelectionOptions& options) {
  SelectionCurve curve{.estimator = std::string(to_string(options.estimator)),
                       .rule = options.rule};
  for (std::size_t s = 0; s < sizes.size(); ++s) curve.points.push_back(tallies[s].point(sizes[s]));
  curve.chosen = chosen_by(options.rule, curve.points);
  return curve;
}

// Scores rows under the first features of a ranking, for each of the sizes.
void add_curve(GrowingScores& scores, std::span<const PartPlace> parts, const LabelledRows& rows,
               std::span<const Index> sizes, Index fold, std::vector<SizeTally>& tallies) {
  detail::PointScorer scorer(rows);
  std::size_t joined = 0;
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    const auto size = std::min(static_cast<std::size_t>(sizes[s]), parts.size());
    for (; joined < size; ++joined) scores.add(parts[joined]);
    const auto undefined = scores.undefined();
    for (const UndefinedCell& cell : undefined)
      tallies[s].undefined.push_back({.cell = cell, .fold = fold});
    if (tallies[s].undefined.empty())
      tallies[s].add(scorer.sums(scores.joints(), scores.fallbacks()));
  }
}

// The parts that any of the sizes takes.
std::span<const PartPlace> tried(std::span<const PartPlace> parts, std::span<const Index> sizes) {
  return parts.first(std::min(parts.size(), static_cast<std::size_t>(sizes.back())));
}

// What all folds but one have taught, and the ranking that follows.
struct RankedFold {
  Posterior<Model> training;
  BoundTable bound = {};  // as it reads the table; empty: as the study does
  std::vector<PartPlace> parts = {};
};

// A ranking for each fold, made from the others.
std::vector<RankedFold> ranked_folds(const detail::Study& study, std::span<const Index> fold_of,
                                     std::span<const LabelledRows> folds,
                                     const detail::RankPlaces& rank) {
  std::vector<RankedFold> ranked;
  StudySeconds seconds;
  const auto visit = [&](Index fold, const Posterior<Model>& training) {
    const auto learned = [&] {
      return detail::all_but(folds, static_cast<std::size_t>(fold)).rows;
    };
    with_chosen_model(study, training, learned, [&](const auto& chosen, const BoundTable& bound) {
      RankedFold& one = ranked.emplace_back(RankedFold{.training = chosen});
      one.parts = rank(chosen, bound, rows_outside(fold, fold_of));
      if (!study.open.empty()) one.bound = bound;
    });
  };
  (void)detail::for_each_training_part(study, folds, seconds, visit);
  return ranked;
}

}  // namespace

namespace detail {

void check(const SelectionOptions& options) {
  if (options.estimator == Estimator::scikit_learn)
    throw Error(ErrorCode::domain,
                "the estimator 'scikit_learn' widens every variance by what it finds in all "
                "columns, so that features do not add up; choose another estimator");
}

}  // namespace detail

SelectionCurve detail::selection_in_folds(const Study& study, const Table& table,
                                          const RankPlaces& rank, const SelectionOptions& options) {
  const auto fold_of = folds_of_study(table, study.truth, study.start.label.size(),
                                      {.folds = options.folds,
                                       .seed = options.seed,
                                       .fold_column = options.fold_column,
                                       .fold_values = options.fold_values});
  const auto folds = rows_by_fold(study.truth, study.bound.weights, fold_of);
  const auto ranked = ranked_folds(study, fold_of, folds, rank);

  Index most = 0;
  for (const RankedFold& fold : ranked) most = std::max<Index>(most, std::ssize(fold.parts));
  const std::vector<Index> sizes = sizes_of(most, options);
  std::vector<SizeTally> tallies(sizes.size());
  Tally baseline;
  for (std::size_t fold = 0; fold < folds.size(); ++fold)
    score_baseline(ranked[fold].training.label, folds[fold], baseline);
  for (std::size_t fold = 0; fold < folds.size(); ++fold)
    with_found_priors(ranked[fold].training, [&](const Posterior<Model>& ready) {
      const BoundTable& bound = study.open.empty() ? study.bound : ranked[fold].bound;
      const auto parts = tried(ranked[fold].parts, sizes);
      GrowingScores scores(ready, options.estimator, bound, folds[fold], RowsAre::fresh, parts);
      add_curve(scores, parts, folds[fold], sizes, static_cast<Index>(fold) + 1, tallies);
    });
  SelectionCurve curve = curve_of(tallies, sizes, options);
  curve.baseline = baseline.card.metrics();
  curve.on = "cross_validation";
  curve.ranked_anew = true;
  curve.folds = std::ssize(folds);
  note_folds(options, curve);
  return curve;
}

SelectionCurve selection_in_folds(const Model& model, const Table& table, const RankFeatures& rank,
                                  const SelectionOptions& options) {
  detail::check(options);
  detail::check_naive(model, "rankings of features are");
  const detail::Study study = detail::bind_study(model, table,
                                                 {.fold_column = options.fold_column,
                                                  .weight = options.weight,
                                                  .by_evidence = options.by_evidence});
  const auto rank_places = [&](const Posterior<Model>& training, const BoundTable& bound,
                               std::span<const Index> rows) {
    return detail::places_of_names(training, rank(training, bound, rows));
  };
  return detail::selection_in_folds(study, table, rank_places, options);
}

SelectionCurve selection_leaving_one_out(const Posterior<Model>& posterior, const Table& table,
                                         std::span<const std::string> names,
                                         const SelectionOptions& options) {
  detail::check(options);
  detail::check_naive(posterior, "rankings of features are");
  Evaluation outline;
  const detail::RowsToScore all = detail::rows_to_score(posterior, table, options.weight, outline);
  detail::check_learned(posterior.label, all.rows, table);
  const std::vector<Index> sizes = sizes_of(std::ssize(names), options);
  std::vector<SizeTally> tallies(sizes.size());
  const std::vector<PartPlace> parts = detail::places_of_names(posterior, names);
  with_found_priors(posterior, [&](const Posterior<Model>& ready) {
    GrowingScores scores(ready, options.estimator, all.bound, all.rows, RowsAre::learned,
                         tried(parts, sizes));
    add_curve(scores, parts, all.rows, sizes, 0, tallies);
  });
  SelectionCurve curve = curve_of(tallies, sizes, options);
  curve.baseline =
      detail::score_baseline_learned(posterior.label, all.rows).left_out.card.metrics();
  curve.on = "leave_one_out";
  for (SelectionPoint& point : curve.points)
    if (point.features > 0) point.added = names[static_cast<std::size_t>(point.features - 1)];
  return curve;
}

}  // namespace credence
