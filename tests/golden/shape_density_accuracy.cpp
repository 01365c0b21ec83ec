// Log densities of trees and kernels against 50 digits.
#include <algorithm>
#include <credence/density/kernel.hpp>
#include <credence/density/polya_tree.hpp>

#include "golden/accuracy.hpp"

namespace credence::testing {
namespace {

const Real two_pi = 2 * pi();

// A tree of up to 16 leaves: shares of its branches, and as many ascending edges.
PolyaTree tree_of(Random& random, std::size_t leaves, std::size_t edges) {
  PolyaTree tree;
  for (std::size_t branch = 0; branch + 1 < leaves; ++branch)
    tree.shares.push_back(0.001 + 0.998 * random.uniform());
  double edge = 100 * random.normal();
  for (std::size_t i = 0; i < edges; ++i)
    tree.edges.push_back(edge += log_uniform(random, 1e-3, 100));
  return tree;
}

std::size_t some_leaves(Random& random) { return std::size_t{2} << random.below(4); }

// The terms of the branches above a leaf, from the root: its position in binary.
Terms branches_above(const PolyaTree& tree, std::size_t leaf) {
  Terms terms;
  std::size_t branch = 0;
  for (std::size_t half = (tree.shares.size() + 1) / 2; half > 0; half /= 2) {
    const bool upper = (leaf & half) != 0;
    const Real share = tree.shares[branch];
    terms.add(upper ? Real(log(1 - share)) : Real(log(share)));
    branch = 2 * branch + (upper ? 2 : 1);
  }
  return terms;
}

void add_trees(std::vector<Accuracy>& all) {
  all.push_back(
      measured("PolyaTree, with ends", "2 to 16 leaves", [](Random& random, Accuracy& to) {
        const std::size_t leaves = some_leaves(random);
        const PolyaTree tree = tree_of(random, leaves, leaves + 1);
        const auto leaf = static_cast<std::size_t>(random.below(leaves));
        const Real width = Real(tree.edges[leaf + 1]) - tree.edges[leaf];
        const double x =
            std::min(tree.edges[leaf + 1],
                     tree.edges[leaf] + static_cast<double>(width) * (1 - random.uniform()));
        to.add(log_density(tree, x), branches_above(tree, leaf).add(-log(width)));
      }));
  all.push_back(
      measured("PolyaTree, in its tails", "2 to 16 leaves, up to 100 standard deviations away",
               [](Random& random, Accuracy& to) {
                 const std::size_t leaves = some_leaves(random);
                 PolyaTree tree = tree_of(random, leaves, leaves - 1);
                 tree.mean = tree.edges[leaves / 2 - 1];
                 tree.sd = log_uniform(random, 0.1, 1000);
                 const double x = tree.edges.back() + tree.sd * log_uniform(random, 1e-3, 50);
                 const Real cut = (Real(tree.edges.back()) - tree.mean) / tree.sd;
                 const Real z = (Real(x) - tree.mean) / tree.sd;
                 Terms terms = branches_above(tree, leaves - 1);
                 terms.add(-log(erfc(Real(cut / sqrt(Real(2)))) / 2));
                 terms.add(-z * z / 2).add(-log(Real(tree.sd))).add(-log(two_pi) / 2);
                 to.add(log_density(tree, x), terms);
               }));
  all.push_back(measured("PolyaTreePrior", "c in [1e-3, 1e6], 4 leaves, counts to 1e6",
                         [](Random& random, Accuracy& to) {
                           PolyaTreePrior prior{.c = pseudo_count(random), .depth = 2};
                           prior.edges = {0, 1, 2, 3, 4};
                           for (int leaf = 0; leaf < 4; ++leaf)
                             prior.counts.push_back(whole(random));
                           std::vector<double> shares;
                           for (int i = 0; i < 3; ++i)
                             shares.push_back(0.001 + 0.998 * random.uniform());
                           Terms terms;
                           const auto branch = [&](int i, double level, double lower,
                                                   double upper) {
                             const Real a = Real(prior.c) * level * level + lower;
                             const Real b = Real(prior.c) * level * level + upper;
                             const Real share = shares[static_cast<std::size_t>(i)];
                             terms.add((a - 1) * log(share)).add((b - 1) * log(1 - share));
                             terms.add(rising(a, b) - lgamma(b));
                           };
                           const std::vector<double>& n = prior.counts;
                           branch(0, 1, n[0] + n[1], n[2] + n[3]);
                           branch(1, 2, n[0], n[1]);
                           branch(2, 2, n[2], n[3]);
                           to.add(log_density(prior, shares), terms);
                         }));
}

void add_kernels(std::vector<Accuracy>& all) {
  all.push_back(measured(
      "Kernel", "2 to 200 values, up to 10 bandwidths away",
      [](Random& random, Accuracy& to) {
        Kernel kernel{.bandwidth = log_uniform(random, 0.01, 100)};
        const std::size_t count = 2 + random.below(199);
        for (std::size_t i = 0; i < count; ++i) {
          kernel.values.push_back(100 * random.normal());
          kernel.weights.push_back(1 + std::floor(5 * random.uniform()));
        }
        std::sort(kernel.values.begin(), kernel.values.end());
        const double middle = kernel.values[random.below(kernel.values.size())];
        const double x = middle + kernel.bandwidth * (20 * random.uniform() - 10);
        Real sum = 0, n = 0;
        for (std::size_t i = 0; i < kernel.values.size(); ++i) {
          const Real z = (Real(x) - kernel.values[i]) / kernel.bandwidth;
          sum += kernel.weights[i] * exp(-z * z / 2);
          n += kernel.weights[i];
        }
        to.add(
            log_density(kernel, x),
            Terms().add(log(sum)).add(-log(n) - log(Real(kernel.bandwidth))).add(-log(two_pi) / 2));
      },
      200));
}

}  // namespace

std::vector<Accuracy> shape_density_accuracies() {
  std::vector<Accuracy> all;
  add_trees(all);
  add_kernels(all);
  return all;
}

}  // namespace credence::testing
