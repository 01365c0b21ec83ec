// Prim's tree, and Edmonds' branching by contracting cycles.
#include "learn/structure/branching.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace credence::detail {

std::vector<Index> spanning_tree(const ArcWeights& weights) {
  const Index nodes = weights.nodes;
  std::vector<Index> parent(static_cast<std::size_t>(nodes), -1);
  if (nodes == 0) return parent;
  double most = 0;
  for (const double weight : weights.weights) most = std::max(most, std::abs(weight));
  const double tie = 1e-12 * most;
  std::vector<bool> inside(parent.size(), false);
  inside[0] = true;
  // Of each node outside: the node inside that it would hang on.
  std::vector<Index> hook(parent.size(), 0);
  const auto hook_of = [&](Index node) { return hook[static_cast<std::size_t>(node)]; };
  const auto weight_of = [&](Index node) { return weights.at(hook_of(node), node); };
  const auto is_outside = [&](Index node) { return !inside[static_cast<std::size_t>(node)]; };
  for (Index joined = 1; joined < nodes; ++joined) {
    Index best = -1;
    for (Index node = 0; node < nodes; ++node)
      if (is_outside(node) &&
          (best < 0 || weight_of(node) > weight_of(best) + tie ||
           (weight_of(node) >= weight_of(best) - tie && hook_of(node) < hook_of(best))))
        best = node;
    inside[static_cast<std::size_t>(best)] = true;
    parent[static_cast<std::size_t>(best)] = hook_of(best);
    for (Index node = 0; node < nodes; ++node) {
      const double weight = weights.at(best, node);
      if (is_outside(node) && (weight > weight_of(node) + tie ||
                               (weight >= weight_of(node) - tie && best < hook_of(node))))
        hook[static_cast<std::size_t>(node)] = best;
    }
  }
  return parent;
}

namespace {

constexpr double no_weight = -std::numeric_limits<double>::infinity();

// A node of some cycle of parents; -1 where there is none.
Index node_of_cycle(const std::vector<Index>& parent) {
  std::vector<Index> seen(parent.size(), -1);
  for (std::size_t start = 0; start < parent.size(); ++start) {
    auto node = static_cast<Index>(start);
    while (node >= 0 && seen[static_cast<std::size_t>(node)] < 0) {
      seen[static_cast<std::size_t>(node)] = static_cast<Index>(start);
      node = parent[static_cast<std::size_t>(node)];
    }
    if (node >= 0 && seen[static_cast<std::size_t>(node)] == static_cast<Index>(start)) return node;
  }
  return -1;
}

// The parents of most weight that reach every node from node 0, which has an arc to each.
std::vector<Index> arborescence(ArcWeights weights) {
  const Index nodes = weights.nodes;
  std::vector<Index> parent(static_cast<std::size_t>(nodes), -1);
  for (Index j = 1; j < nodes; ++j)
    for (Index i = 0; i < nodes; ++i) {
      Index& best = parent[static_cast<std::size_t>(j)];
      if (i != j && (best < 0 || weights.at(i, j) > weights.at(best, j))) best = i;
    }
  const Index of_cycle = node_of_cycle(parent);
  if (of_cycle < 0) return parent;
  // The cycle becomes one node, the last; an arc into it pays for the arc that it replaces.
  std::vector<bool> cycle(static_cast<std::size_t>(nodes), false);
  for (Index node = of_cycle; !cycle[static_cast<std::size_t>(node)];
       node = parent[static_cast<std::size_t>(node)])
    cycle[static_cast<std::size_t>(node)] = true;
  std::vector<Index> outside;
  for (Index node = 0; node < nodes; ++node)
    if (!cycle[static_cast<std::size_t>(node)]) outside.push_back(node);
  const Index whole = std::ssize(outside);
  ArcWeights smaller(whole + 1);
  std::fill(smaller.weights.begin(), smaller.weights.end(), no_weight);
  std::vector<Index> enters(outside.size(), -1);  // where an arc from outside meets the cycle
  std::vector<Index> leaves(outside.size(), -1);  // where an arc to outside comes from
  for (Index a = 0; a < whole; ++a) {
    const Index u = outside[static_cast<std::size_t>(a)];
    for (Index b = 0; b < whole; ++b)
      smaller.at(a, b) = weights.at(u, outside[static_cast<std::size_t>(b)]);
    for (Index node = 0; node < nodes; ++node) {
      if (!cycle[static_cast<std::size_t>(node)]) continue;
      const double into =
          weights.at(u, node) - weights.at(parent[static_cast<std::size_t>(node)], node);
      if (enters[static_cast<std::size_t>(a)] < 0 || into > smaller.at(a, whole)) {
        smaller.at(a, whole) = into;
        enters[static_cast<std::size_t>(a)] = node;
      }
      if (leaves[static_cast<std::size_t>(a)] < 0 || weights.at(node, u) > smaller.at(whole, a)) {
        smaller.at(whole, a) = weights.at(node, u);
        leaves[static_cast<std::size_t>(a)] = node;
      }
    }
  }
  weights = ArcWeights(0);  // as many go deep as there are nodes, so that none keeps its weights
  const std::vector<Index> found = arborescence(std::move(smaller));
  for (Index a = 0; a < whole; ++a) {
    const Index p = found[static_cast<std::size_t>(a)];
    if (p < 0) continue;
    parent[static_cast<std::size_t>(outside[static_cast<std::size_t>(a)])] =
        p == whole ? leaves[static_cast<std::size_t>(a)] : outside[static_cast<std::size_t>(p)];
  }
  const auto from = static_cast<std::size_t>(found[static_cast<std::size_t>(whole)]);
  parent[static_cast<std::size_t>(enters[from])] = outside[from];
  return parent;
}

}  // namespace

std::vector<Index> maximum_branching(const ArcWeights& weights) {
  // A root with an arc of weight 0 to every node stands for having no parent.
  ArcWeights rooted(weights.nodes + 1);
  for (Index j = 0; j < weights.nodes; ++j) {
    rooted.at(0, j + 1) = 0;
    rooted.at(j + 1, 0) = no_weight;
    for (Index i = 0; i < weights.nodes; ++i)
      rooted.at(i + 1, j + 1) = weights.at(i, j) > 0 && i != j ? weights.at(i, j) : no_weight;
  }
  std::vector<Index> parent = arborescence(std::move(rooted));
  parent.erase(parent.begin());
  for (Index& one : parent) --one;
  return parent;
}

}  // namespace credence::detail
