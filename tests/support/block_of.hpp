#pragma once
// The statistics of one family in the posterior of a model.
#include <credence/learn/typed_block.hpp>

#include <string>

#include "support/models.hpp"

namespace credence::testing {

/// The only block of a family.
template <ConjugateFamily F>
const Block<F>& block_of(const ModelPosterior& posterior) {
  for (const auto& block : posterior.blocks)
    if (const auto* found = typed_if<F>(*block)) return *found;
  throw Error(ErrorCode::schema, "no block of family " + std::string(F::name));
}

}  // namespace credence::testing
