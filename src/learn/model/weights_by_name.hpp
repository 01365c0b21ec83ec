#pragma once
// Weights of many features, asked for by name.
#include <credence/learn/model_posterior.hpp>
#include <cstddef>
#include <string_view>

namespace credence::detail {

/// The weights of the features of a model. Features that are asked for in their order are each found
/// at once, from where the last one was.
class WeightsByName {
 public:
  /// in  weights: outlive this object
  explicit WeightsByName(const FeatureWeights& weights) : weights_(weights) {}

  /// Returns the weight of a feature; throws as FeatureWeights::of.
  [[nodiscard]] double of(std::string_view feature);

 private:
  const FeatureWeights& weights_;
  std::size_t last_ = 0;
};

}  // namespace credence::detail
