// Mutual information of numbers: integrals over pieces that follow every class's own scale.
#include <credence/select/density_information.hpp>

#include "select/number_laws.hpp"
#include "select/sorted_classes.hpp"

namespace credence {
namespace {

using detail::Bell;
using detail::Decay;

template <class Law, class Density>
double information_of_numbers(std::span<const double> probabilities,
                              std::span<const Density> densities) {
  const detail::NumberSum<Law> sum(detail::sorted_classes(
      probabilities, densities, [](const Density& d) { return detail::law_of(d); }));
  return detail::information_from(sum, entropy(probabilities));
}

}  // namespace

double mutual_information(std::span<const double> probabilities,
                          std::span<const Normal> densities) {
  return information_of_numbers<Bell>(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities,
                          std::span<const StudentT> densities) {
  return information_of_numbers<Bell>(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities,
                          std::span<const LogNormal> densities) {
  return information_of_numbers<Bell>(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities,
                          std::span<const LogStudentT> densities) {
  return information_of_numbers<Bell>(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities,
                          std::span<const Exponential> densities) {
  return information_of_numbers<Decay>(probabilities, densities);
}
double mutual_information(std::span<const double> probabilities, std::span<const Lomax> densities) {
  return information_of_numbers<Decay>(probabilities, densities);
}

}  // namespace credence
