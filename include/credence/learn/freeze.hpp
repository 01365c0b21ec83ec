#pragma once
// Automatic priors turned into the numbers they stand for.
#include <credence/learn/model_posterior.hpp>

namespace credence {

namespace detail {
/// Where priors are stated by class: one for each class, so that none is left to a default.
template <ConjugateFamily F>
void state_every_class(FeaturePrior<F>& prior, const std::vector<std::string>& classes) {
  for (const std::string& klass : classes) {
    const bool stated = std::any_of(prior.by_class.begin(), prior.by_class.end(),
                                    [&](const auto& rule) { return rule.first == klass; });
    if (!stated) prior.by_class.emplace_back(klass, prior.shared);
  }
}
}  // namespace detail

/// The same posterior with every automatic prior replaced by the numbers it stands for now, so that
/// more data no longer moves it. Laws that compare a posterior before and after data hold for
/// these. A prior of weights that was found takes no further levels.
/// throws  Error{undefined} naming the column where an automatic prior has no meaning for these
///         data
template <class List>
[[nodiscard]] Posterior<BasicModel<List>> freeze(Posterior<BasicModel<List>> posterior) {
  Schema schema = posterior.model.schema();
  for_each_block(posterior.blocks, [&]<class F>(Block<F>& block) {
    const Block<F> words = block;  // what a block shares is found from all its words
    BlockPriors<F> found(words);
    for (Index j = 0; j < block.size(); ++j) {
      Feature<F>& feature = block.feature(j);
      const auto pooled = block.pooled(j);
      const auto settle = [&](auto& rule) {
        try {
          rule = found.settled(j, rule, pooled);
        } catch (const Error& error) {
          throw Error(error.code(), "column '" + feature.name + "': " + error.what());
        }
      };
      if (feature.prior.by_class.empty())
        settle(feature.prior.shared);
      else
        detail::state_every_class(feature.prior, posterior.label.classes);
      for (auto& rule : feature.prior.by_class) settle(rule.second);
      schema.find(feature.name)->prior = spec_of(feature.prior);
    }
  });
  posterior.model = BasicModel<List>(std::move(schema));
  return posterior;
}

}  // namespace credence
