// Weights are found, then a posterior that holds them is scored as any other.
#include "study/folds/weighted_scores.hpp"

#include <credence/detail/base/stopwatch.hpp>

#include "study/left_out/weight_search.hpp"

namespace credence::detail {

Posterior<Model> weighted_posterior(const Posterior<Model>& posterior, Estimator estimator,
                                    const BoundTable& bound, std::span<const Index> learned,
                                    Index fold, const FeatureWeightOptions& options, Tally& tally) {
  const Stopwatch watch(tally.seconds.estimate);
  FoundWeights found = find_weights(posterior, estimator, bound, learned, options);
  add_undefined(std::move(found.undefined), fold, tally);
  Posterior<Model> weighted = posterior;
  weighted.feature_weights = std::move(found.weights);
  return weighted;
}

LearnedTallies score_learned_weighted(const Posterior<Model>& posterior, Estimator estimator,
                                      const BoundTable& bound, const LabelledRows& rows,
                                      const FeatureWeightOptions& options, const Tally& start) {
  LearnedTallies tallies{.training = start, .left_out = start};
  const Posterior<Model> weighted =
      weighted_posterior(posterior, estimator, bound, rows.rows, 0, options, tallies.training);
  if (!tallies.training.undefined.empty()) {
    tallies.left_out.undefined = tallies.training.undefined;
    return tallies;
  }
  const StudySeconds spent = tallies.training.seconds;
  LearnedTallies scored =
      std::move(score_learned(weighted, {&estimator, 1}, bound, rows, start).front());
  add(scored.training.seconds, spent);
  return scored;
}

}  // namespace credence::detail
