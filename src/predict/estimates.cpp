// One table of densities for each block.
#include <credence/predict/estimates.hpp>

#include <algorithm>
#include <credence/base/error.hpp>

namespace credence {
namespace detail {
namespace {

// The share of the largest variance that scikit-learn adds to every variance.
constexpr double scikit_learn_smoothing = 1e-9;

}  // namespace

double variance_floor(const Posterior<Model>& posterior, Estimator estimator) {
  double floor = 0;
  if (estimator != Estimator::scikit_learn) return floor;
  for (const Box<AnyBlock>& block : posterior.blocks) {
    const ScoredFamily& family = scored(block->family());
    if (!family.known_to_scikit_learn())
      throw Error(ErrorCode::schema, "scikit-learn has no counterpart of family '" +
                                         std::string(block->family().facts().name) +
                                         "' of column '" + block->feature(0).name +
                                         "'; choose another family");
    floor = std::max(floor, scikit_learn_smoothing * family.largest_variance(*block));
  }
  return floor;
}

Estimates estimate(const Posterior<Model>& posterior, Estimator estimator,
                   const std::vector<double>& log_class_probabilities) {
  Estimates result{.model = posterior.model,
                   .estimator = estimator,
                   .classes = posterior.label.classes,
                   .log_class_probabilities = log_class_probabilities};
  result.most_frequent = most_frequent_class(posterior.label);
  const EstimateContext context{.estimator = estimator,
                                .classes = result.classes,
                                .log_class_probabilities = result.log_class_probabilities,
                                .variance_floor = variance_floor(posterior, estimator)};
  for (const Box<AnyBlock>& block : posterior.blocks)
    result.tables.emplace_back(scored(block->family()).table(*block, context, result.undefined));
  return result;
}

}  // namespace detail

Estimates estimate(const Posterior<Model>& posterior, Estimator estimator) {
  std::vector<double> logs;
  try {
    logs = log_class_probabilities(posterior.label, estimator);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    Estimates result{
        .model = posterior.model, .estimator = estimator, .classes = posterior.label.classes};
    result.most_frequent = most_frequent_class(posterior.label);
    result.undefined.push_back({.feature = posterior.label.name, .klass = {}, .why = error.what()});
    return result;
  }
  Estimates result = detail::estimate(posterior, estimator, logs);
  if (posterior.feature_weights.estimator == to_string(estimator))
    result.feature_weights = posterior.feature_weights;
  return result;
}

}  // namespace credence
