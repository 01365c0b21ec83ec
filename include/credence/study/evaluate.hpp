#pragma once
// How a posterior's classifiers do on rows with known classes.
#include <credence/base/stopwatch.hpp>
#include <credence/learn/found_priors.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/labelled_rows.hpp>
#include <credence/study/notes.hpp>

namespace credence {

namespace detail {

/// Predictions of one estimator, and why there are none; of one classifier or of several folds.
struct Tally {
  Scorecard card = {};
  std::vector<UndefinedInFold> undefined = {};
  StudySeconds seconds = {};
};

/// Scores rows; after the first undefined estimate only the undefined ones are noted down.
/// in      fold: from 1, 0 outside cross-validation
template <class List>
void score(const Posterior<BasicModel<List>>& posterior, Estimator estimator,
           const BoundTable<List>& bound, const LabelledRows& rows, Index fold, Tally& tally) {
  Estimates<BasicModel<List>> estimates;
  {
    const Stopwatch watch(tally.seconds.estimate);
    estimates = estimate(posterior, estimator);
  }
  for (UndefinedCell& cell : estimates.undefined)
    tally.undefined.push_back({.cell = std::move(cell), .fold = fold});
  if (!tally.undefined.empty()) return;
  const Stopwatch watch(tally.seconds.score);
  const Classifier classifier{std::move(estimates)};
  tally.card.add(classifier.predict(bound, rows.rows), rows.truth, rows.weights);
}

inline void add(StudySeconds& seconds, const StudySeconds& more) {
  seconds.observe += more.observe;
  seconds.estimate += more.estimate;
  seconds.score += more.score;
}

[[nodiscard]] Result result_of(Estimator estimator, std::string on, Tally tally);

/// A table that was bound to be scored, and the rows that can be.
template <class List>
struct RowsToScore {
  BoundTable<List> bound;
  LabelledRows rows;
};

/// The rows of a table that can be scored, and the evaluation before its results.
template <class List>
[[nodiscard]] RowsToScore<List> rows_to_score(const Posterior<BasicModel<List>>& posterior,
                                              const Table& table, std::string_view weight,
                                              Evaluation& evaluation) {
  const LabelColumn& label = posterior.label;
  (void)table.column(label.name);
  RowsToScore<List> all;
  {
    const Stopwatch watch(evaluation.seconds.observe);
    all.bound = credence::bind<List>(posterior.model.schema(), table, weight);
  }
  const BoundTable<List>& bound = all.bound;
  check_labels(table, label.name, bound.label, label.classes, bound.weights);
  all.rows =
      labelled_rows(positions_that_count(bound.label, label.classes, bound.weights), bound.weights);
  if (all.rows.rows.empty()) no_labelled_row(table, label.name);
  evaluation.rows = std::ssize(all.rows.rows);
  evaluation.skipped_rows = rows_without_label(bound.label);
  evaluation.label = label.name;
  evaluation.classes = label.classes;
  return all;
}

}  // namespace detail

/// How a posterior's classifiers do on the labelled rows of a table; the others are passed over.
/// in      weight: the column of row weights, empty for 1 each
/// throws  as bind; Error{schema} when the table has no label column or no row with a label, and
///         with the place of a label that the posterior does not know
/// cost    estimators x rows x features x classes
template <class List>
[[nodiscard]] Evaluation evaluate(const Posterior<BasicModel<List>>& posterior, const Table& table,
                                  std::span<const Estimator> estimators,
                                  std::string_view weight = {}) {
  Evaluation evaluation;
  const auto asked = detail::rows_to_score(posterior, table, weight, evaluation);
  with_found_priors(posterior, [&](const auto& ready) {
    for (const Estimator estimator : estimators) {
      detail::Tally tally;
      detail::score(ready, estimator, asked.bound, asked.rows, 0, tally);
      detail::add(evaluation.seconds, tally.seconds);
      evaluation.results.push_back(detail::result_of(estimator, "test", std::move(tally)));
    }
  });
  evaluation.notes = notes_on(evaluation, table.rows());
  return evaluation;
}

extern template Evaluation evaluate(const Posterior<Model>&, const Table&,
                                    std::span<const Estimator>, std::string_view);

}  // namespace credence
