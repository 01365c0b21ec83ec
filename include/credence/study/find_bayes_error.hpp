#pragma once
// Finds the error of the best classifier that there is for data of a known truth.
#include <credence/detail/study/drawn_rows.hpp>
#include <credence/predict/estimates.hpp>
#include <credence/study/bayes_error.hpp>
#include <optional>

namespace credence {

/// The Bayes error by simulation. Each row counts by what its probabilities say, 1 - max p and the
/// entropy of p, not by whether the label was right: the same mean with less noise.
/// in      options: the rows are those of `simulate`, their classes at random whatever is asked for
/// throws  as simulate; Error{domain} for fewer than two rows
/// cost    rows x features x classes, in the memory of a few thousand rows
[[nodiscard]] BayesError bayes_error(const Estimates& truth, SimulationOptions options);

/// The Bayes error without simulation, where it has a closed form: bernoulli and categorical features
/// whose levels have at most 65,536 combinations; for two classes beside them any number of normal
/// and log-normal columns with variances that the classes share. None otherwise.
/// cost    combinations of levels x classes
/// source  docs/explanation/simulation.md
[[nodiscard]] std::optional<BayesError> exact_bayes_error(const Estimates& truth);

}  // namespace credence
