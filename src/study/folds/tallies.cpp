// Scores of rows that are new to a posterior, or that it has learned.
#include "study/folds/tallies.hpp"

#include <credence/base/sum.hpp>
#include <credence/detail/base/stopwatch.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/study/leave_one_out.hpp>

#include "learn/binding/check_bound.hpp"
#include "predict/structure/undefined_cells.hpp"
#include "predict/tiles/row_summaries.hpp"
#include "study/left_out/left_out_terms.hpp"
#include "study/metrics/twin_columns.hpp"

#include <algorithm>
#include <cmath>

namespace credence::detail {

namespace {

// Whether rows are counted by their summaries: with many classes, unless the probabilities of rows are
// asked for one by one. This does not depend on the rows, of which some may come later.
bool are_summarised(std::size_t classes, const Tally& tally) {
  constexpr std::size_t many_classes = 200;
  return classes > many_classes && tally.loss == nullptr && !tally.take;
}

// Whether areas under ROC curves are asked for and may still be had with more rows; else they are left
// out from now on.
bool are_ranked(const LabelledRows& rows, std::size_t classes, Tally& tally) {
  if (!tally.roc) return false;
  if (tally.roc->has_room_for(rows.rows.size(), classes)) return true;
  tally.roc->leave_out(classes);
  return false;
}

}  // namespace

RowScorer::RowScorer(const Posterior<Model>& posterior, Estimator estimator, Index fold)
    : posterior_(&posterior), estimator_(estimator), fold_(fold), baseline_(posterior.label) {}

RowScorer::RowScorer(const Posterior<Model>& posterior, const LogisticTwin& twin)
    : RowScorer(posterior, Estimator::predictive) {
  twin_ = &twin;
  is_estimated_ = true;
}

bool RowScorer::add_by_pairs(const BoundTable& bound, const LabelledRows& rows, Tally& tally) {
  const Stopwatch watch(tally.seconds.score);
  if (!pairs_)
    pairs_ = posterior_->feature_weights.any() ? nullptr : PairTerms::of(*posterior_, estimator_);
  if (*pairs_ == nullptr) return false;
  const RowSpan span{.count = std::ssize(rows.rows), .list = rows.rows.data()};
  const auto answers = predict_by_pairs(**pairs_, *posterior_, estimator_, bound, span);
  if (answers) detail::add(*answers, rows, baseline_.losses(rows), tally);
  return answers.has_value();
}

void RowScorer::add_by_twin(const BoundTable& bound, std::span<const LabelledRows> parts,
                            Tally& tally) const {
  const Stopwatch watch(tally.seconds.score);
  for (const LabelledRows& part : parts)
    add_scored(detail::predict(*twin_, bound, part.rows), part, tally);
}

void RowScorer::make_classifier(Tally& tally) {
  const Stopwatch watch(tally.seconds.estimate);
  is_estimated_ = true;
  Estimates estimates = estimate(*posterior_, estimator_);
  add_undefined(std::move(estimates.undefined), fold_, tally);
  if (tally.undefined.empty()) classifier_.emplace(std::move(estimates));
}

void RowScorer::add(const BoundTable& bound, const LabelledRows& rows, Tally& tally) {
  const std::vector<LabelledRows> parts = parts_of(rows, posterior_->label.classes.size());
  if (twin_ != nullptr) return add_by_twin(bound, parts, tally);
  if (parts.size() == 1 && !classifier_ && add_by_pairs(bound, rows, tally)) return;
  if (!is_estimated_) make_classifier(tally);
  if (!tally.undefined.empty()) return;
  try {
    add_by_classifier(bound, rows, parts, tally);
  } catch (const UndefinedCells& error) {
    add_undefined(error.cells(), fold_, tally);
  }
}

void RowScorer::add_by_classifier(const BoundTable& bound, const LabelledRows& rows,
                                  std::span<const LabelledRows> parts, Tally& tally) const {
  const Stopwatch watch(tally.seconds.score);
  const std::size_t classes = posterior_->label.classes.size();
  if (is_summarised(tally) && !are_ranked(rows, classes, tally)) {
    const RowSpan span{.count = std::ssize(rows.rows), .list = rows.rows.data()};
    return detail::add(classifier_->summarise(bound, span, rows.truth), posterior_->label, rows,
                       tally);
  }
  for (const LabelledRows& part : parts)
    add_scored(classifier_->predict(bound, part.rows), part, tally);
}

bool RowScorer::is_summarised(const Tally& tally) const {
  return posterior_->contexts.empty() && are_summarised(posterior_->label.classes.size(), tally);
}

void RowScorer::add_scored(const Predictions& predictions, const LabelledRows& rows,
                           Tally& tally) const {
  if (!is_summarised(tally)) return detail::add(predictions, rows, baseline_.losses(rows), tally);
  if (tally.roc) tally.roc->add(predictions, rows.truth, rows.weights);
  detail::add(summaries_of(predictions, rows.truth), posterior_->label, rows, tally);
}

void RowScorer::note_undefined(Tally& tally) {
  if (!is_estimated_) make_classifier(tally);
}

void add_undefined(std::vector<UndefinedCell> cells, Index fold, Tally& tally) {
  for (UndefinedCell& cell : cells)
    tally.undefined.push_back({.cell = std::move(cell), .fold = fold});
}

void score(const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
           const LabelledRows& rows, Index fold, Tally& tally) {
  RowScorer(posterior, estimator, fold).add(bound, rows, tally);
}

namespace {

// What the action of least expected loss costs in each row.
void add_costs(const Predictions& predictions, const LabelledRows& rows, const LossTable& loss,
               Moments& costs) {
  std::vector<double> probabilities(predictions.classes.size());
  for (std::size_t i = 0; i < rows.truth.size(); ++i) {
    for (std::size_t klass = 0; klass < probabilities.size(); ++klass)
      probabilities[klass] =
          predictions.probability(static_cast<Index>(i), static_cast<Index>(klass));
    const Index action = least_loss(expected_losses(loss, probabilities));
    costs.observe(loss.loss(action, rows.truth[i]), rows.weights[i]);
  }
}

}  // namespace

void add(const Predictions& predictions, const LabelledRows& rows, std::span<const double> baseline,
         Tally& tally) {
  if (tally.take) return tally.take(predictions, rows);
  tally.card.add(predictions, rows.truth, rows.weights);
  if (tally.roc) tally.roc->add(predictions, rows.truth, rows.weights);
  if (tally.loss != nullptr) add_costs(predictions, rows, *tally.loss, tally.costs);
  for (std::size_t i = 0; i < rows.truth.size(); ++i)
    if (const double loss = loss_of(predictions, i, rows.truth[i]); std::isfinite(loss))
      tally.losses.observe(loss, baseline[i], rows.weights[i]);
}

void add(const RowSummaries& summaries, const LabelColumn& label, const LabelledRows& rows,
         Tally& tally) {
  tally.card.add(summaries, label.classes, rows.truth, rows.weights);
  const std::vector<double> baseline = Baseline(label).losses(rows);
  for (std::size_t i = 0; i < rows.truth.size(); ++i)
    if (const double log = summaries.log_truth[i]; !summaries.impossible[i] && std::isfinite(log))
      tally.losses.observe(-log, baseline[i], rows.weights[i]);
}

void score_baseline(const LabelColumn& training, const LabelledRows& rows, Tally& tally) {
  const Baseline baseline(training);
  const std::size_t classes = training.classes.size();
  const bool summarised = are_summarised(classes, tally);
  if (summarised) add(baseline.summarise(rows), training, rows, tally);
  if (summarised && !are_ranked(rows, classes, tally)) return;
  for (const LabelledRows& part : parts_of(rows, classes)) {
    const Predictions predictions = baseline.predict(std::ssize(part.rows));
    if (summarised)
      tally.roc->add(predictions, part.truth, part.weights);
    else
      add(predictions, part, baseline.losses(part), tally);
  }
}

void add(StudySeconds& seconds, const StudySeconds& more) {
  seconds.observe += more.observe;
  seconds.estimate += more.estimate;
  seconds.score += more.score;
}

namespace {

// The result of one set of rows before it is compared with the baseline.
Result bare_result(std::string_view estimator, std::string on, Tally tally) {
  Result result;
  result.estimator = estimator;
  result.on = std::move(on);
  result.undefined = std::move(tally.undefined);
  if (!result.undefined.empty()) return result;
  result.metrics = tally.card.metrics();
  result.confusion = tally.card.confusion();
  result.calibration = tally.card.calibration();
  result.unseen_cells = tally.card.unseen_cells();
  if (tally.roc) result.areas = tally.roc->areas();
  if (tally.loss != nullptr)
    result.cost = MeanCost{.mean = tally.costs.mean,
                           .error = std::sqrt(tally.costs.variance() / tally.costs.n)};
  return result;
}

// Adds the skill, and its error as that of a ratio of two means over the same rows.
void add_skill(Result& result, const Metrics& baseline, const PairedLosses& losses) {
  const Metrics& own = *result.metrics;
  if (!std::isfinite(own.log_loss) || !std::isfinite(baseline.log_loss) || baseline.log_loss == 0)
    return;
  const double ratio = own.log_loss / baseline.log_loss;
  result.skill = 1 - ratio;
  result.skill_error = losses.deviation(ratio) / std::sqrt(own.weight) / baseline.log_loss;
}

}  // namespace

Result result_of(std::string_view estimator, std::string on, Tally tally, const Result& baseline) {
  const PairedLosses losses = tally.losses;
  Result result = bare_result(estimator, std::move(on), std::move(tally));
  if (result.metrics && baseline.metrics) add_skill(result, *baseline.metrics, losses);
  return result;
}

Result baseline_result(std::string on, Tally tally) {
  Result result = bare_result(baseline_name, std::move(on), std::move(tally));
  add_skill(result, Metrics(*result.metrics), {});
  return result;
}

namespace {

// Scores learned rows, each by what is left without it; nothing after the first undefined estimate.
void score_left_out(const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
                    const LabelledRows& rows, Tally& tally) {
  const Stopwatch watch(tally.seconds.score);
  const Baseline baseline(posterior.label);
  std::vector<UndefinedCell> undefined;
  for (const LabelledRows& part : parts_of(rows, posterior.label.classes.size())) {
    const LeaveOneOut left = leave_one_out(posterior, estimator, bound, part.rows);
    add_new_cells({left.undefined}, undefined);
    if (undefined.empty()) add(left.predictions, part, baseline.losses_left_out(part), tally);
  }
  add_undefined(std::move(undefined), 0, tally);
}

}  // namespace

std::vector<LearnedTallies> score_learned(const Posterior<Model>& posterior,
                                          std::span<const Estimator> estimators,
                                          const BoundTable& bound, const LabelledRows& rows,
                                          const Tally& start) {
  std::vector<LearnedTallies> all(estimators.size(),
                                  LearnedTallies{.training = start, .left_out = start});
  with_found_priors(posterior, [&](const Posterior<Model>& ready) {
    for (std::size_t e = 0; e < estimators.size(); ++e) {
      score(ready, estimators[e], bound, rows, 0, all[e].training);
      score_left_out(ready, estimators[e], bound, rows, all[e].left_out);
    }
  });
  return all;
}

LearnedTallies score_baseline_learned(const LabelColumn& learned, const LabelledRows& rows,
                                      const Tally& start) {
  LearnedTallies all{.training = start, .left_out = start};
  score_baseline(learned, rows, all.training);
  const Baseline baseline(learned);
  for (const LabelledRows& part : parts_of(rows, learned.classes.size()))
    add(baseline.predict_left_out(part), part, baseline.losses_left_out(part), all.left_out);
  return all;
}

RowsToScore rows_to_score(const Posterior<Model>& posterior, const Table& table,
                          std::string_view weight, Evaluation& evaluation) {
  const LabelColumn& label = posterior.label;
  (void)table.column(label.name);
  detail::check_weight_column(posterior.model.schema(), weight);
  RowsToScore all;
  {
    const Stopwatch watch(evaluation.seconds.observe);
    all.bound = credence::bind(posterior.model, table, weight);
  }
  const BoundTable& bound = all.bound;
  check_labels(table, label.name, bound.label, label.classes, bound.weights);
  all.rows =
      labelled_rows(positions_that_count(bound.label, label.classes, bound.weights), bound.weights);
  evaluation.rows += std::ssize(all.rows.rows);
  evaluation.skipped_rows += rows_without_label(bound.label);
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
