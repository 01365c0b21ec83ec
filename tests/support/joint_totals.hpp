#pragma once
// The total probability of a belief about a covariance matrix, and what a total is.
#include <cmath>
#include <credence/density/normal_inverse_wishart.hpp>
#include <vector>

namespace credence::testing {

/// What was found of the total, and what it should be.
struct Total {
  double found = 0;
  double expected = 1;
};

namespace totals {

/// The weights by which the columns before column j foretell it, and the variance that they leave.
struct Regression {
  std::vector<double> weights;
  double left = 0;

  Regression(const std::vector<double>& triangle, Index j) {
    // Gauss's elimination of the columns before it, without a square root.
    const auto n = static_cast<std::size_t>(j);
    std::vector<std::vector<double>> rows(n, std::vector<double>(n + 1));
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b)
        rows[a][b] = triangle[triangle_place(static_cast<Index>(a), static_cast<Index>(b))];
      rows[a][n] = triangle[triangle_place(j, static_cast<Index>(a))];
    }
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t other = 0; other < n; ++other) {
        if (other == a) continue;
        const double factor = rows[other][a] / rows[a][a];
        for (std::size_t b = a; b <= n; ++b) rows[other][b] -= factor * rows[a][b];
      }
    left = triangle[triangle_place(j, j)];
    for (std::size_t a = 0; a < n; ++a) {
      weights.push_back(rows[a][n] / rows[a][a]);
      left -= weights.back() * triangle[triangle_place(j, static_cast<Index>(a))];
    }
  }
};

/// As a product over columns; each step from the weights to the covariances is linear.
inline double log_density_by_columns(const NormalInverseWishart& d, const MeansCovariance& at) {
  double sum = log_density(
      MultivariateNormal{.means = d.means,
                         .covariance = credence::detail::divided(at.covariance, d.mean_weight)},
      at.means);
  double log_before = 0;  // of the determinant of the covariances of the columns before
  for (Index j = 0; j < std::ssize(d.means); ++j) {
    const Regression believed(d.scales, j);
    const Regression point(at.covariance, j);
    const double shape = d.shape + 0.5 * static_cast<double>(j);
    sum += shape * std::log(believed.left) - std::lgamma(shape) -
           (shape + 1) * std::log(point.left) - believed.left / point.left;
    // The weights are normal around the believed ones, with point.left / 2 times the inverse of the
    // scales: here through the square of their distance.
    double square = 0;
    double log_scales = 0;
    for (Index a = 0; a < j; ++a) {
      log_scales += std::log(Regression(d.scales, a).left);
      for (Index b = 0; b < j; ++b) {
        const auto step = [&](Index k) {
          const auto place = static_cast<std::size_t>(k);
          return point.weights[place] - believed.weights[place];
        };
        square += step(a) * step(b) * d.scales[triangle_place(a, b)];
      }
    }
    const auto before = static_cast<double>(j);
    sum += 0.5 * log_scales - 0.5 * before * std::log(std::acos(-1.0) * point.left) -
           square / point.left;
    sum -= log_before;  // covariances are the matrix before times the weights
    log_before += std::log(point.left);
  }
  return sum;
}

}  // namespace totals

/// Compared, at one point, with a product of densities that are known to integrate to one: column by
/// column the variance that the columns before it leave (inverse gamma) and the weights by which they
/// foretell it (normal), and at last the means.
/// source  [murphy2007] sec. 9 for the densities; the split is that of a Gaussian regression
inline Total total_probability(const NormalInverseWishart& density) {
  const std::size_t columns = density.means.size();
  MeansCovariance at{.means = density.means, .covariance = density.scales};
  for (std::size_t j = 0; j < columns; ++j) at.means[j] += 0.1 * static_cast<double>(j + 1);
  for (std::size_t k = 0; k < at.covariance.size(); ++k) at.covariance[k] *= 0.7;
  const auto known = totals::log_density_by_columns(density, at);
  return {.found = std::exp(log_density(density, at) - known)};
}

}  // namespace credence::testing
