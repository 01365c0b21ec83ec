// The names of the estimators.
#include <credence/predict/estimator.hpp>

namespace credence {

std::string_view to_string(Estimator estimator) {
  switch (estimator) {
    case Estimator::maximum_likelihood:
      return "maximum_likelihood";
    case Estimator::maximum_a_posteriori:
      return "maximum_a_posteriori";
    case Estimator::posterior_mean:
      return "posterior_mean";
    case Estimator::predictive:
      return "predictive";
    case Estimator::scikit_learn:
      break;
  }
  return "scikit_learn";
}

std::optional<Estimator> estimator_named(std::string_view name) {
  for (const Estimator estimator : all_estimators)
    if (to_string(estimator) == name) return estimator;
  if (name == to_string(Estimator::scikit_learn)) return Estimator::scikit_learn;
  if (name == "mle" || name == "MLE") return Estimator::maximum_likelihood;
  if (name == "map" || name == "MAP") return Estimator::maximum_a_posteriori;
  if (name == "mean") return Estimator::posterior_mean;
  return std::nullopt;
}

}  // namespace credence
