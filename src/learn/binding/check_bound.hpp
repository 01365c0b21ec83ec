#pragma once
// Whether a table was bound for those who read it.
#include <credence/learn/bound_table.hpp>

#include <algorithm>
#include <credence/detail/learn/block_cells.hpp>
#include <cstddef>
#include <string_view>

namespace credence::detail {

/// Throws Error{schema}: a table that was bound to a model of other features.
[[noreturn]] void bound_to_another(const BoundTable& bound, std::string_view family,
                                   std::string_view feature);

/// Throws Error{schema} for a column of row weights that a feature reads.
/// in  weight: empty for none
void check_weight_column(const Schema& schema, std::string_view weight);

/// Throws Error{schema} where a table has fewer contexts than a structure reads.
void check_contexts(const BoundTable& bound, Index contexts);

/// Throws Error{schema} for a table that was not bound, Error{shape} for an unknown row.
/// cost    rows, where they are listed
void check_rows(const BoundTable& bound, RowSpan rows);

/// Whether a table has these blocks with as many features each.
template <class Blocks>
[[nodiscard]] bool has_shape(const BoundTable& bound, const Blocks& blocks) {
  return std::equal(bound.blocks.begin(), bound.blocks.end(), blocks.begin(), blocks.end(),
                    [](const BoundBlock& cells, const auto& block) {
                      return cells.family == &block->family() && cells.size() == block->size();
                    });
}

/// Throws Error{schema} unless a table was bound to a model whose blocks have these features, and
/// Error{shape} for an unknown row.
/// in      model: whose blocks these are;  blocks: statistics, tables or beliefs, one a block
/// cost    features, and rows where they are listed; blocks instead of features for a table that was
///         bound to this very model
template <class Blocks>
void check_bound(const BoundTable& bound, const Model& model, const Blocks& blocks, RowSpan rows) {
  check_rows(bound, rows);
  if (bound.bound_for.is_copy_of(model) && has_shape(bound, blocks)) return;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto& block = *blocks[b];
    const bool is_there = b < bound.blocks.size() && bound.blocks[b].family == &block.family();
    const Index size = block.size();
    for (Index j = 0; j < size; ++j)
      if (!is_there || j >= bound.blocks[b].size() ||
          bound.blocks[b].names[static_cast<std::size_t>(j)] != block.feature(j).name)
        bound_to_another(bound, block.family().facts().word, block.feature(j).name);
    if (is_there && bound.blocks[b].size() > size)
      bound_to_another(bound, {}, bound.blocks[b].names[static_cast<std::size_t>(size)]);
  }
  if (bound.blocks.size() > blocks.size())
    bound_to_another(bound, {}, bound.blocks[blocks.size()].names.front());
}

}  // namespace credence::detail
