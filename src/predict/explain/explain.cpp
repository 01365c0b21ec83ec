// Which terms a row is explained by: those of naive Bayes, or of its structure.
#include <credence/predict/explain.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>

#include "learn/binding/check_bound.hpp"
#include "predict/explain/explain_structure.hpp"
#include "predict/explain/explained_pair.hpp"

namespace credence {
namespace {

// The lines of an average whose features have a common weight w: log odds are w times its own, and
// 1 - w times those of the classes.
Explanation weighted_average(Explanation explanation, const Estimates& estimates) {
  const double weight = estimates.feature_weights.values.front();
  const auto log_class = [&](const std::string& name) {
    const auto at = std::find(estimates.classes.begin(), estimates.classes.end(), name);
    return estimates
        .log_class_probabilities[static_cast<std::size_t>(at - estimates.classes.begin())];
  };
  for (ExplanationLine& line : explanation.lines) {
    line.contribution = weight == 0 ? 0 : weight * line.contribution;
    if (line.kind == LineKind::feature) line.weight = weight;
  }
  const double prior = log_class(explanation.klass) - log_class(explanation.against);
  double& of_prior = explanation.lines.front().contribution;
  of_prior = std::isinf(prior) ? prior : of_prior + (1 - weight) * prior;
  explanation.log_odds = sum_of_lines(explanation.lines);
  return explanation;
}

// in  beliefs: null without intervals. The terms see them.
Explanation explanation_with(const Estimates& estimates, const BoundTable& bound, Index row,
                             const ExplainOptions& options, const Beliefs* beliefs) {
  detail::check_bound(bound, estimates.model, estimates.tables, {.first = row, .count = 1});
  if (!estimates.undefined.empty()) throw undefined_error(estimates.estimator, estimates.undefined);
  if (!estimates.structure.empty())
    return estimates.feature_weights.any() && estimates.structure[0].plan.is_average()
               ? weighted_average(detail::explain_structure(estimates, bound, row, options),
                                  estimates)
               : detail::explain_structure(estimates, bound, row, options);
  if (beliefs != nullptr)
    detail::check_bound(bound, beliefs->model, beliefs->blocks, {.first = row, .count = 1});
  detail::RowTerms terms = detail::blank_terms(estimates, row);
  static_cast<void>(detail::add_terms(terms, estimates, bound, row, beliefs));
  Explanation explanation = detail::explanation_of(
      terms, options, beliefs == nullptr ? nullptr : &beliefs->class_beliefs);
  explanation.estimator = estimates.estimator;
  return explanation;
}

}  // namespace

Explanation explain(const Estimates& estimates, const BoundTable& bound, Index row,
                    const ExplainOptions& options) {
  return explanation_with(estimates, bound, row, options, nullptr);
}

Explanation explain(const Estimates& estimates, const Beliefs& beliefs, const BoundTable& bound,
                    Index row, const ExplainOptions& options) {
  return explanation_with(estimates, bound, row, options, &beliefs);
}

}  // namespace credence
