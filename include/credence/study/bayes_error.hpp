#pragma once
// How often the best classifier for data of a known data-generating model is wrong.
#include <credence/base/index.hpp>
#include <credence/predict/estimates.hpp>
#include <credence/study/simulation.hpp>
#include <optional>

namespace credence {

/// How well the best possible classifier does, which knows the data-generating model. No classifier
/// does better on average.
struct BayesError {
  double error = 0;     ///< probability that its label is wrong
  double log_loss = 0;  ///< mean of -ln p(true class), nats: the entropy of the class given the row
  double error_standard_error = 0;     ///< 0 where the error is exact
  double log_loss_standard_error = 0;  ///< likewise
  Index draws = 0;                     ///< rows drawn; 0: exact

  friend bool operator==(const BayesError&, const BayesError&) = default;
};

/// Returns the Bayes error by simulation. Each row counts by what its probabilities say, 1 - max p
/// and the entropy of p, not by whether the label was right: the same mean with less noise.
/// in      options: the rows are those of `simulate`, their classes at random whatever is asked for
/// throws  as simulate; Error{domain} for fewer than two rows
/// cost    rows x features x classes, in the memory of a few thousand rows
[[nodiscard]] BayesError bayes_error(const Estimates& truth, SimulationOptions options);

/// Returns the Bayes error without simulation, where it has a closed form: bernoulli and
/// categorical features whose levels have at most 65,536 combinations; for two classes beside them
/// any number of normal and log-normal columns with variances that the classes share. None
/// otherwise.
/// cost    combinations of levels x classes
/// source  docs/explanation/simulation.md
[[nodiscard]] std::optional<BayesError> exact_bayes_error(const Estimates& truth);

}  // namespace credence
