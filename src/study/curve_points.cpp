// Means, quantiles and noises over repeats.
#include "study/curve_points.hpp"

#include <credence/base/sum.hpp>
#include <credence/study/twin.hpp>

#include <fmt/format.h>

#include "data/beyond_limit.hpp"
#include "study/tallies.hpp"

#include <algorithm>
#include <cmath>

namespace credence::detail {
namespace {

// Between neighbours in proportion; of sorted values.
double quantile_of(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  // An infinity takes no part where its weight is 0, nor is it subtracted from another.
  if (part == 0 || sorted[below] == sorted[above]) return sorted[below];
  return sorted[below] + part * (sorted[above] - sorted[below]);
}

double mean_of(std::span<const double> values) {
  return compensated_sum(values) / static_cast<double>(values.size());
}

double variance_of(std::span<const double> values, double mean) {
  CompensatedSum squares;
  for (const double value : values) squares.add((value - mean) * (value - mean));
  return squares.value() / static_cast<double>(values.size() - 1);
}

// source  docs/explanation/learning_curves.md
void split_spread(CurvePoint& point, double variance, const CurveGround& ground) {
  const std::optional<Index> rows = ground.drawn_from;
  const double mean = *point.mean_accuracy;
  const double of_test =
      ground.design_effect * mean * (1 - mean) / static_cast<double>(point.test_rows);
  const double left =
      !rows ? 1 : static_cast<double>(*rows - point.test_rows) / static_cast<double>(*rows - 1);
  point.test_noise = std::sqrt(of_test);
  point.split_noise = std::sqrt(of_test * left);
  if (point.runs.size() < 2) return;
  point.sd_accuracy = std::sqrt(variance);
  point.training_noise = std::sqrt(std::max(0.0, variance - of_test * left));
}

void summarise_losses(CurvePoint& point, std::vector<double> losses) {
  if (losses.empty()) return;  // of a rule without probabilities
  point.mean_log_loss = mean_of(losses);
  std::sort(losses.begin(), losses.end());
  point.median_log_loss = quantile_of(losses, 0.5);
}

void summarise(CurvePoint& point, const CurveGround& ground) {
  if (point.runs.empty()) return;
  std::vector<double> accuracies;
  std::vector<double> losses;
  for (const CurveRun& run : point.runs) {
    accuracies.push_back(run.accuracy);
    if (run.log_loss) losses.push_back(*run.log_loss);
  }
  const double mean = mean_of(accuracies);
  point.mean_accuracy = mean;
  const double variance = accuracies.size() < 2 ? 0 : variance_of(accuracies, mean);
  std::sort(accuracies.begin(), accuracies.end());
  point.median_accuracy = quantile_of(accuracies, 0.5);
  point.lower_accuracy = quantile_of(accuracies, 0.05);
  point.upper_accuracy = quantile_of(accuracies, 0.95);
  summarise_losses(point, std::move(losses));
  split_spread(point, variance, ground);
}

}  // namespace

void CurveSums::add(const Predictions& predictions, std::span<const Index> rows) {
  const bool has_losses = of_ == Of::probabilities;
  CompensatedSum loss = loss_;  // which is not stored row by row
  if (split_.weights.empty()) {
    Index right = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Index truth = split_.truth[static_cast<std::size_t>(rows[i])];
      right += static_cast<Index>(predictions.label[i] == truth);
      if (has_losses) loss.add(loss_of(predictions, i, truth));
    }
    right_.add(static_cast<double>(right));
    weight_.add(static_cast<double>(rows.size()));
  } else {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto row = static_cast<std::size_t>(rows[i]);
      const double weight = split_.weights[row];
      if (predictions.label[i] == split_.truth[row]) right_.add(weight);
      if (has_losses) loss.add(weight * loss_of(predictions, i, split_.truth[row]));
      weight_.add(weight);
    }
  }
  loss_ = loss;
  if (!split_.keeps || of_ == Of::labels) return;
  kept_.rows.insert(kept_.rows.end(), rows.begin(), rows.end());
  kept_.labels.insert(kept_.labels.end(), predictions.label.begin(), predictions.label.end());
  for (const double log_probability : predictions.log_probability)
    kept_.probabilities.push_back(std::exp(log_probability));
}

