// Mutual information of counts.
#include <credence/select/density_information.hpp>

#include "select/count_laws.hpp"
#include "select/sorted_classes.hpp"

namespace credence {
namespace {

template <class Density>
double information_of_counts(std::span<const double> probabilities,
                             std::span<const Density> densities) {
  const detail::CountSum<Density> sum(detail::sorted_classes(
      probabilities, densities, [](const Density& d) { return detail::CountLaw<Density>{d}; }));
  return detail::information_from(sum, entropy(probabilities));
}

}  // namespace

double mutual_information(std::span<const double> probabilities,
                          std::span<const Geometric> densities) {
  return information_of_counts(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities,
                          std::span<const CompoundGeometric> densities) {
  return information_of_counts(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities,
                          std::span<const Poisson> densities) {
  return information_of_counts(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities,
                          std::span<const NegativeBinomial> densities) {
  return information_of_counts(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities,
                          std::span<const Pascal> densities) {
  return information_of_counts(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities,
                          std::span<const CompoundNegativeBinomial> densities) {
  return information_of_counts(probabilities, densities);
}

}  // namespace credence
