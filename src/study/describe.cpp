#include <credence/study/describe.hpp>

#include <algorithm>
#include <cmath>

namespace credence {
namespace detail {

LabelDescription describe(const LabelColumn& label) {
  LabelDescription description;
  description.name = label.name;
  description.classes = label.classes;
  description.counts = label.counts.counts;
  description.prior = label.prior;
  for (std::size_t e = 0; e < all_estimators.size(); ++e)
    description.estimates[e] = fields_or_why([&] {
      std::vector<double> probabilities = log_class_probabilities(label, all_estimators[e]);
      for (double& probability : probabilities) probability = std::exp(probability);
      return Fields{{"probabilities", std::move(probabilities)}};
    });
  return description;
}

void settle_features(std::vector<FeatureDescription>& features, const Schema& schema) {
  const auto position = [&](const FeatureDescription& feature) {
    return schema.find(feature.name) - schema.columns.data();
  };
  std::sort(features.begin(), features.end(),
            [&](const auto& a, const auto& b) { return position(a) < position(b); });
  for (FeatureDescription& feature : features)
    if (feature.levels.empty()) feature.levels = schema.find(feature.name)->levels;
}

}  // namespace detail

template Description describe(const Posterior<Model>&);

}  // namespace credence
