// Where two estimators must agree, decided from the priors, and the notes on it.
#include "study/compare/notes.hpp"

#include <credence/detail/study/studied_family.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace credence {
namespace {

bool is_uniform(const Dirichlet& prior) {
  return std::all_of(prior.weights.begin(), prior.weights.end(),
                     [](double weight) { return weight == 1; });
}

bool shows(const Comparison& comparison, Estimator one, Estimator other) {
  const auto has = [&](Estimator estimator) {
    return std::any_of(
        comparison.results.begin(), comparison.results.end(),
        [&](const Result& result) { return result.estimator == to_string(estimator); });
  };
  return has(one) && has(other);
}

std::string note_on_modes(const Coincidences& same, Index features) {
  if (same.mode_features == features && same.mode_of_classes)
    return "maximum_a_posteriori coincides with maximum_likelihood: all priors are uniform "
           "(pseudo-counts of 1)";
  return fmt::format(
      "maximum_a_posteriori coincides with maximum_likelihood in {} of {} features ({}), whose "
      "priors are uniform (pseudo-counts of 1)",
      same.mode_features, features, fmt::join(same.mode_families, ", "));
}

}  // namespace

void detail::add_coincidences(const Comparison& comparison, const Coincidences& same,
                              std::vector<std::string>& notes) {
  const Index features = std::ssize(comparison.features);
  if (same.mode_features > 0 &&
      shows(comparison, Estimator::maximum_a_posteriori, Estimator::maximum_likelihood))
    notes.push_back(note_on_modes(same, features));
  if (same.mean_features > 0 && shows(comparison, Estimator::predictive, Estimator::posterior_mean))
    notes.push_back(fmt::format(
        "predictive coincides with posterior_mean in {} of {} features ({}): one answer depends on "
        "the mean of its probability alone",
        same.mean_features, features, fmt::join(same.mean_families, ", ")));
}

Coincidences coincidences(const Posterior<Model>& posterior) {
  Coincidences same;
  for (const Box<AnyBlock>& block : posterior.blocks) {
    const StudiedFamily& family = studied(block->family());
    const std::string name(block->family().facts().name);
    const Index modes = family.uniform_priors(*block, posterior.label.classes);
    if (modes > 0) same.mode_families.push_back(name);
    same.mode_features += modes;
    if (!family.predicts_at_mean()) continue;
    same.mean_families.push_back(name);
    same.mean_features += block->size();
  }
  same.mode_of_classes = posterior.label.prior.kind != ClassPrior::Kind::learned ||
                         is_uniform(dirichlet_of(posterior.label));
  return same;
}

}  // namespace credence
