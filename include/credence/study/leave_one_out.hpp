#pragma once
// Exact leave-one-out: every row is scored by what was learned from all others.
#include <credence/detail/predict/estimate.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/prediction.hpp>
#include <span>
#include <vector>

namespace credence {

/// Predictions of rows, each by a posterior that has forgotten it.
struct LeaveOneOut {
  Predictions predictions{};               ///< none where an estimate is undefined
  std::vector<UndefinedCell> undefined{};  ///< each feature and class once, whatever rows lack it
};

/// Scores rows that a posterior has learned, each by what is left when it is forgotten: equal to a
/// fit on all other rows under the same priors in numbers, the same classes and the same levels.
/// Automatic and empirical-Bayes priors stand for what they are with all rows; so does
/// scikit-learn's variance floor.
/// An estimate that is undefined without some row is a result, not an error.
/// in      bound: made with the posterior's own model, weights as learned;  rows: positions in the
///         table, each learned by the posterior
/// throws  Error{domain} with the place of a row that cannot be forgotten; Error{schema} for
///         scikit_learn where a family has no counterpart there
/// cost    one scoring of the rows, and one density of each cell's own class; the same bits for any
///         number of threads
[[nodiscard]] LeaveOneOut leave_one_out(const Posterior<Model>& posterior, Estimator estimator,
                                        const BoundTable& bound, std::span<const Index> rows);

}  // namespace credence
