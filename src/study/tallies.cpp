// Scores of rows that are new to a posterior, or that it has learned.
#include "study/tallies.hpp"

#include <credence/base/sum.hpp>
#include <credence/detail/base/stopwatch.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/leave_one_out.hpp>

#include <algorithm>
#include <cmath>

namespace credence::detail {

void score(const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
           const LabelledRows& rows, Index fold, Tally& tally) {
  Estimates estimates;
  {
    const Stopwatch watch(tally.seconds.estimate);
    estimates = estimate(posterior, estimator);
  }
  for (UndefinedCell& cell : estimates.undefined)
    tally.undefined.push_back({.cell = std::move(cell), .fold = fold});
  if (!tally.undefined.empty()) return;
  const Stopwatch watch(tally.seconds.score);
  const Classifier<Model> classifier(std::move(estimates));
  tally.card.add(classifier.predict(bound, rows.rows), rows.truth, rows.weights);
}

void add(StudySeconds& seconds, const StudySeconds& more) {
  seconds.observe += more.observe;
  seconds.estimate += more.estimate;
  seconds.score += more.score;
}

Result result_of(Estimator estimator, std::string on, Tally tally) {
  Result result;
  result.estimator = to_string(estimator);
  result.on = std::move(on);
  result.undefined = std::move(tally.undefined);
  if (!result.undefined.empty()) return result;
  result.metrics = tally.card.metrics();
  result.confusion = tally.card.confusion();
  result.calibration = tally.card.calibration();
  result.unseen_cells = tally.card.unseen_cells();
  return result;
}

namespace {

// Scores learned rows, each by what is left without it; nothing after the first undefined estimate.
void score_left_out(const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
                    const LabelledRows& rows, Tally& tally) {
  const Stopwatch watch(tally.seconds.score);
  LeaveOneOut left = leave_one_out(posterior, estimator, bound, rows.rows);
  for (UndefinedCell& cell : left.undefined)
    tally.undefined.push_back({.cell = std::move(cell), .fold = 0});
  if (tally.undefined.empty()) tally.card.add(left.predictions, rows.truth, rows.weights);
}

}  // namespace

std::vector<LearnedTallies> score_learned(const Posterior<Model>& posterior,
                                          std::span<const Estimator> estimators,
                                          const BoundTable& bound, const LabelledRows& rows) {
  std::vector<LearnedTallies> all(estimators.size());
  with_found_priors(posterior, [&](const Posterior<Model>& ready) {
    for (std::size_t e = 0; e < estimators.size(); ++e) {
      score(ready, estimators[e], bound, rows, 0, all[e].training);
      score_left_out(ready, estimators[e], bound, rows, all[e].left_out);
    }
  });
  return all;
}

RowsToScore rows_to_score(const Posterior<Model>& posterior, const Table& table,
                          std::string_view weight, Evaluation& evaluation) {
  const LabelColumn& label = posterior.label;
  (void)table.column(label.name);
  RowsToScore all;
  {
    const Stopwatch watch(evaluation.seconds.observe);
    all.bound = credence::bind(posterior.model, table, weight);
  }
  const BoundTable& bound = all.bound;
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

void check_learned(const LabelColumn& label, const LabelledRows& rows, const Table& table) {
  std::vector<CompensatedSum> weights(label.classes.size());
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    weights[static_cast<std::size_t>(rows.truth[i])].add(rows.weights[i]);
  for (std::size_t klass = 0; klass < weights.size(); ++klass) {
    const double here = weights[klass].value();
    const double learned = label.counts.counts[klass];
    if (std::abs(here - learned) <= summing * std::max(here, learned)) continue;
    throw Error(ErrorCode::domain,
                "leave-one-out takes back rows that were learned: class '" + label.classes[klass] +
                    "' has weight " + text(here) + " in " +
                    (table.file().empty() ? "the table" : "'" + table.file() + "'") + " and " +
                    text(learned) +
                    " in the posterior; give the rows that it has learned, with their weights");
  }
}

}  // namespace credence::detail
