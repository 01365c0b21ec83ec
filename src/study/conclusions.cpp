// What a report comes to: the best estimator, whether it is too sure, what does not fit, what is of no use.
#include "study/conclusions.hpp"

#include <credence/study/suggest.hpp>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

// docs/explanation/baseline.md gives the reasons.
constexpr double least_gap = 0.01;  // between probability and accuracy that is worth a word
constexpr double clear_errors = 2;  // standard errors that make a difference clear

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

// The column of a misfit that may have another family: alone, of one exposure.
bool may_change(const Misfit& misfit, const Schema& schema) {
  const ColumnSchema* column = schema.find(misfit.feature);
  return column != nullptr && column->exposure.empty() && column->columns.empty();
}

void set_better(const Suggestion& suggestion, Misfit& misfit) {
  if (suggestion.chosen == "none" || suggestion.chosen == misfit.family) return;
  misfit.better = suggestion.chosen;
  for (const FamilyEvidence& entry : suggestion.families)
    if (entry.family == misfit.family && entry.log_bayes_factor)
      misfit.log_bayes_factor = -*entry.log_bayes_factor;
}

}  // namespace

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

std::vector<Misfit> misfits(const PredictiveCheck& check) {
  constexpr Index least = 2;
  constexpr Index one_in = 20;
  std::vector<Misfit> all;
  for (const CheckedCell& cell : check.cells) {
    auto found = std::find_if(all.begin(), all.end(),
                              [&](const Misfit& misfit) { return misfit.feature == cell.feature; });
    if (found == all.end())
      found = all.insert(all.end(), {.feature = cell.feature, .family = cell.family});
    for (const CheckedQuantity& checked : cell.quantities) {
      ++found->quantities;
      found->extreme += check.is_extreme(checked) ? 1 : 0;
      found->tail_probability = std::min(found->tail_probability, checked.tail_probability);
    }
  }
  std::erase_if(all, [&](const Misfit& misfit) {
    return misfit.extreme < least || misfit.extreme * one_in <= misfit.quantities;
  });
  std::stable_sort(all.begin(), all.end(), [](const Misfit& a, const Misfit& b) {
    return a.extreme * b.quantities > b.extreme * a.quantities;
  });
  return all;
}

void detail::add_better_families(const Table& table, const Schema& schema,
                                 const std::string& weight, std::vector<Misfit>& misfits) {
  SuggestOptions asked{.label = schema.label, .weight = weight};
  for (const Misfit& misfit : misfits)
    if (may_change(misfit, schema)) asked.columns.push_back(misfit.feature);
  if (asked.columns.empty()) return;
  const Suggestions suggestions = suggest(table, asked);
  for (Misfit& misfit : misfits)
    for (const Suggestion& suggestion : suggestions.columns)
      if (suggestion.feature == misfit.feature) set_better(suggestion, misfit);
}

void detail::add_conclusions(DataReport& report) {
  Conclusions& found = report.conclusions;
  const Overview& overview = report.overview;
  found.rows = overview.rows;
  found.label = overview.label;
  found.classes = overview.classes;
  found.class_rows = overview.class_rows;
  const std::vector<Result>& results =
      report.test ? report.test->results : report.comparison.results;
  found.on = judged_on(results);
  const Result* baseline = find_result(results, baseline_name, found.on);
  if (baseline != nullptr && baseline->metrics) found.baseline = *baseline;
  found.advised_weights = report.comparison.advised_weights;
  if (const Result* best = best_result(results, found.on)) found.best = *best;
  // Whether a feature depends on the class is evident only under a family that fits.
  const auto fits = [&](const std::string& feature) {
    return std::none_of(found.misfits.begin(), found.misfits.end(),
                        [&](const Misfit& misfit) { return misfit.feature == feature; });
  };
  for (const Relevance& relevance : report.relevances)
    if (relevance.undefined.empty() && fits(relevance.feature) &&
        relevance.log_bayes_factor <= -std::log(worth_a_mention))
      found.uninformative.push_back(relevance);
}

}  // namespace credence
