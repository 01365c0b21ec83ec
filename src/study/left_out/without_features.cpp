// Features taken out of a posterior, block by block.
#include "study/left_out/without_features.hpp"

#include <memory>

namespace credence::detail {
namespace {

// What is left of a block; null where nothing is.
Box<AnyBlock> rest_of(Box<AnyBlock> block, const std::set<std::string>& names) {
  const auto goes = [&](Index j) { return names.contains(block->feature(j).name); };
  Index gone = 0;
  for (Index j = 0; j < block->size(); ++j) gone += goes(j) ? 1 : 0;
  if (gone == 0) return block;
  std::unique_ptr<AnyBlock> rest;
  for (Index j = 0; j < block->size(); ++j) {
    if (goes(j)) continue;
    std::unique_ptr<AnyBlock> one = block->part(j, nullptr);
    if (rest)
      rest->append(std::move(*one));
    else
      rest = std::move(one);
  }
  return rest;
}

}  // namespace

Posterior<Model> without_features(Posterior<Model> posterior, const std::set<std::string>& names) {
  for (Box<AnyBlock>& block : posterior.blocks) block = rest_of(std::move(block), names);
  std::erase_if(posterior.blocks, [](const Box<AnyBlock>& block) { return !block; });
  Schema schema = posterior.model.schema();
  std::erase_if(schema.columns,
                [&](const ColumnSchema& column) { return names.contains(column.name); });
  posterior.model = with_schema(posterior.model, std::move(schema));
  return posterior;
}

}  // namespace credence::detail
