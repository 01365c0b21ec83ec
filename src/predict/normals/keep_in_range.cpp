// The ends of the range of double, and matrices that rounding has made singular.
#include <credence/detail/predict/keep_in_range.hpp>

#include <credence/base/triangle.hpp>

#include <algorithm>

namespace credence::detail {
namespace {

constexpr double least = std::numeric_limits<double>::min();
constexpr double most = std::numeric_limits<double>::max();

}  // namespace

void keep_in_range(const Beta&, double& probability) {
  probability = std::clamp(probability, least, std::nextafter(1.0, 0.0));
}

void keep_in_range(const Gamma&, double& rate) { rate = std::clamp(rate, least, most); }

void keep_in_range(const Dirichlet&, std::vector<double>& probabilities) {
  for (double& probability : probabilities) probability = std::max(probability, least);
}

void keep_in_range(const NormalInverseGamma& density, MeanVariance& parameters) {
  parameters.variance = std::clamp(parameters.variance, least, most);
  if (!std::isfinite(parameters.mean)) parameters.mean = density.mean;
}

void keep_in_range(const TiedNormalInverseGamma& density, MeansVariances& parameters) {
  for (std::size_t j = 0; j < parameters.means.size(); ++j) {
    MeanVariance column{.mean = parameters.means[j], .variance = parameters.variances[j]};
    keep_in_range(marginal(density, static_cast<Index>(j)), column);
    parameters.means[j] = column.mean;
    parameters.variances[j] = column.variance;
  }
}

// A matrix that rounding has made singular keeps its variances and gives up the least share of its
// covariances that makes it positive definite.
void keep_in_range(const NormalInverseWishart& density, MeansCovariance& parameters) {
  const Index columns = std::ssize(parameters.means);
  for (Index j = 0; j < columns; ++j) {
    double& variance = parameters.covariance[triangle_place(j, j)];
    double& mean = parameters.means[static_cast<std::size_t>(j)];
    MeanVariance column{.mean = mean, .variance = variance};
    keep_in_range(marginal(density, j), column);
    mean = column.mean;
    variance = std::isnan(variance) ? most : column.variance;
  }
  for (double share = 1e-15; !Cholesky::of(parameters.covariance); share *= 10)
    for (Index i = 0; i < columns; ++i)
      for (Index j = 0; j < i; ++j) {
        double& covariance = parameters.covariance[triangle_place(i, j)];
        covariance = share < 1 && std::isfinite(covariance) ? covariance * (1 - share) : 0;
      }
}

}  // namespace credence::detail
