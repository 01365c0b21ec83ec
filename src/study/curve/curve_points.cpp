// Means, quantiles and noises over repeats.
#include "study/curve/curve_points.hpp"

#include <credence/base/sum.hpp>

#include <fmt/format.h>

#include "data/bytes/beyond_limit.hpp"
#include "study/folds/tallies.hpp"

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

// The part of a variance that is left where so many of all rows are drawn without replacement.
double left_of(double drawn, double all) { return std::max(0.0, (all - drawn) / (all - 1)); }

// Variance of the accuracy over test rows of a point, drawn from the rows of each class. Where
// weights have nothing to do with labels, they also vary the shares of the classes.
// source  docs/explanation/learning_curves.md
double stratified_variance(const CurvePoint& point, std::span<const ClassTests> tests,
                           const CurveGround& ground) {
  double variance = 0;
  for (std::size_t klass = 0; klass < tests.size(); ++klass) {
    const auto all = static_cast<double>(ground.class_rows[klass]);
    const double drawn = tests[klass].rows / static_cast<double>(point.runs.size());
    if (!(drawn > 0 && all > 1)) continue;
    const double p = tests[klass].right / tests[klass].weight;
    const double apart = p - *point.mean_accuracy;
    const double of_row =
        ground.design_effect * p * (1 - p) + (ground.design_effect - 1) * apart * apart;
    const double share = drawn / static_cast<double>(point.test_rows);
    variance += share * share * of_row / drawn * left_of(drawn, all);
  }
  return variance;
}

// Variance of the accuracy that comes from which rows are tested.
double split_variance(const CurvePoint& point, double of_test, std::span<const ClassTests> tests,
                      const CurveGround& ground) {
  if (ground.same_test_rows) return 0;
  if (!ground.class_rows.empty()) return stratified_variance(point, tests, ground);
  if (!ground.drawn_from) return of_test;
  return of_test *
         left_of(static_cast<double>(point.test_rows), static_cast<double>(*ground.drawn_from));
}

// source  docs/explanation/learning_curves.md
void split_spread(CurvePoint& point, double variance, std::span<const ClassTests> tests,
                  const CurveGround& ground) {
  const double mean = *point.mean_accuracy;
  const double of_test =
      ground.design_effect * mean * (1 - mean) / static_cast<double>(point.test_rows);
  const double of_split = split_variance(point, of_test, tests, ground);
  point.test_noise = std::sqrt(of_test);
  point.split_noise = std::sqrt(of_split);
  if (point.runs.size() < 2) return;
  point.sd_accuracy = std::sqrt(variance);
  point.training_noise = std::sqrt(std::max(0.0, variance - of_split));
}

void summarise_losses(CurvePoint& point, std::vector<double> losses) {
  if (losses.empty()) return;  // of a rule without probabilities
  point.mean_log_loss = mean_of(losses);
  std::sort(losses.begin(), losses.end());
  point.median_log_loss = quantile_of(losses, 0.5);
}

// Empty where no run has such a number.
std::optional<double> mean_over_runs(const CurvePoint& point,
                                     std::optional<double> CurveRun::*measure) {
  std::vector<double> values;
  for (const CurveRun& run : point.runs)
    if (run.*measure) values.push_back(*(run.*measure));
  return values.empty() ? std::nullopt : std::optional(mean_of(values));
}

void summarise(CurvePoint& point, std::span<const ClassTests> tests, const CurveGround& ground) {
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
  point.mean_training_accuracy = mean_over_runs(point, &CurveRun::training_accuracy);
  point.mean_training_log_loss = mean_over_runs(point, &CurveRun::training_log_loss);
  point.mean_ruled_out = mean_over_runs(point, &CurveRun::ruled_out);
  split_spread(point, variance, tests, ground);
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
  if (std::isinf(loss.value())) add_ruled_out(predictions, rows);
  if (split_.stratified) add_classes(predictions, rows);
  if (!split_.keeps || of_ == Of::labels) return;
  kept_.rows.insert(kept_.rows.end(), rows.begin(), rows.end());
  kept_.labels.insert(kept_.labels.end(), predictions.label.begin(), predictions.label.end());
  for (const double log_probability : predictions.log_probability)
    kept_.probabilities.push_back(std::exp(log_probability));
}

void CurveSums::add_ruled_out(const Predictions& predictions, std::span<const Index> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    if (std::isinf(loss_of(predictions, i, split_.truth[row])))
      ruled_out_.add(weight_at(split_.weights, row));
  }
}

void CurveSums::add_classes(const Predictions& predictions, std::span<const Index> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    const auto klass = static_cast<std::size_t>(split_.truth[row]);
    const double weight = weight_at(split_.weights, row);
    if (klass >= classes_.size()) classes_.resize(klass + 1);
    ClassTests& of = classes_[klass];
    of.rows += 1;
    of.weight += weight;
    if (predictions.label[i] == split_.truth[row]) of.right += weight;
  }
}

CurveOutcome CurveSums::outcome() && {
  const double weight = weight_.value();
  CurveRun run{.repeat = split_.repeat, .accuracy = right_.value() / weight};
  // The sum of -0 terms must not print as -0.
  if (of_ == Of::probabilities) {
    run.log_loss = std::max(loss_.value() / weight, 0.0);
    run.ruled_out = ruled_out_.value() / weight;
  }
  return {.run = run, .kept = std::move(kept_), .classes = std::move(classes_)};
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

namespace {

void add_tests(std::vector<ClassTests>& to, std::span<const ClassTests> more) {
  to.resize(std::max(to.size(), more.size()));
  for (std::size_t klass = 0; klass < more.size(); ++klass) {
    to[klass].rows += more[klass].rows;
    to[klass].weight += more[klass].weight;
    to[klass].right += more[klass].right;
  }
}

}  // namespace

void CurvePredictions::add(CurveRepeat& repeat) {
  tests_.resize(std::max(tests_.size(), repeat.outcomes.size()));
  for (std::size_t i = 0; i < repeat.outcomes.size(); ++i) {
    CurveOutcome& outcome = repeat.outcomes[i];
    if (repeat.finished) add_tests(tests_[i], outcome.classes);
    if (repeat.finished && !seen_.empty()) seen_[i].add(outcome.kept);
    outcome.classes = {};
    outcome.kept = {};
  }
}

std::span<const ClassTests> CurvePredictions::tests(std::size_t outcome) const {
  return outcome < tests_.size() ? std::span<const ClassTests>(tests_[outcome])
                                 : std::span<const ClassTests>();
}

double design_effect(std::span<const double> weights) {
  if (weights.empty()) return 1;
  // In units near the largest, so that squares are neither too large nor too small for a double.
  const int unit = std::ilogb(*std::max_element(weights.begin(), weights.end()));
  CompensatedSum sum;
  CompensatedSum squares;
  for (const double weight : weights) {
    const double part = std::scalbn(weight, -unit);
    sum.add(part);
    squares.add(part * part);
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
        const CurveOutcome& outcome = repeat.outcomes[at * count + e];
        if (outcome.run)
          point.runs.push_back(*outcome.run);
        else if (point.why_undefined.empty())
          point.why_undefined = outcome.undefined;
      }
      point.undefined_repeats = point.repeats - std::ssize(point.runs);
      summarise(point, predictions.tests(at * count + e), ground);
      point.parts = predictions.parts(at * count + e, ground);
    }
}

}  // namespace credence::detail
