#pragma once
// How a posterior's classifiers do on rows with known classes.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/result.hpp>

namespace credence {

/// How a posterior's classifiers do on the labelled rows of a table; the others are passed over.
/// in      weight: the column of row weights, empty for 1 each
/// throws  as bind; Error{schema} when the table has no label column or no row with a label, and
///         with the place of a label that the posterior does not know
/// cost    estimators x rows x features x classes
[[nodiscard]] Evaluation evaluate(const Posterior<Model>& posterior, const Table& table,
                                  std::span<const Estimator> estimators,
                                  std::string_view weight = {});

}  // namespace credence
