#pragma once
// Leave-one-out of classifiers whose features have weights, which stay what they are.
#include <credence/study/leave_one_out.hpp>

namespace credence::detail {

/// Predictions of rows, each by what is left without it, under the weights of the posterior.
/// in      posterior: with weights; its empirical-Bayes priors stand as numbers
/// throws  as leave_one_out
[[nodiscard]] LeaveOneOut weighted_left_out(const Posterior<Model>& posterior, Estimator estimator,
                                            const BoundTable& bound, std::span<const Index> rows);

}  // namespace credence::detail
