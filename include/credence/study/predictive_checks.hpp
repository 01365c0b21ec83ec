#pragma once
// A model checked: the data of each feature and class beside data that the model simulates.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/predictive_check.hpp>
#include <string_view>

namespace credence {

/// Checks a model against the labelled rows of a table. As many times as asked, every parameter is drawn
/// from what the posterior believes (or from the prior), and from the likelihood at these parameters as
/// many rows of each class as there are, with the missing cells, weights, exposures and lengths of
/// documents that the data have. Quantities of the data are set against those of the simulated ones.
///
///     const auto posterior = observe(model, table);
///     const PredictiveCheck check = predictive_check(posterior, table, {.simulations = 500});
///     extreme_counts(check);      // how many quantities are extreme, and how many chance makes so
///
/// in      table: the rows that the posterior has learned, or others;  weight: the column of row
///         weights, empty for 1 each
/// out     features in the order of the blocks; what cannot be checked is told with the reason, an
///         improper prior among it
/// throws  Error{domain} for options that make no sense; as bind; Error{schema} when the table has no
///         label column, a class that the posterior lacks, or no row with a label, and for a feature
///         to check that there is not
/// cost    simulations x rows x features draws, and of numbers a partial sort of each column; memory:
///         one feature at a time. The same bits for any number of threads; a feature's numbers do not
///         depend on the other features
/// source  [box1980], [rubin1984], [gelman1996]; docs/explanation/predictive_checks.md
[[nodiscard]] PredictiveCheck predictive_check(const Posterior<Model>& posterior,
                                               const Table& table, const CheckOptions& options = {},
                                               std::string_view weight = {});

}  // namespace credence
