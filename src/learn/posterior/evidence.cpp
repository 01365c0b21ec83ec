#include <credence/learn/evidence.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <credence/base/error.hpp>
#include <limits>

#include "base/some_of.hpp"
#include "learn/binding/check_bound.hpp"

namespace credence {

void detail::no_such_feature(std::string_view feature, std::span<const std::string> known) {
  throw Error(ErrorCode::schema, fmt::format("the posterior has no feature '{}'{}", feature,
                                             meant_or_some(feature, "its features are", known)));
}

double log_evidence(const Posterior<Model>& posterior, std::string_view feature) {
  detail::check_not_discounted(posterior, "log evidence");
  std::vector<std::string> known;
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j) {
      known.push_back(block->feature(j).name);
      if (known.back() == feature) return block->log_evidence(j, posterior.label.classes);
    }
  detail::no_such_feature(feature, known);
}

std::vector<double> log_coefficients(const Posterior<Model>& posterior, const BoundTable& bound,
                                     std::span<const Index> rows) {
  detail::check_bound(bound, posterior.model, posterior.blocks,
                      RowSpan{.count = std::ssize(rows), .list = rows.data()});
  std::vector<double> all(rows.size());
  WordCounts document;
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b) {
    const AnyBlock& block = *posterior.blocks[b];
    if (!std::holds_alternative<BlockCells<WordCounts>>(bound.blocks[b].cells)) continue;
    const auto& cells = bound.blocks[b].of<WordCounts>();
    for (Index j = 0; j < block.size(); ++j) {
      const auto& documents = cells.feature(j);
      const Slots slots = slots_of(block.feature(j), documents);
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (documents.read(rows[i], slots, document)) all[i] += log_coefficient(document);
    }
  }
  return all;
}

double best_evidence(std::span<const TyingEvidence> all) {
  double best = -std::numeric_limits<double>::infinity();
  for (const TyingEvidence& each : all) best = std::max(best, each.log_evidence);
  return best;
}

std::vector<TyingEvidence> tying_evidence(const Posterior<Model>& posterior,
                                          std::string_view feature) {
  detail::check_not_discounted(posterior, "log evidence");
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; block->family().facts().tied && j < block->size(); ++j)
      if (block->feature(j).name == feature)
        return block->tying_evidence(j, posterior.label.classes);
  throw Error(ErrorCode::schema, "no tied block is called '" + std::string(feature) +
                                     "'; name a block whose schema has `tied`");
}

}  // namespace credence
