#pragma once
// Data drawn from a model whose parameters are known.
#include <credence/detail/study/drawn_rows.hpp>
#include <credence/predict/estimates.hpp>

namespace credence {

namespace detail {
/// Throws Error{undefined} for estimates with undefined cells, or no class of positive probability.
/// out  the class probabilities
[[nodiscard]] std::vector<double> probabilities_of(Estimator estimator,
                                                   std::span<const UndefinedCell> undefined,
                                                   std::span<const double> log_probabilities);
}  // namespace detail

/// Rows drawn from known densities: of each row a class by the class probabilities, then every
/// feature by the density of that class. The label is the last column; no cell is missing, but where
/// the schema makes that a level.
///
///     const auto truth = estimate(posterior, Estimator::posterior_mean);
///     const Table data = simulate(truth, {.rows = 1000, .seed = 7});
///     Classifier{truth}.predict(data);    // the best classifier that there is for such data
///
/// in      truth: class probabilities and densities, whatever they come from: an estimator, a draw
///         (study/truth.hpp), a file (study/truth_file.hpp). Under `predictive` each row has
///         parameters of its own
/// throws  Error{undefined} naming the cells without a density, and a cell whose draws are beyond the
///         range of double; Error{schema} for a word that a text cannot hold;
///         Error{domain} for options that make no sense
/// cost    rows x features; the same bits for any number of threads. The first rows of a longer
///         simulation are those of a shorter one, and a column does not depend on the other columns
[[nodiscard]] Table simulate(const Estimates& truth, const SimulationOptions& options);

}  // namespace credence
