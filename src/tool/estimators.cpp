// Flags to estimators.
#include "estimators.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults.hpp"
#include "modelling.hpp"
#include "values.hpp"

namespace credence::tool {
namespace {

Estimator estimator_of(const std::string& name) {
  const auto found =
      std::find_if(all_estimators.begin(), all_estimators.end(),
                   [&](Estimator estimator) { return to_string(estimator) == name; });
  if (found != all_estimators.end()) return *found;
  std::vector<std::string> names;
  for (const Estimator estimator : all_estimators) names.emplace_back(to_string(estimator));
  throw UsageError(fmt::format("flag '--estimator' has the unknown value '{}'; choose {}", name,
                               quoted_names(names)));
}

}  // namespace

std::vector<Estimator> estimators_of(const std::string& list) {
  std::vector<Estimator> estimators;
  for (const std::string& name : list_of(list, "--estimator")) {
    const Estimator estimator = estimator_of(name);
    if (std::find(estimators.begin(), estimators.end(), estimator) != estimators.end())
      throw UsageError(fmt::format("flag '--estimator' names '{}' twice; name it once", name));
    estimators.push_back(estimator);
  }
  return estimators;
}

std::optional<Estimator> estimator_asked(const Options& options,
                                         const Posterior<Model>& posterior) {
  if (options.estimator && options.like)
    throw UsageError("flags '--estimator' and '--like' exclude each other; give one of them");
  if (options.estimator) return estimator_of(*options.estimator);
  if (!options.like && !posterior.like_scikit_learn) return std::nullopt;
  check_like_scikit_learn(posterior.model.schema());
  return Estimator::scikit_learn;
}

}  // namespace credence::tool
