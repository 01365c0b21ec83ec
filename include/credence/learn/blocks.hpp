#pragma once
// Blocks of several families side by side: chosen at run time (variants) or in code (a tuple).
#include <credence/family/family_list.hpp>
#include <credence/learn/block.hpp>
#include <tuple>
#include <variant>

namespace credence {

namespace detail {
template <class... F>
using BlockVariant = std::variant<Block<F>...>;
}  // namespace detail

/// The blocks of a model whose columns are known at run time: at most one per family of the list,
/// in the order of the list.
template <class List>
using AnyBlock = typename List::template apply<detail::BlockVariant>;
template <class List>
using AnyBlocks = std::vector<AnyBlock<List>>;

/// Calls `f(block)` for each block of a vector of variants.
template <class... F, class Visitor>
void for_each_block(std::vector<std::variant<F...>>& blocks, Visitor&& visitor) {
  for (auto& block : blocks) std::visit(visitor, block);
}
template <class... F, class Visitor>
void for_each_block(const std::vector<std::variant<F...>>& blocks, Visitor&& visitor) {
  for (const auto& block : blocks) std::visit(visitor, block);
}
/// Calls `f(block)` for each block of a tuple.
template <class... B, class Visitor>
void for_each_block(std::tuple<B...>& blocks, Visitor&& visitor) {
  std::apply([&](auto&... block) { (visitor(block), ...); }, blocks);
}
template <class... B, class Visitor>
void for_each_block(const std::tuple<B...>& blocks, Visitor&& visitor) {
  std::apply([&](const auto&... block) { (visitor(block), ...); }, blocks);
}

}  // namespace credence
