// Where two estimators must agree, decided from the priors.
#include "study/notes.hpp"

#include <credence/detail/study/studied_family.hpp>

#include <algorithm>

namespace credence {
namespace {

bool is_uniform(const Dirichlet& prior) {
  return std::all_of(prior.weights.begin(), prior.weights.end(),
                     [](double weight) { return weight == 1; });
}

}  // namespace

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
