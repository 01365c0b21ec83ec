#pragma once
// Finds how much each feature should count: weights of least leave-one-out log loss.
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/estimator.hpp>
#include <cstdint>
#include <span>

namespace credence {

/// Which weights are looked for, and from how many rows.
struct FeatureWeightOptions {
  FeatureWeighting kind = FeatureWeighting::each;
  Index rows = 200'000;    ///< at most so many rows, drawn class by class; 0: all
  std::uint64_t seed = 1;  ///< of that sample, and of random subsets
  Index subsets = 1000;    ///< how many random subsets are tried

  friend bool operator==(const FeatureWeightOptions&, const FeatureWeightOptions&) = default;
};

/// Returns the weights w of least leave-one-out log loss, every row scored by what is left without it:
/// - `common`: one number in [0, 1] for all features;
/// - `each`: a number >= 0 for each feature. 2 / n sum_j (w_j - common)^2 is added to the log loss,
///   so that few rows leave the weights near the common one (n: the weight of the rows);
/// - `subset`: the best of random subsets, in which each feature is with probability 1/2.
/// Blocks of words or of columns are one feature. The log loss is convex in w, so that there is one
/// answer; it is found until no projected gradient exceeds 1e-8.
///
///     posterior.feature_weights = find_feature_weights(posterior, Estimator::predictive, bound, rows);
///     const Classifier classifier{posterior, Estimator::predictive};    // counts each by its weight
///
/// in      posterior: without weights;  bound: made with its model, weights as learned;  rows: those
///         that it has learned of the table
/// throws  Error{undefined} naming every feature and class with a row that has no density, or density
///         0, once it is left out: no finite weight would be right for it; Error{domain} for options
///         that make no sense, and as leave_one_out
/// cost    some ten leave-one-out scorings, features^2 per row and step for up to 200 features; the
///         same bits for any number of threads
/// source  docs/explanation/feature_weights.md
[[nodiscard]] FeatureWeights find_feature_weights(const Posterior<Model>& posterior,
                                                  Estimator estimator, const BoundTable& bound,
                                                  std::span<const Index> rows,
                                                  const FeatureWeightOptions& options = {});

/// The same posterior with the weights of `find_feature_weights`, from all rows of a table that it has
/// learned: those with a label and a positive weight.
/// in      weight: the column of row weights, empty for 1 each
/// throws  as bind and find_feature_weights
[[nodiscard]] Posterior<Model> with_feature_weights(Posterior<Model> posterior, Estimator estimator,
                                                    const Table& table,
                                                    const FeatureWeightOptions& options = {},
                                                    std::string_view weight = {});

}  // namespace credence
