#pragma once
// Explains what a classifier says of one row.
#include <credence/learn/bound_table.hpp>
#include <credence/predict/beliefs.hpp>
#include <credence/predict/estimates.hpp>
#include <credence/predict/explanation.hpp>
#include <string>

namespace credence {

/// What to explain.
struct ExplainOptions {
  std::string klass{};    ///< empty: the most probable class
  std::string against{};  ///< empty: the most probable of the others
  double mass = 0.9;      ///< of the intervals, where beliefs are given; in (0, 1)
};

/// Why one class and not another: the prior log odds, then a line for each feature in the order of
/// the schema (for each word of a document, and one for its length under the predictive), which add
/// up to the log odds.
///
///     const Explanation why = explain(estimate(posterior, Estimator::predictive), bound, 0);
///     for (const ExplanationLine& line : why.lines)
///       std::cout << line.feature << ' ' << line.contribution << '\n';
///
/// in      bound: made with the estimates' model;  row: position in its table
/// throws  Error{undefined} where the estimator gives no density, where the row is impossible under
///         both classes, or where there is one class only; Error{domain} for a class that there is
///         not; for cells as Classifier::predict does
/// cost    features x classes; levels of the data and the model once
[[nodiscard]] Explanation explain(const Estimates& estimates, const BoundTable& bound, Index row,
                                  const ExplainOptions& options = {});

/// The same with an interval for the log odds and for each line: how far the parameters are known.
/// The intervals are normal approximations around the posterior mean of the line, with its variance;
/// a family without `term_moments` leaves its lines, and the log odds, without.
/// source  docs/explanation/uncertainty.md
[[nodiscard]] Explanation explain(const Estimates& estimates, const Beliefs& beliefs,
                                  const BoundTable& bound, Index row,
                                  const ExplainOptions& options = {});

}  // namespace credence
