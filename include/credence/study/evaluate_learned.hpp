#pragma once
// How a posterior's classifiers do on the rows it has learned, and on each without itself.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/result.hpp>

namespace credence {

/// How a posterior's classifiers do on the rows it has learned: on "training" as they are, on
/// "leave_one_out" each by what is left without it. The table must hold the rows that were learned,
/// all of them and no others, with the same weights.
/// throws  as evaluate; Error{domain} when a class has another weight than was learned, and with the
///         place of a row that was never learned
/// cost    estimators x rows x features x (2 classes + 1)
[[nodiscard]] Evaluation evaluate_learned(const Posterior<Model>& posterior, const Table& table,
                                          std::span<const Estimator> estimators,
                                          std::string_view weight = {});

}  // namespace credence
