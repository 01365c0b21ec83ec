// One repeat of a learning curve after the other, and several at once.
#include "study/curve/curve_repeats.hpp"

#include <credence/base/parallel.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/base/stopwatch.hpp>
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>

#include "predict/structure/undefined_cells.hpp"
#include "study/compare/complement_results.hpp"
#include "study/compare/lazy_results.hpp"
#include "study/folds/weighted_scores.hpp"
#include "study/metrics/baseline.hpp"

#include <algorithm>
#include <functional>

namespace credence::detail {
namespace {

// What predictions of the rows that a split tests come to, some rows at a time.
// in  predict: of a list of rows
template <class Predict>
CurveOutcome outcome_in_parts(std::size_t classes, const CurveSplit& split, Predict&& predict) {
  const std::span<const Index> rows = split.tested;
  const auto most = static_cast<std::size_t>(rows_at_a_time(classes));
  CurveSums sums(split);
  for (std::size_t first = 0; first < rows.size(); first += most) {
    const auto part = rows.subspan(first, std::min(most, rows.size() - first));
    sums.add(predict(part), part);
  }
  return std::move(sums).outcome();
}

// What a split comes to where this estimate does not exist.
CurveOutcome outcome_without(const UndefinedCell& cell) {
  const std::string klass = cell.klass.empty() ? "" : ", class '" + cell.klass + "'";
  return {.undefined = "column '" + cell.feature + "'" + klass + ": " + cell.why};
}

// What a split comes to; the reason alone where its rows ask for an estimate that does not exist.
template <class Score>
CurveOutcome outcome_if_defined(const CurveSplit& split, Score&& score) {
  CurveOutcome outcome;
  std::string why;
  try {
    why = why_undefined([&] { outcome = score(split); });
  } catch (const UndefinedCells& error) {
    return outcome_without(error.cells().front());
  }
  if (!why.empty()) return {.undefined = std::move(why)};
  return outcome;
}

// What a split comes to, with the scores of its training rows where they are asked for.
// in  score: of a split, which may test other rows
template <class Score>
CurveOutcome with_training(const CurveSplit& split, Score&& score) {
  CurveOutcome outcome = outcome_if_defined(split, score);
  if (!split.scores_training || !outcome.run) return outcome;
  CurveSplit itself = split;
  itself.tested = split.learned;
  itself.keeps = false;
  itself.stratified = false;
  const CurveOutcome training = outcome_if_defined(itself, score);
  if (!training.run) return outcome;
  outcome.run->training_accuracy = training.run->accuracy;
  outcome.run->training_log_loss = training.run->log_loss;
  return outcome;
}

// One estimator in one split.
CurveOutcome curve_outcome(const Posterior<Model>& posterior, Estimator estimator,
                           const BoundTable& bound, const CurveSplit& split,
                           StudySeconds& seconds) {
  Estimates estimates;
  {
    const Stopwatch watch(seconds.estimate);
    estimates = estimate(posterior, estimator);
  }
  if (!estimates.undefined.empty()) return outcome_without(estimates.undefined.front());
  const Stopwatch watch(seconds.score);
  const Classifier<Model> classifier(std::move(estimates));
  return with_training(split, [&](const CurveSplit& of) {
    return outcome_in_parts(posterior.label.classes.size(), of, [&](std::span<const Index> part) {
      return classifier.predict(bound, part);
    });
  });
}

// Lazy rules in one split.
// in  posterior: the study's start after the rows that were learned
CurveOutcome lazy_outcome(const Study& study, const Posterior<Model>& posterior,
                          Estimator estimator, const CurveSplit& split, StudySeconds& seconds) {
  const Stopwatch watch(seconds.score);
  return with_training(split, [&](const CurveSplit& of) {
    return outcome_of(lazy_predictions(study, posterior, of.learned, of.tested, estimator), of);
  });
}

// One estimator in one split, with the weights that the rows it learned from give.
CurveOutcome weighted_outcome(const Posterior<Model>& posterior, Estimator estimator,
                              const BoundTable& bound, const CurveSplit& split,
                              const FeatureWeightOptions& options, StudySeconds& seconds) {
  Tally tally;
  const Posterior<Model> weighted =
      weighted_posterior(posterior, estimator, bound, split.learned, 0, options, tally);
  add(seconds, tally.seconds);
  if (!tally.undefined.empty()) return outcome_without(tally.undefined.front().cell);
  return curve_outcome(weighted, estimator, bound, split, seconds);
}

// The rule of complement naive Bayes in one split.
CurveOutcome complement_outcome(const Posterior<Model>& posterior, ComplementWeights weights,
                                const BoundTable& bound, const CurveSplit& split,
                                StudySeconds& seconds) {
  const Stopwatch watch(seconds.score);
  return with_training(split, [&](const CurveSplit& of) {
    CurveSums sums(of, CurveSums::Of::labels);
    std::string why =
        label_by_complement(posterior, weights, bound, of.tested,
                            [&](const Predictions& predictions, std::span<const Index> part) {
                              sums.add(predictions, part);
                            });
    return why.empty() ? std::move(sums).outcome() : CurveOutcome{.undefined = std::move(why)};
  });
}

// The twin in one split.
CurveOutcome twin_outcome(const TwinStudy& twin, const CurveSplit& split,
                          const std::vector<std::string>& classes, StudySeconds& seconds) {
  const Stopwatch watch(seconds.estimate);
  LabelledRows rows{.rows = {split.learned.begin(), split.learned.end()}};
  for (const Index row : split.learned) {
    rows.truth.push_back(split.truth[static_cast<std::size_t>(row)]);
    rows.weights.push_back(weight_at(split.weights, static_cast<std::size_t>(row)));
  }
  if (!twin.fault.empty()) return {.undefined = twin.fault};
  return outcome_if_defined(split, [&](const CurveSplit& whole) {
    const FittedTwin fitted = fit_twin(twin.columns, rows, classes, twin.options);
    return with_training(whole, [&](const CurveSplit& of) {
      return outcome_of(predict(fitted, twin.columns, of.tested), of);
    });
  });
}

void learn(const Study& study, std::span<const Index> more, CurveRoom& room,
           StudySeconds& seconds) {
  const Stopwatch watch(seconds.observe);
  observe(room.posterior, study.bound, RowSpan{.count = std::ssize(more), .list = more.data()},
          room.work);
}

}  // namespace

CurveRepeat CurveRepeater::run(Index repeat, const Study& study, const OrderOf& order_of,
                               CurveRoom& room, std::optional<std::size_t> only) const {
  const std::size_t asked = curve_contenders(options_).size();
  CurveRepeat result{.outcomes = std::vector<CurveOutcome>(sizes_.size() * asked), .only = only};
  std::vector<Index> order;
  Index learned = 0;
  for (const std::size_t at : ascending_) {
    if (only && at != *only) continue;
    if (progress_ != nullptr && progress_->stop) return result;
    const CurveSize& size = sizes_[at];
    if (order.empty() || options_.splits == CurveSplits::independent) {
      order = order_of(size);
      room.posterior = study.start;
      learned = 0;
    }
    const auto more = std::span(order).subspan(
        static_cast<std::size_t>(learned), static_cast<std::size_t>(size.training_rows - learned));
    learn(study, more, room, result.seconds);
    learned = size.training_rows;
    test(repeat, study, at, order, room.posterior, result);
  }
  result.finished = true;
  return result;
}

void CurveRepeater::test_estimators(const CurveSplit& split, const Posterior<Model>& ready,
                                    const BoundTable& bound, std::size_t first,
                                    CurveRepeat& result) const {
  const std::size_t estimators = options_.estimators.size();
  const bool weighted = options_.feature_weights.kind != FeatureWeighting::none;
  for (std::size_t e = 0; e < estimators; ++e)
    result.outcomes[first + e] =
        curve_outcome(ready, options_.estimators[e], bound, split, result.seconds);
  for (std::size_t e = 0; weighted && e < estimators; ++e)
    result.outcomes[first + estimators + e] = weighted_outcome(
        ready, options_.estimators[e], bound, split, options_.feature_weights, result.seconds);
  if (options_.complement)
    result.outcomes[first + (weighted ? 2 : 1) * estimators] =
        complement_outcome(ready, *options_.complement, bound, split, result.seconds);
}

void CurveRepeater::test(Index repeat, const Study& study, std::size_t at,
                         std::span<const Index> order, const Posterior<Model>& posterior,
                         CurveRepeat& result) const {
  const CurveSize& size = sizes_[at];
  const std::size_t estimators = options_.estimators.size();
  const std::size_t asked = curve_contenders(options_).size();
  const std::size_t first = at * asked;
  const CurveSplit split{.repeat = repeat + 1,
                         .learned = order.first(static_cast<std::size_t>(size.training_rows)),
                         .tested = order.last(static_cast<std::size_t>(size.test_rows)),
                         .truth = study.truth,
                         .weights = study.bound.weights,
                         .keeps = options_.decompose,
                         .stratified = is_stratified(options_),
                         .scores_training = options_.on_training};
  const auto learned_rows = [&] { return split.learned; };
  for (std::size_t e = 0; options_.lazy_rules && e < estimators; ++e)
    result.outcomes[first + e] =
        lazy_outcome(study, posterior, options_.estimators[e], split, result.seconds);
  if (!options_.lazy_rules)
    with_chosen_model(
        study, posterior, learned_rows,
        [&](const auto& chosen, const BoundTable& bound) {
          with_found_priors(chosen, [&](const Posterior<Model>& ready) {
            test_estimators(split, ready, bound, first, result);
          });
        },
        [&](const Error& error) {  // the twin and the baseline have their outcomes below
          for (std::size_t i = first; i < first + asked; ++i)
            result.outcomes[i] = {.undefined = error.what()};
        });
  if (study.twin)
    result.outcomes[first + asked - 2] =
        twin_outcome(*study.twin, split, study.start.label.classes, result.seconds);
  const Baseline baseline(posterior.label);
  result.outcomes[first + asked - 1] = with_training(split, [&](const CurveSplit& of) {
    return outcome_in_parts(posterior.label.classes.size(), of, [&](std::span<const Index> part) {
      return baseline.predict(std::ssize(part));
    });
  });
}

Index repeats_at_once(Index count) { return std::min<Index>(count, Index{2} * threads_in_use()); }

double rows_in_flight(Index repeats, std::span<const CurveSize> sizes, std::size_t contenders) {
  double rows = 0;
  for (const CurveSize& size : sizes) rows += static_cast<double>(size.test_rows);
  return static_cast<double>(repeats_at_once(repeats)) * rows * static_cast<double>(contenders);
}

std::vector<CurveRepeat> curve_repeats(Index count, Index at_once, CurveProgress* progress,
                                       CurvePredictions& predictions,
                                       const std::function<CurveRepeat(Index, CurveRoom&)>& run) {
  std::vector<CurveRepeat> repeats(static_cast<std::size_t>(count));
  const Index slots = std::min(at_once, repeats_at_once(count));
  std::vector<CurveRoom> rooms(static_cast<std::size_t>(slots));
  credence::for_each_chunk_in_order(
      count, slots,
      [&](Index repeat, Index slot) {
        if (progress != nullptr && progress->stop) return;
        CurveRepeat& result = repeats[static_cast<std::size_t>(repeat)];
        result = run(repeat, rooms[static_cast<std::size_t>(slot)]);
        if (progress != nullptr && result.finished) ++progress->repeats_done;
      },
      [&](Index repeat, Index) { predictions.add(repeats[static_cast<std::size_t>(repeat)]); });
  return repeats;
}

}  // namespace credence::detail
