// The evidence of each tying of a block.
#include <credence/learn/tying_evidence.hpp>

#include <algorithm>
#include <credence/base/error.hpp>
#include <credence/learn/family_type.hpp>
#include <limits>

namespace credence {

double best_evidence(std::span<const TyingEvidence> all) {
  double best = -std::numeric_limits<double>::infinity();
  for (const TyingEvidence& each : all) best = std::max(best, each.log_evidence);
  return best;
}

std::vector<TyingEvidence> tying_evidence(const Posterior<Model>& posterior,
                                          std::string_view feature) {
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; block->family().facts().tied && j < block->size(); ++j)
      if (block->feature(j).name == feature)
        return block->tying_evidence(j, posterior.label.classes);
  throw Error(ErrorCode::schema, "no tied block is called '" + std::string(feature) +
                                     "'; name a block whose schema has `tied`");
}

}  // namespace credence
