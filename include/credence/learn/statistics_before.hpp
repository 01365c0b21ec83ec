#pragma once
// The statistics of a posterior as they were, for the case that adding to them runs out of memory.
#include <credence/learn/blocks.hpp>
#include <credence/learn/label_column.hpp>
#include <type_traits>

namespace credence::detail {

/// The statistics of one block.
template <ConjugateFamily F>
struct BlockBefore {
  std::vector<typename F::Statistics> cells;
};
template <ConjugateFamily... F>
using BlockBeforeVariant = std::variant<BlockBefore<F>...>;

/// Whether adding to these blocks may need memory: statistics that are plain numbers do not.
template <class... F>
[[nodiscard]] bool adding_allocates(const std::vector<std::variant<F...>>& blocks) {
  bool allocates = false;
  for_each_block(blocks, [&]<class G>(const Block<G>&) {
    allocates = allocates || !std::is_trivially_copyable_v<typename G::Statistics>;
  });
  return allocates;
}

/// A copy of all statistics of a posterior, without names and levels. Its memory is used again.
template <class List>
class StatisticsBefore {
 public:
  /// Calls `add`, which adds to the statistics but lets no class and no level join. When it throws,
  /// nothing has been added.
  template <class Add>
  void guard(LabelColumn& label, AnyBlocks<List>& blocks, Add add) {
    if (!adding_allocates(blocks)) return add();
    keep(label, blocks);
    try {
      add();
    } catch (...) {
      give_back(label, blocks);
      throw;
    }
  }

 private:
  void keep(const LabelColumn& label, const AnyBlocks<List>& blocks) {
    label_ = label.counts;
    blocks_.resize(blocks.size());
    for (std::size_t b = 0; b < blocks.size(); ++b)
      std::visit(
          [&]<class F>(const Block<F>& block) {
            auto& any = blocks_[b];
            if (!std::holds_alternative<BlockBefore<F>>(any))
              any.template emplace<BlockBefore<F>>();
            std::get<BlockBefore<F>>(any).cells = block.cells;
          },
          blocks[b]);
  }

  void give_back(LabelColumn& label, AnyBlocks<List>& blocks) noexcept {
    std::swap(label.counts, label_);
    for (std::size_t b = 0; b < blocks.size(); ++b)
      std::visit(
          [&]<class F>(Block<F>& block) {
            block.cells.swap(std::get<BlockBefore<F>>(blocks_[b]).cells);
          },
          blocks[b]);
  }

  CategoricalCounts label_;
  std::vector<typename List::template apply<BlockBeforeVariant>> blocks_;
};

}  // namespace credence::detail
