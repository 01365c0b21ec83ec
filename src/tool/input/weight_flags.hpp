#pragma once
// The flags of feature weights: to find them, or to leave those of a posterior aside.
#include <credence/predict/estimator.hpp>
#include <credence/study/feature_weights.hpp>

#include "flags/flags.hpp"
#include "input/estimator_flags.hpp"

namespace credence::tool {

/// The weights that a verb is to find.
struct WeightFlags {
  FeatureWeightOptions asked{.kind = FeatureWeighting::none};

  /// `--feature-weights` and `--feature-weights-rows`.
  /// in  help: what becomes of the weights
  void declare(Grammar& grammar, const std::string& help);
  /// The weights that are asked for, subsets drawn by a seed.
  [[nodiscard]] FeatureWeightOptions options(std::uint64_t seed = 1) const;
  [[nodiscard]] bool any() const { return asked.kind != FeatureWeighting::none; }
};

/// Returns whether --feature-weights is given, and not as 'none'.
[[nodiscard]] bool asks_for_weights(const Grammar& grammar);

/// `--feature-weights none`: what a posterior says of weights does not count.
void declare_without_weights(Grammar& grammar, bool& without);

/// The one estimator of a verb that predicts: that of the flags, of the weights of the posterior, or
/// the posterior predictive.
/// throws  UsageError for an estimator that the weights were not found for, and as estimator_asked
[[nodiscard]] Estimator estimator_to_predict(const EstimatorFlags& flags,
                                             const Posterior<Model>& posterior);

}  // namespace credence::tool
