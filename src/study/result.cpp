// Names of classifiers.
#include <credence/study/result.hpp>

namespace credence {

std::string classifier_name(std::string_view estimator, FeatureWeighting weights) {
  std::string name(estimator);
  if (weights == FeatureWeighting::none) return name;
  if (weights == FeatureWeighting::subset) return name + " (best subset)";
  return name + " (weights " + std::string(to_string(weights)) + ')';
}

std::string classifier_name(const Result& result) {
  return classifier_name(result.estimator, result.feature_weights);
}

}  // namespace credence
