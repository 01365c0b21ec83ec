#pragma once
// Where two estimators must agree, decided from the priors.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/notes.hpp>

namespace credence {

namespace detail {

/// Whether a prior density is constant, so that its mode is the maximum of the likelihood.
template <class Prior>
[[nodiscard]] bool is_uniform(const Prior&) {
  return false;
}
[[nodiscard]] inline bool is_uniform(const Beta& prior) { return prior == Beta{}; }
[[nodiscard]] inline bool is_uniform(const Dirichlet& prior) {
  return std::all_of(prior.weights.begin(), prior.weights.end(),
                     [](double weight) { return weight == 1; });
}

template <ConjugateFamily F>
bool modes_coincide(BlockPriors<F>& found, Index j, std::span<const std::string> classes) {
  try {
    const auto all = found.of(j, classes);
    return std::all_of(all.begin(), all.end(), [](const auto& prior) { return is_uniform(prior); });
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    return false;
  }
}

}  // namespace detail

/// The features and classes of a posterior for which estimators coincide.
/// cost    features x classes x levels
template <class List>
[[nodiscard]] Coincidences coincidences(const Posterior<BasicModel<List>>& posterior) {
  Coincidences same;
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    // One answer has no spread beyond its probability: then both are one type of density. Where a
    // constant is known they may be one type, too, but the predictive is the wider.
    constexpr bool means =
        std::is_same_v<typename F::Likelihood, typename F::Predictive> && !requires {
      typename F::Prior::Known;
    };
    Index modes = 0;
    BlockPriors<F> found(block);
    for (Index j = 0; j < block.size(); ++j)
      modes += detail::modes_coincide(found, j, posterior.label.classes) ? 1 : 0;
    if (modes > 0) same.mode_families.emplace_back(F::name);
    same.mode_features += modes;
    if (means) same.mean_families.emplace_back(F::name);
    same.mean_features += means ? block.size() : 0;
  });
  same.mode_of_classes = posterior.label.prior.kind != ClassPrior::Kind::learned ||
                         detail::is_uniform(dirichlet_of(posterior.label));
  return same;
}

}  // namespace credence
