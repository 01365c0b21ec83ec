// Mutual information of directions, of positive numbers of known shape, and of numbers in bins and
// in the leaves of trees.
#include <credence/select/density_information.hpp>

#include <algorithm>

#include "select/circle_laws.hpp"
#include "select/positive_laws.hpp"
#include "select/sorted_classes.hpp"

namespace credence {
namespace detail {
namespace {

struct Tree {
  PolyaTree density;
};
auto key_of(const Tree& tree) {
  const PolyaTree& d = tree.density;
  return std::tuple(d.mean, d.sd, d.shares, d.edges);
}
double log_value(const Tree& tree, double x) { return log_density(tree.density, x); }
bool same_leaves(const PolyaTree& a, const PolyaTree& b) {
  return a.edges == b.edges && a.mean == b.mean && a.sd == b.sd;
}

// The integral of a term over all numbers: between two neighbouring edges of all classes every
// density is even or a tail.
class TreeSum {
 public:
  explicit TreeSum(std::vector<Weighted<Tree>> classes) : classes_(std::move(classes)) {
    std::vector<Around> tails;
    for (const auto& klass : classes_) {
      const PolyaTree& d = klass.density.density;
      borders_.insert(borders_.end(), d.edges.begin(), d.edges.end());
      if (d.sd > 0) tails.push_back({.location = d.mean, .scale = d.sd});
    }
    for (const double border : piece_borders(tails, -1e300, 1e300)) borders_.push_back(border);
    std::sort(borders_.begin(), borders_.end());
  }
  double operator()(Term term) const {
    return integral_of(std::span<const Weighted<Tree>>(classes_), borders_, term);
  }

 private:
  std::vector<Weighted<Tree>> classes_;
  std::vector<double> borders_;
};

}  // namespace
}  // namespace detail

namespace {

template <class Sum, class Density>
double information_of(std::span<const double> probabilities, std::span<const Density> densities) {
  const Sum sum(detail::sorted_classes(probabilities, densities,
                                       [](const Density& d) { return detail::law_of(d); }));
  return detail::information_from(sum, entropy(probabilities));
}

// The edges of all classes, so that every density is even between two neighbours.
std::vector<double> all_edges(std::span<const Histogram> densities) {
  std::vector<double> edges;
  for (const Histogram& d : densities) edges.insert(edges.end(), d.edges.begin(), d.edges.end());
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace

double mutual_information(std::span<const double> probabilities,
                          std::span<const VonMises> densities) {
  return information_of<detail::CircleSum>(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities,
                          std::span<const CompoundVonMises> densities) {
  return information_of<detail::CircleSum>(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities, std::span<const Gamma> densities) {
  return information_of<detail::PositiveSum>(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities,
                          std::span<const CompoundGamma> densities) {
  return information_of<detail::PositiveSum>(probabilities, densities);
}

double mutual_information(std::span<const double> probabilities,
                          std::span<const Histogram> densities) {
  const std::vector<double> edges = all_edges(densities);
  std::vector<Categorical> classes;
  for (const Histogram& d : densities) {
    Categorical& shares = classes.emplace_back();
    for (std::size_t k = 1; k < edges.size(); ++k)
      shares.probabilities.push_back(cdf(d, edges[k]) - cdf(d, edges[k - 1]));
  }
  return mutual_information(probabilities, std::span<const Categorical>(classes));
}

double mutual_information(std::span<const double> probabilities,
                          std::span<const PolyaTree> densities) {
  const auto sorted = detail::sorted_classes(probabilities, densities,
                                             [](const PolyaTree& d) { return detail::Tree{d}; });
  const bool alike = std::all_of(sorted.begin(), sorted.end(), [&](const auto& klass) {
    return detail::same_leaves(klass.density.density, sorted.front().density.density);
  });
  if (!alike) return detail::information_from(detail::TreeSum(sorted), entropy(probabilities));
  std::vector<double> weights;
  std::vector<Categorical> classes;
  for (const auto& klass : sorted) {
    weights.push_back(klass.weight);
    classes.push_back({.probabilities = detail::leaf_probabilities(klass.density.density)});
  }
  return mutual_information(weights, std::span<const Categorical>(classes));
}

}  // namespace credence
