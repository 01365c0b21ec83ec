#pragma once
// Rows that taught a block nothing because they lack one of its numbers.
#include <credence/family/joint_moments.hpp>
#include <credence/learn/model_posterior.hpp>
#include <string>
#include <vector>

namespace credence {

namespace detail {
/// A sentence on one block.
[[nodiscard]] std::string note_on_incomplete_rows(const std::string& block, double incomplete,
                                                  double all);
}  // namespace detail

/// What a user should know of rows that lack a number of a block whose columns vary together: how
/// many of them, by weight, were left out of what the block learned. Without such rows, nothing.
template <class List>
[[nodiscard]] std::vector<std::string> notes_on_incomplete_rows(
    const Posterior<BasicModel<List>>& posterior) {
  std::vector<std::string> notes;
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    if constexpr (std::is_same_v<typename F::Statistics, JointMoments>)
      for (Index j = 0; j < block.size(); ++j) {
        const JointMoments all = block.pooled(j);
        if (all.incomplete > 0)
          notes.push_back(
              detail::note_on_incomplete_rows(block.feature(j).name, all.incomplete, all.count()));
      }
  });
  return notes;
}

}  // namespace credence
