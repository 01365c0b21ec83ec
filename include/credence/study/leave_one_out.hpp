#pragma once
// Rows scored by other rows: exact leave-one-out, each by all others, and the prequential score, each
// by those before it.
#include <credence/detail/predict/estimate.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/prediction.hpp>
#include <credence/study/metrics.hpp>
#include <span>
#include <vector>

namespace credence {

/// Predictions of rows, each by a posterior that has forgotten it.
struct LeaveOneOut {
  Predictions predictions{};             ///< none where an estimate is undefined
  std::vector<UndefinedCell> undefined;  ///< each feature and class once, whatever rows lack it

  friend bool operator==(const LeaveOneOut&, const LeaveOneOut&) = default;
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

/// How well rows were predicted, one after the other, by what was learned from those before.
struct Prequential {
  Predictions predictions{};         ///< of each row, before it was learned
  Metrics metrics{};                 ///< of these predictions; log_loss is that of the labels
  std::vector<double> log_evidence;  ///< of each row with its label, given those before; nats
  double total_log_evidence = 0;     ///< their sum, which is the log evidence of all rows

  friend bool operator==(const Prequential&, const Prequential&) = default;
};

/// Predicts rows in the order given, each by the predictive estimator from the rows before it, and
/// learns it then. The total is the log evidence of the rows, whatever their order: how well a model
/// predicts what comes next is how probable it makes the whole.
/// in      posterior: gives classes, levels and priors; automatic and empirical ones are those of all
///         that it has learned;  bound: made with its model;  rows: positions in the table
/// throws  Error{domain} with the place of a row whose class or level the posterior does not know;
///         Error{undefined} where the posterior has no log evidence; Error{undefined} without rows
/// cost    rows x features x classes, one after another
[[nodiscard]] Prequential prequential(const Posterior<Model>& posterior, const BoundTable& bound,
                                      std::span<const Index> rows);

}  // namespace credence
