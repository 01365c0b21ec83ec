// The conclusions of a report: the best estimator, features that do not fit, features of no use.
#include "study/describe/conclusions.hpp"

#include <credence/study/suggest.hpp>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

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
      found->p_value = std::min(found->p_value, checked.p_value);
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
