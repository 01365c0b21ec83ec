#pragma once
// Automatic priors turned into the numbers they stand for.
#include <credence/learn/model_posterior.hpp>

namespace credence {

/// The same posterior with every automatic prior replaced by the numbers it stands for now, so that
/// more data no longer moves it. Laws that compare a posterior before and after data hold for
/// these.
/// throws  Error{undefined} naming the column where an automatic prior has no meaning for these data
template <class List>
[[nodiscard]] Posterior<BasicModel<List>> freeze(Posterior<BasicModel<List>> posterior) {
  Schema schema = posterior.model.schema();
  const auto settle = [&]<class F>(const Feature<F>& feature, const auto& pooled, auto& rule) {
    if (!std::holds_alternative<Automatic>(rule)) return;
    try {
      rule = resolve<F>(rule, pooled, feature.reserved(),
                        "the prior of column '" + feature.name + "'");
    } catch (const Error& error) {
      throw Error(error.code(), "column '" + feature.name + "': " + error.what());
    }
  };
  for_each_block(posterior.blocks, [&]<class F>(Block<F>& block) {
    for (Index j = 0; j < block.size(); ++j) {
      Feature<F>& feature = block.feature(j);
      const auto pooled = block.pooled(j);
      settle(feature, pooled, feature.prior.shared);
      for (auto& rule : feature.prior.by_class) settle(feature, pooled, rule.second);
      schema.find(feature.name)->prior = spec_of(feature.prior);
    }
  });
  posterior.model = BasicModel<List>(std::move(schema));
  return posterior;
}

}  // namespace credence
