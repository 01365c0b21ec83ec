#pragma once
// Draws of parameters kept within the range of double.
#include <algorithm>
#include <cmath>
#include <credence/density/beta.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/density/gamma.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/density/tied_normal_inverse_gamma.hpp>
#include <limits>
#include <vector>

namespace credence::detail {

// A draw beyond the ends of the range of double stands at the end, so that its logarithm is finite.
void keep_in_range(const Beta& density, double& probability);
void keep_in_range(const Gamma& density, double& rate);
void keep_in_range(const Dirichlet& density, std::vector<double>& probabilities);
void keep_in_range(const NormalInverseGamma& density, MeanVariance& parameters);
void keep_in_range(const TiedNormalInverseGamma& density, MeansVariances& parameters);
void keep_in_range(const NormalInverseWishart& density, MeansCovariance& parameters);
template <class Density, class Parameters>
void keep_in_range(const Density&, Parameters&) {}
template <class Density>
requires requires(const Density& density) { support(density); }
void keep_in_range(const Density& density, double& parameter) {
  if (support(density).lower == 0)
    parameter = std::clamp(parameter, std::numeric_limits<double>::min(),
                           std::nextafter(support(density).upper, 0.0));
}

}  // namespace credence::detail
