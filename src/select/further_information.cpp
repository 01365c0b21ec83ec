// Mutual information of directions, of positive numbers of known shape, and of numbers in bins.
#include <credence/select/density_information.hpp>

#include <algorithm>

#include "select/circle_laws.hpp"
#include "select/positive_laws.hpp"
#include "select/sorted_classes.hpp"

namespace credence {
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

}  // namespace credence
