#pragma once
// The prequential score: every row is predicted from the rows before it, then learned.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/metrics.hpp>

namespace credence {

/// How well rows were predicted, one after the other, by what was learned from those before.
struct Prequential {
  Predictions predictions{};           ///< of each row, before it was learned
  Metrics metrics{};                   ///< of these predictions; log_loss is that of the labels
  std::vector<double> log_evidence{};  ///< of each row with its label, given those before; nats
  double total_log_evidence = 0;       ///< their sum, which is the log evidence of all rows
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