CurveOutcome CurveSums::outcome() && {
  const double weight = weight_.value();
  CurveRun run{.repeat = split_.repeat, .accuracy = right_.value() / weight};
  // The sum of -0 terms must not print as -0.
  if (of_ == Of::probabilities) run.log_loss = std::max(loss_.value() / weight, 0.0);
  return {.run = run, .kept = std::move(kept_)};
}

CurveOutcome outcome_of(const Predictions& predictions, const CurveSplit& split) {
  CurveSums sums(split);
  sums.add(predictions, split.tested);
  return std::move(sums).outcome();
}

CurvePredictions::CurvePredictions(bool keeps, Index rows, Index classes, std::size_t outcomes,
                                   double rows_in_flight) {
  if (!keeps) return;
  const double bytes = static_cast<double>(rows) * static_cast<double>(classes) *
                           static_cast<double>(outcomes) * PredictedRows::bytes +
                       rows_in_flight * KeptPredictions::bytes(classes);
  check_room(bytes,
             fmt::format("the parts of errors keep predictions of {} rows, {} classes and {} sizes "
                         "times estimators",
                         rows, classes, outcomes),
             "give fewer sizes or estimators, fewer rows, or fewer threads");
  seen_.assign(outcomes, PredictedRows(rows, classes));
}

void CurvePredictions::add(CurveRepeat& repeat) {
  if (seen_.empty()) return;
  for (std::size_t i = 0; i < repeat.outcomes.size(); ++i) {
    if (repeat.finished) seen_[i].add(repeat.outcomes[i].kept);
    repeat.outcomes[i].kept = {};
  }
}

double design_effect(std::span<const double> weights) {
  CompensatedSum sum;
  CompensatedSum squares;
  for (const double weight : weights) {
    sum.add(weight);
    squares.add(weight * weight);
  }
  const double mean = sum.value() / static_cast<double>(weights.size());
  return squares.value() / sum.value() / mean;
}

std::optional<ErrorParts> CurvePredictions::parts(std::size_t outcome,
                                                  const CurveGround& ground) const {
  if (seen_.empty()) return std::nullopt;
  const ErrorParts parts = ground.known.empty() ? seen_[outcome].parts(ground.truth, ground.weights)
                                                : seen_[outcome].parts_of_known(ground.known);
  return parts.tests == 0 ? std::nullopt : std::optional(parts);
}

std::vector<CurveContender> curve_contenders(const CurveOptions& options) {
  std::vector<CurveContender> all;
  const auto add_estimators = [&](FeatureWeighting weights) {
    for (const Estimator estimator : options.estimators)
      all.push_back({.name = std::string(to_string(estimator)), .weights = weights});
  };
  add_estimators(FeatureWeighting::none);
  if (options.feature_weights.kind != FeatureWeighting::none)
    add_estimators(options.feature_weights.kind);
  if (options.complement) all.push_back({.name = complement_name});
  if (options.twin) all.push_back({.name = twin_name});
  all.push_back({.name = baseline_name});
  return all;
}

void add_points(std::span<const CurveSize> sizes, std::span<const CurveRepeat> repeats,
                const CurveOptions& options, const CurvePredictions& predictions,
                const CurveGround& ground, LearningCurve& curve) {
  curve.repeats = options.repeats;
  curve.seed = options.seed;
  curve.splits = options.splits;
  curve.stratified = options.stratified;
  curve.by_training_rows = !options.training_sizes.empty() || !options.given.empty();
  const std::vector<CurveContender> contenders = curve_contenders(options);
  const std::size_t count = contenders.size();
  for (const CurveRepeat& repeat : repeats) {
    curve.complete = curve.complete && repeat.finished;
    add(curve.seconds, repeat.seconds);
  }
  for (std::size_t e = 0; e < count; ++e)
    for (std::size_t at = 0; at < sizes.size(); ++at) {
      CurvePoint& point = curve.points.emplace_back();
      point.estimator = contenders[e].name;
      point.feature_weights = contenders[e].weights;
      point.test_size = sizes[at].asked;
      point.test_rows = sizes[at].test_rows;
      point.training_rows = sizes[at].training_rows;
      for (const CurveRepeat& repeat : repeats) {
        if (!repeat.finished || (repeat.only && *repeat.only != at)) continue;
        ++point.repeats;
        if (const auto& run = repeat.outcomes[at * count + e].run) point.runs.push_back(*run);
      }
      point.undefined_repeats = point.repeats - std::ssize(point.runs);
      summarise(point, ground);
      point.parts = predictions.parts(at * count + e, ground);
    }
}

}  // namespace credence::detail
