// Forests of most gain, against all forests of a few nodes.
#include "learn/structure/branching.hpp"

#include <credence/base/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace credence;
using credence::detail::ArcWeights;
using credence::detail::maximum_branching;

namespace {

using Parents = std::vector<Index>;

bool is_forest(const Parents& parents) {
  for (Index start = 0; start < std::ssize(parents); ++start) {
    Index node = start;
    for (std::size_t step = 0; node >= 0 && step <= parents.size(); ++step)
      node = parents[static_cast<std::size_t>(node)];
    if (node >= 0) return false;
  }
  return true;
}

double gain_of(const ArcWeights& weights, const Parents& parents) {
  double gain = 0;
  for (Index node = 0; node < weights.nodes; ++node)
    if (const Index parent = parents[static_cast<std::size_t>(node)]; parent >= 0)
      gain += weights.at(parent, node);
  return gain;
}

// Of all choices of a parent, or none, for each node.
double most_gain(const ArcWeights& weights) {
  Parents parents(static_cast<std::size_t>(weights.nodes), -1);
  double most = 0;
  for (;;) {
    if (is_forest(parents)) most = std::max(most, gain_of(weights, parents));
    const auto next = std::find_if(parents.begin(), parents.end(),
                                   [&](Index parent) { return parent + 1 < weights.nodes; });
    if (next == parents.end()) return most;
    ++*next;
    std::fill(parents.begin(), next, -1);
  }
}

}  // namespace

TEST_CASE("no forest of a few nodes gains more than the branching") {
  Random random{17};
  for (int i = 0; i < 60; ++i) {
    CAPTURE(i);
    ArcWeights weights(static_cast<Index>(2 + i % 4));
    for (double& weight : weights.weights) weight = static_cast<double>(random.below(12)) - 3;

    const Parents parents = maximum_branching(weights);

    CHECK(is_forest(parents));
    CHECK(gain_of(weights, parents) == most_gain(weights));
  }
}

TEST_CASE("arcs that gain nothing are left out of a branching") {
  ArcWeights weights(3);
  weights.at(0, 1) = 0;
  weights.at(1, 2) = -1;

  CHECK(maximum_branching(weights) == Parents{-1, -1, -1});
}
