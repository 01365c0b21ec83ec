// Normal-inverse-Wishart distributions.
#include <credence/density/normal_inverse_wishart.hpp>

#include <credence/detail/base/place.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "density/marginal_intervals.hpp"

namespace credence {

NormalInverseGamma marginal(const NormalInverseWishart& d, Index j) {
  return {.mean = d.means[detail::place_of("column", j, d.means.size())],
          .mean_weight = d.mean_weight,
          .shape = d.shape,
          .scale = d.scales[triangle_place(j, j)]};
}

NormalInverseWishart marginal(const NormalInverseWishart& d, std::span<const Index> members) {
  NormalInverseWishart part{.mean_weight = d.mean_weight,
                            .shape = d.shape,
                            .scales = part_of_triangle(d.scales, members)};
  for (const Index j : members) part.means.push_back(d.means[static_cast<std::size_t>(j)]);
  return part;
}

namespace detail {

double log_gammas(double shape, std::size_t columns) {
  CompensatedSum sum;
  for (std::size_t i = 0; i < columns; ++i)
    sum.add(log_gamma(shape + 0.5 * static_cast<double>(i)));
  return sum.value();
}

}  // namespace detail

double log_density(const NormalInverseWishart& d, const MeansCovariance& at) {
  check(d);
  const std::size_t columns = d.means.size();
  if (at.means.size() != columns || at.covariance.size() != d.scales.size())
    return -detail::infinity;
  const auto root = Cholesky::of(at.covariance);
  const auto scales = Cholesky::of(d.scales);
  if (!root || !scales) return -detail::infinity;
  const auto size = static_cast<double>(columns);
  std::vector<double> steps = at.means;
  for (std::size_t j = 0; j < columns; ++j) steps[j] -= d.means[j];
  root->whiten(steps);
  CompensatedSum sum;
  sum.add((d.shape + 0.5 * (size - 1)) * scales->log_determinant());
  sum.add(-detail::log_gammas(d.shape, columns));
  sum.add(-0.25 * size * (size - 1) * std::log(std::numbers::pi));
  sum.add(-(d.shape + size) * root->log_determinant());
  sum.add(-trace_over(*root, d.scales));
  sum.add(0.5 * size * (std::log(d.mean_weight) - detail::log_two_pi));
  sum.add(-0.5 * root->log_determinant());
  sum.add(-0.5 * d.mean_weight * detail::sum_of_squares(steps));
  return std::isnan(sum.value()) ? -detail::infinity : sum.value();
}

MeansCovariance variance(const NormalInverseWishart& d) {
  MeansCovariance spread = mean(d);
  for (Index j = 0; j < std::ssize(d.means); ++j)
    spread.means[static_cast<std::size_t>(j)] =
        spread.covariance[triangle_place(j, j)] / d.mean_weight;
  // In units of the means, for squares and products of large numbers are beyond the range of double.
  const double a = d.shape;
  const std::vector<double> middle = diagonal_of(spread.covariance);
  auto entry = spread.covariance.begin();
  for (std::size_t i = 0; i < middle.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j, ++entry) {
      const double of_entry = *entry * (*entry / (2 * a - 1)) * (a / (a - 2));
      const double of_both = middle[i] * (middle[j] / (2 * a - 1)) * ((a - 1) / (a - 2));
      *entry = a > 2 ? of_entry + of_both : detail::infinity;
    }
  return spread;
}

namespace detail {

DrawnSpread draw_spread(const NormalInverseWishart& d, Random& random) {
  const std::size_t columns = d.means.size();
  DrawnSpread drawn{.rows = std::vector<double>(columns * columns)};
  const auto scales = Cholesky::of(d.scales);
  if (!scales) return drawn;
  std::vector<double> triangle;
  for (std::size_t i = 0; i < columns; ++i) {
    for (std::size_t j = 0; j < i; ++j) triangle.push_back(std::sqrt(0.5) * random.normal());
    const double shape = d.shape + 0.5 * static_cast<double>(columns - 1 - i);
    // A variate too small for a double stands at the least whose inverse has a square.
    triangle.push_back(std::max(1e-150, std::exp(0.5 * random.log_gamma_variate(shape))));
  }
  for (std::size_t i = 0; i < columns; ++i) {
    double* row = drawn.rows.data() + i * columns;
    const double* entry = triangle.data();
    for (std::size_t j = 0; j < columns; ++j) {
      row[j] = j <= i ? scales->root()[i * (i + 1) / 2 + j] : 0;
      for (std::size_t k = 0; k < j; ++k) row[j] -= *entry++ * row[k];
      row[j] /= *entry++;
    }
  }
  return drawn;
}

MeansCovariance draw_given(const NormalInverseWishart& d, const DrawnSpread& spread,
                           Random& random) {
  const std::size_t columns = d.means.size();
  MeansCovariance drawn{.means = d.means, .covariance = spread.covariance(columns)};
  for (std::size_t k = 0; k < columns; ++k) {
    const double error = random.normal() / std::sqrt(d.mean_weight);
    for (std::size_t i = 0; i < columns; ++i)
      drawn.means[i] += spread.rows[i * columns + k] * error;
  }
  return drawn;
}

}  // namespace detail

std::vector<Interval> credible_interval(const NormalInverseWishart& d, double mass) {
  check(d);
  return detail::marginal_intervals(d, mass);
}

}  // namespace credence
