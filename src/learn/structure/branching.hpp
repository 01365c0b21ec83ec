#pragma once
// Trees over features: the spanning tree of most weight, and the forest of most gain.
#include <credence/base/index.hpp>
#include <vector>

namespace credence::detail {

/// A weight for each pair of nodes: `at(i, j)` of the arc from i to j.
struct ArcWeights {
  Index nodes = 0;
  std::vector<double> weights = {};  ///< nodes x nodes

  explicit ArcWeights(Index count)
      : nodes(count), weights(static_cast<std::size_t>(count * count), 0.0) {}
  [[nodiscard]] double at(Index i, Index j) const {
    return weights[static_cast<std::size_t>(i * nodes + j)];
  }
  [[nodiscard]] double& at(Index i, Index j) {
    return weights[static_cast<std::size_t>(i * nodes + j)];
  }
};

/// The parent of each node in the spanning tree of most weight, arcs away from node 0; -1 for it. Of
/// weights that rounding alone tells apart the earlier node of the tree counts, then the earlier new
/// one.
/// in      weights: symmetric
/// source  Prim's algorithm
/// cost    nodes squared
[[nodiscard]] std::vector<Index> spanning_tree(const ArcWeights& weights);

/// The parent of each node in the branching (forest of arcs) whose weights have the largest sum; -1
/// for a root. Arcs of weight 0 or less are never taken; of equals the earlier parent counts.
/// source  Chu & Liu 1965, Edmonds 1967
/// cost    nodes cubed at worst;  memory: nodes squared
[[nodiscard]] std::vector<Index> maximum_branching(const ArcWeights& weights);

}  // namespace credence::detail
