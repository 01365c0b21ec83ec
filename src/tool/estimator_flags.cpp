// Flags to estimators.
#include "estimator_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults.hpp"
#include "modelling.hpp"
#include "values.hpp"

namespace credence::tool {
namespace {

Estimator estimator_of(const std::string& name, std::string_view flag) {
  const auto found =
      std::find_if(all_estimators.begin(), all_estimators.end(),
                   [&](Estimator estimator) { return to_string(estimator) == name; });
  if (found != all_estimators.end()) return *found;
  std::vector<std::string> names;
  for (const Estimator estimator : all_estimators) names.emplace_back(to_string(estimator));
  throw UsageError(fmt::format("flag '{}' has the unknown value '{}'; choose {}", flag, name,
                               quoted_names(names)));
}

}  // namespace

void EstimatorFlags::declare(Grammar& grammar, const std::string& otherwise) {
  grammar.value(
      "--estimator", estimator, "NAME",
      "maximum_likelihood, maximum_a_posteriori, posterior_mean or predictive [" + otherwise + "]",
      estimator_of);
}

void declare_like(Grammar& grammar, bool& like_scikit_learn, const std::string& help) {
  grammar.choice("--like", like_scikit_learn, help, {{"scikit-learn", true}}).before_others();
}

std::vector<Estimator> estimators_of(const std::string& list, std::string_view flag) {
  std::vector<Estimator> estimators;
  for (const std::string& name : list_of(list, flag)) {
    const Estimator estimator = estimator_of(name, flag);
    if (std::find(estimators.begin(), estimators.end(), estimator) != estimators.end())
      throw UsageError(fmt::format("flag '{}' names '{}' twice; name it once", flag, name));
    estimators.push_back(estimator);
  }
  return estimators;
}

std::optional<Estimator> estimator_asked(const EstimatorFlags& flags,
                                         const Posterior<Model>& posterior) {
  if (flags.estimator && flags.like_scikit_learn)
    throw UsageError("flags '--estimator' and '--like' exclude each other; give one of them");
  if (flags.estimator) return flags.estimator;
  if (!flags.like_scikit_learn && !posterior.like_scikit_learn) return std::nullopt;
  check_like_scikit_learn(posterior.model.schema());
  return Estimator::scikit_learn;
}

}  // namespace credence::tool
