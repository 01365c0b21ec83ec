#pragma once
// A posterior that has forgotten some of its features.
#include <credence/learn/model_posterior.hpp>
#include <set>
#include <string>

namespace credence::detail {

/// The posterior of a model without some of its features.
template <class List>
[[nodiscard]] Posterior<BasicModel<List>> without_features(Posterior<BasicModel<List>> posterior,
                                                           const std::set<std::string>& names) {
  for_each_block(posterior.blocks, [&]<class F>(Block<F>& block) {
    Block<F> rest;
    rest.classes = block.classes;
    for (Index j = 0; j < block.size(); ++j) {
      if (names.contains(block.feature(j).name)) continue;
      rest.features.push_back(std::move(block.feature(j)));
      for (Index klass = 0; klass < block.classes; ++klass)
        rest.cells.push_back(std::move(block.cell(j, klass)));
    }
    block = std::move(rest);
  });
  std::erase_if(posterior.blocks, [](const auto& any) {
    return std::visit([](const auto& block) { return block.size() == 0; }, any);
  });
  Schema schema = posterior.model.schema();
  std::erase_if(schema.columns,
                [&](const ColumnSchema& column) { return names.contains(column.name); });
  posterior.model = BasicModel<List>(std::move(schema));
  return posterior;
}

}  // namespace credence::detail
