#pragma once
// The weights of least leave-one-out log loss.
#include <credence/study/feature_weights.hpp>

#include "study/left_out/left_out_terms.hpp"
#include "study/left_out/weighted_loss.hpp"

namespace credence::detail {

/// How strongly weights of their own stay near the common one: a normal prior of standard deviation
/// 1/2, which counts once for all rows.
inline constexpr double weight_precision = 4;

/// Weights, or why there are none.
struct FoundWeights {
  FeatureWeights weights = {};
  std::vector<UndefinedCell> undefined = {};
};

/// The weights of any model that can say its terms without each row.
/// in  estimator: its name
[[nodiscard]] FoundWeights find_weights(const LeftOutTerms& terms, std::string_view estimator,
                                        const FeatureWeightOptions& options);

/// As find_feature_weights, without an error where there are none.
[[nodiscard]] FoundWeights find_weights(const Posterior<Model>& posterior, Estimator estimator,
                                        const BoundTable& bound, std::span<const Index> rows,
                                        const FeatureWeightOptions& options);

/// Where the function is least, from a start within the bounds, until no projected gradient exceeds
/// 1e-8 or rounding hides what is left.
/// cost  newton: some ten passes with curvature; limited memory: some hundred passes with gradients
[[nodiscard]] Eigen::VectorXd least_by_newton(const WeightProblem& problem, Eigen::VectorXd start);
[[nodiscard]] Eigen::VectorXd least_by_limited_memory(const WeightProblem& problem,
                                                      Eigen::VectorXd start);

/// The largest entry of the gradient that a bound does not hold up.
[[nodiscard]] double projected_gradient(const WeightProblem& problem, const Eigen::VectorXd& at,
                                        const Eigen::VectorXd& gradient);

}  // namespace credence::detail
