// The leave-one-out scorers of all blocks.
#include "study/left_out/moving_blocks.hpp"

#include <credence/detail/predict/scored_family.hpp>

#include <algorithm>

namespace credence::detail {
namespace {

template <class Datum>
Slots slots_learned(const AnyBlock& block, Index j, const BlockCells<Datum>& cells,
                    std::span<const Index> rows, const Table& table) {
  const FeatureFacts& feature = block.feature(j);
  Slots slots = slots_of(feature, cells.feature(j));
  if (std::find(slots.of.begin(), slots.of.end(), -1) == slots.of.end()) return slots;
  if constexpr (has_levels(kind_of_datum<Datum>))
    if (block.family().facts().levelled)
      for (const Index row : rows)
        if (const auto unknown = cells.feature(j).unknown(row, slots); !unknown.empty())
          throw cannot_forget(table, feature.name, row,
                              "'" + std::string(unknown.front()) + "' was never learned" +
                                  (std::is_same_v<Datum, WordCounts> ? ", or not kept" : ""));
  return slots;
}

}  // namespace

MovingBlocks moving_blocks(const Posterior<Model>& posterior, const EstimateContext& context) {
  MovingBlocks moving;
  for (const Box<AnyBlock>& block : posterior.blocks)
    moving.push_back(scored(block->family()).moving(*block, context));
  return moving;
}

std::set<std::string> moving_all_classes(const MovingBlocks& moving) {
  std::set<std::string> names;
  for (const auto& cells : moving)
    for (Index j = 0; j < cells->size(); ++j)
      if (cells->scored(j) && cells->moves_all_classes(j)) names.insert(cells->feature(j).name);
  return names;
}

std::vector<std::vector<Slots>> learned_slots(const Posterior<Model>& posterior,
                                              const BoundTable& bound,
                                              std::span<const Index> rows) {
  std::vector<std::vector<Slots>> slots(posterior.blocks.size());
  for (std::size_t b = 0; b < slots.size(); ++b) {
    const AnyBlock& block = *posterior.blocks[b];
    bound.blocks[b].visit([&](const auto& cells) {
      for (Index j = 0; j < block.size(); ++j)
        slots[b].push_back(slots_learned(block, j, cells, rows, *bound.table));
    });
  }
  return slots;
}

}  // namespace credence::detail
