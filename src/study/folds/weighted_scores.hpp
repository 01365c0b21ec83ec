#pragma once
// Scores of classifiers whose features have weights, found anew from the rows that a part learned from.
#include <credence/study/feature_weights.hpp>

#include "study/folds/tallies.hpp"

namespace credence::detail {

/// The posterior with the weights that learned rows give; where there are none, the reasons go to the
/// tally and the posterior is bare.
/// in      learned: the rows of the table that the posterior has learned;  fold: as score
[[nodiscard]] Posterior<Model> weighted_posterior(const Posterior<Model>& posterior,
                                                  Estimator estimator, const BoundTable& bound,
                                                  std::span<const Index> learned, Index fold,
                                                  const FeatureWeightOptions& options,
                                                  Tally& tally);

/// As score_learned, for one estimator with the weights that all the rows give. The weights stay what
/// they are where a row is left out.
/// in      start: an empty tally, which says what is gathered
[[nodiscard]] LearnedTallies score_learned_weighted(const Posterior<Model>& posterior,
                                                    Estimator estimator, const BoundTable& bound,
                                                    const LabelledRows& rows,
                                                    const FeatureWeightOptions& options,
                                                    const Tally& start = {});

}  // namespace credence::detail
