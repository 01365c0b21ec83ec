// Which result counts: the rows to judge by, the best estimator, whether it is better than the
// baseline, and whether it is over-confident.
#include <credence/base/sum.hpp>
#include <credence/predict/estimator.hpp>
#include <credence/study/result.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "study/compare/notes.hpp"

namespace credence {
namespace {

using detail::clear_errors;

// docs/explanation/baseline.md gives the reasons.
constexpr double least_gap = 0.01;  // between probability and accuracy that is worth a word
constexpr double enough_rows = 30;  // for standard errors that can be trusted

// Of log losses that differ by rounding alone, as where two estimators coincide, none is less.
bool is_less(double a, double b) {
  constexpr double rounding = 1e-9;
  return a < b - rounding * std::abs(b);
}

bool is_better(const Result& a, const Result& b) {
  const Metrics& one = *a.metrics;
  const Metrics& other = *b.metrics;
  if (std::isinf(one.log_loss) && std::isinf(other.log_loss)) return one.accuracy > other.accuracy;
  if (is_less(one.log_loss, other.log_loss)) return true;
  return !is_less(other.log_loss, one.log_loss) && a.estimator == to_string(Estimator::predictive);
}

}  // namespace

bool has_labels_alone(const Result& result) { return result.confusion && !result.metrics; }

namespace {

// The weight of the rows whose label is right, and of all.
std::pair<double, double> right_of_all(const Confusion& confusion) {
  CompensatedSum right;
  CompensatedSum all;
  for (const Confusion::Cell& cell : confusion.cells()) {
    if (cell.truth == cell.predicted) right.add(cell.weight);
    all.add(cell.weight);
  }
  return {right.value(), all.value()};
}

}  // namespace

std::optional<double> accuracy_of(const Result& result) {
  if (result.metrics) return result.metrics->accuracy;
  if (!result.confusion) return std::nullopt;
  const auto [right, all] = right_of_all(*result.confusion);
  return right / all;
}

std::optional<Interval> accuracy_interval(const Result& result, double mass) {
  if (result.metrics) return accuracy_interval(*result.metrics, mass);
  if (!result.confusion) return std::nullopt;
  const auto [right, all] = right_of_all(*result.confusion);
  return share_interval(right, all, mass);
}

std::string judged_on(std::span<const Result> results) {
  for (const char* on : {"test", "cross_validation", "leave_one_out"})
    if (std::any_of(results.begin(), results.end(),
                    [&](const Result& result) { return result.on == on && result.metrics; }))
      return on;
  return results.empty() ? std::string() : results.front().on;
}

const Result* find_result(std::span<const Result> results, std::string_view estimator,
                          std::string_view on, FeatureWeighting weights) {
  const auto found = std::find_if(results.begin(), results.end(), [&](const Result& result) {
    return result.estimator == estimator && result.on == on && result.feature_weights == weights;
  });
  return found == results.end() ? nullptr : &*found;
}

const Result* best_result(std::span<const Result> results, std::string_view on) {
  const Result* best = nullptr;
  for (const Result& result : results)
    if (result.on == on && result.metrics && result.estimator != baseline_name &&
        (best == nullptr || is_better(result, *best)))
      best = &result;
  return best;
}

bool is_over_confident(const Metrics& metrics) {
  const double gap = metrics.confidence - metrics.accuracy;
  return gap > least_gap && gap > clear_errors * metrics.confidence_error;
}

bool is_under_confident(const Metrics& metrics) {
  const double gap = metrics.accuracy - metrics.confidence;
  return gap > least_gap && gap > clear_errors * metrics.confidence_error;
}

std::optional<detail::AgainstBaseline> detail::against_baseline(const Result& result) {
  if (!result.metrics) return std::nullopt;
  if (std::isinf(result.metrics->log_loss)) return AgainstBaseline::worse;
  if (!result.skill) return std::nullopt;
  const double margin = clear_errors * result.skill_error.value_or(0);
  if (*result.skill > margin) return AgainstBaseline::better;
  if (*result.skill >= 0) return AgainstBaseline::not_clearly_better;
  return *result.skill < -margin ? AgainstBaseline::worse : AgainstBaseline::perhaps_worse;
}

std::string detail::warning_of_few_rows(const Metrics& metrics) {
  if (metrics.weight >= enough_rows) return {};
  return fmt::format(
      "{:.6g} {} few: the standard errors of fewer than {} rows are rough, and other rows may say "
      "otherwise",
      metrics.weight, metrics.weight == 1 ? "row is" : "rows are", enough_rows);
}

std::string classifier_name(std::string_view estimator, FeatureWeighting weights) {
  std::string name(estimator);
  if (weights == FeatureWeighting::none) return name;
  if (weights == FeatureWeighting::subset) return name + " (best subset)";
  return name + " (weights " + std::string(to_string(weights)) + ')';
}

std::string classifier_name(const Result& result) {
  return classifier_name(result.estimator, result.feature_weights);
}

}  // namespace credence
