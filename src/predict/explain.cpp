// Which terms a row is explained by: those of naive Bayes, or of its structure.
#include <credence/predict/explain.hpp>

#include <credence/base/error.hpp>
#include <credence/detail/base/place.hpp>

#include "predict/explain_structure.hpp"
#include "predict/explained_pair.hpp"

namespace credence {
namespace {

// in  beliefs: null without intervals. The terms see them.
Explanation explanation_with(const Estimates& estimates, const BoundTable& bound, Index row,
                             const ExplainOptions& options, const Beliefs* beliefs) {
  static_cast<void>(detail::place_of("row", row, static_cast<std::size_t>(bound.rows)));
  if (!estimates.undefined.empty()) throw undefined_error(estimates.estimator, estimates.undefined);
  if (!estimates.structure.empty())
    return detail::explain_structure(estimates, bound, row, options);
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
