#pragma once
// The total probability of a density, summed or integrated, whatever it is a density of.
#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <credence/density/count.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/density/histogram.hpp>
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/multivariate_student_t.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/density/polya_tree.hpp>
#include <credence/density/tied_normal_inverse_gamma.hpp>
#include <credence/detail/density/density.hpp>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/joint_totals.hpp"

namespace credence::testing {

namespace totals {

/// A value and its derivative on a scale that runs over all reals: the logarithm for positive
/// numbers, the logit between two ends, sinh around the middle for the rest.
struct Stretched {
  Interval support;
  double middle = 0;
  double unit = 1;

  [[nodiscard]] bool bounded() const { return std::isfinite(support.upper); }
  [[nodiscard]] bool positive() const { return std::isfinite(support.lower) && !bounded(); }

  [[nodiscard]] std::pair<double, double> at(double t) const {
    if (bounded()) {
      const double share = 1 / (1 + std::exp(-t));
      const double length = support.upper - support.lower;
      return {support.lower + length * share, length * share / (1 + std::exp(t))};
    }
    if (positive()) return {std::exp(t), std::exp(t)};
    return {middle + unit * std::sinh(t), unit * std::cosh(t)};
  }
  [[nodiscard]] double inverse(double x) const {
    if (bounded()) return std::log(x - support.lower) - std::log(support.upper - x);
    return positive() ? std::log(x) : std::asinh((x - middle) / unit);
  }
};

/// The integral between two quantiles; as wide as both are numbers inside the support.
template <class D>
Total between_quantiles(const D& density) {
  double tail = 1e-4;
  const Interval whole = support(density);
  // Close to 1 a double cannot hold the distance from it, of which the density is a function.
  const double end = std::isfinite(whole.upper) ? whole.upper - 1e-6 : whole.upper;
  const auto inside = [&](double x) { return std::isfinite(x) && x > whole.lower && x < end; };
  while (!inside(quantile(density, tail)) || !inside(quantile(density, 1 - tail))) tail *= 2;
  const double lower = quantile(density, tail);
  const double upper = quantile(density, 1 - tail);
  const Stretched scale{.support = whole,
                        .middle = quantile(density, 0.5),
                        .unit = quantile(density, 0.75) - quantile(density, 0.25)};
  const auto integrand = [&](double t) {
    const auto point = scale.at(t);
    return std::exp(log_density(density, point.first)) * point.second;
  };
  const double found = boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
      integrand, scale.inverse(lower), scale.inverse(upper), 12, 1e-11);
  return {.found = found, .expected = cdf(density, upper) - cdf(density, lower)};
}

/// The sum over the whole numbers up to 400.
template <class D>
Total up_to_400(const D& density) {
  double found = 0;
  for (int x = 0; x <= 400; ++x) found += std::exp(log_density(density, typename D::value_type(x)));
  return {.found = found, .expected = cdf(density, typename D::value_type(400.5))};
}

/// Calls `visit` with each document of `tokens` tokens over the words from `word` up to `words`.
template <class Visit>
void for_each_document(WordCounts& begun, std::uint32_t word, std::uint32_t words, int tokens,
                       Visit&& visit) {
  if (tokens == 0) return visit(begun);
  if (word == words) return;
  for_each_document(begun, word + 1, words, tokens, visit);
  for (int count = 1; count <= tokens; ++count) {
    begun.push_back({word, static_cast<double>(count)});
    for_each_document(begun, word + 1, words, tokens - count, visit);
    begun.pop_back();
  }
}

template <class D>
std::size_t level_count(const D& density) {
  std::size_t result = 0;
  for_each_member<D>([&](const auto& member) { result = (density.*(member.pointer)).size(); });
  return result;
}

/// Sticks broken off the unit stick, each on a logit scale: the trapezoid rule gains digits with
/// every term there.
inline double over_simplex(const Dirichlet& density, std::vector<double>& broken, double left,
                           double jacobian) {
  if (broken.size() + 1 == density.weights.size()) {
    broken.push_back(left);
    const double value = std::exp(log_density(density, broken)) * jacobian;
    broken.pop_back();
    return value;
  }
  const double step = 0.5;
  double sum = 0;
  for (double t = -150; t <= 150; t += step) {
    const double share = 1 / (1 + std::exp(-t));
    const double rest = 1 / (1 + std::exp(t));
    broken.push_back(left * share);
    sum += step * over_simplex(density, broken, left * rest, jacobian * left * share * rest);
    broken.pop_back();
  }
  return sum;
}

}  // namespace totals

/// Sum or integral of a density. Continuous ones must have quantile and cdf; the integral between
/// two quantiles is compared with what cdf says of it.
template <Density D>
Total total_probability(const D& density) {
  using Value = typename D::value_type;
  if constexpr (std::is_same_v<Value, bool>) {
    return {std::exp(log_density(density, true)) + std::exp(log_density(density, false))};
  } else if constexpr (std::is_same_v<Value, Code>) {
    double found = 0;
    for (std::size_t k = 0; k < totals::level_count(density); ++k)
      found += std::exp(log_density(density, static_cast<Code>(k)));
    return {found};
  } else if constexpr (std::is_same_v<Value, WordCounts>) {
    double found = 0;
    WordCounts begun;
    const auto words = static_cast<std::uint32_t>(totals::level_count(density));
    totals::for_each_document(begun, 0, words, 5, [&](const WordCounts& document) {
      found += std::exp(log_density(density, document) + log_coefficient(document));
    });
    return {found};
  } else if constexpr (requires { quantile(density, 0.5); }) {
    return totals::between_quantiles(density);
  } else {
    return totals::up_to_400(density);
  }
}

/// Over each number with the others held fixed: that is the density without that number. The
/// product of what is found, which is 1.
template <class D>
Total over_columns(const D& density, std::vector<double> at, const std::vector<double>& units) {
  Total total{.found = 1};
  const double step = 0.05;
  for (std::size_t j = 0; j < at.size(); ++j) {
    const double middle = at[j];
    at[j] = std::nan("");
    const double rest = log_density(density, at);
    double sum = 0;
    for (double t = -150; t <= 150; t += step) {
      at[j] = middle + units[j] * std::sinh(t);
      sum += step * units[j] * std::cosh(t) * std::exp(log_density(density, at) - rest);
    }
    total.found *= sum;
    at[j] = middle;
  }
  return total;
}
inline Total total_probability(const IndependentNormals& density) {
  return over_columns(density, density.means, density.variances);
}
inline Total total_probability(const JointStudentT& density) {
  return over_columns(density, density.locations, density.scales);
}

/// Of each column while all others are held fixed.
inline std::vector<double> deviations_given_others(const std::vector<double>& triangle) {
  const Index columns = triangle_order(triangle.size());
  Eigen::MatrixXd matrix(columns, columns);
  for (Index i = 0; i < columns; ++i)
    for (Index j = 0; j <= i; ++j) matrix(i, j) = matrix(j, i) = triangle[triangle_place(i, j)];
  const Eigen::MatrixXd inverse = matrix.inverse();
  std::vector<double> deviations;
  for (Index j = 0; j < columns; ++j) deviations.push_back(1 / std::sqrt(inverse(j, j)));
  return deviations;
}
inline Total total_probability(const MultivariateNormal& density) {
  return over_columns(density, density.means, deviations_given_others(density.covariance));
}
inline Total total_probability(const MultivariateStudentT& density) {
  return over_columns(density, density.locations, deviations_given_others(density.squared_scales));
}

/// Bin by bin.
inline Total total_probability(const Histogram& density) {
  Total total;
  for (std::size_t k = 1; k < density.edges.size(); ++k) {
    const double width = density.edges[k] - density.edges[k - 1];
    total.found += width * std::exp(log_density(density, density.edges[k] - 0.5 * width));
  }
  return total;
}

/// Leaf by leaf; the outer ones up to where a thousandth of a millionth of them is left.
inline Total total_probability(const PolyaTree& density) {
  std::vector<double> edges = density.edges;
  const double beyond = 1e-9;
  if (density.sd > 0) {
    edges.insert(edges.begin(), quantile(density, beyond * cdf(density, edges.front())));
    const double above = 1 - cdf(density, edges.back());
    edges.push_back(quantile(density, 1 - beyond * above));
  }
  Total total{.found = 0, .expected = 0};
  for (std::size_t k = 1; k < edges.size(); ++k) {
    total.expected += cdf(density, edges[k]) - cdf(density, edges[k - 1]);
    const double inside = edges[k - 1] + 1e-12 * (edges[k] - edges[k - 1]);
    total.found += boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
        [&](double x) { return std::exp(log_density(density, x)); }, inside, edges[k], 8, 1e-11);
  }
  return total;
}

namespace totals {

/// The integral over the lower half of the share of a branch, while the others halve evenly, over the
/// density there.
inline double over_lower_half(const PolyaTreePrior& density, std::size_t branch, double middle) {
  std::vector<double> at(mean(density).size(), 0.5);
  const double step = 0.1;
  double sum = 0;
  for (double t = -150; t <= step / 2; t += step) {
    at[branch] = 1 / (1 + std::exp(-t));
    const double part =
        step * at[branch] / (1 + std::exp(t)) * std::exp(log_density(density, at) - middle);
    sum += std::abs(t) < step / 2 ? part / 2 : part;
  }
  return sum;
}

}  // namespace totals

/// Branch by branch: those are independent. The upper half is the lower one of the tree turned round,
/// where shares near 1 have all their digits.
inline Total total_probability(const PolyaTreePrior& density) {
  PolyaTreePrior turned = density;
  std::reverse(turned.counts.begin(), turned.counts.end());
  const std::size_t branches = mean(density).size();
  const double middle = log_density(density, std::vector<double>(branches, 0.5));
  Total total{.found = std::exp(middle)};
  for (std::size_t branch = 0, first = 0; branch < branches; ++branch) {
    if (branch > 2 * first) first = branch;  // of its level
    total.found *= totals::over_lower_half(density, branch, middle) +
                   totals::over_lower_half(turned, 3 * first - branch, middle);
  }
  return total;
}

/// Over two or three levels.
inline Total total_probability(const Dirichlet& density) {
  std::vector<double> broken;
  return {totals::over_simplex(density, broken, 1, 1)};
}
inline Total total_probability(const HistogramPrior& density) {
  return total_probability(Dirichlet{density.weights});
}

/// Over the logarithm of the variance, and inside over the mean in its standard deviations.
inline Total total_probability(const NormalInverseGamma& density) {
  const double step = 0.25;
  double sum = 0;
  for (double t = -150; t <= 150; t += step) {
    const double variance = std::exp(t);
    const double deviation = std::sqrt(variance / density.mean_weight);
    for (double z = -9; z <= 9; z += step)
      sum += step * step * deviation * variance *
             std::exp(log_density(density, {density.mean + deviation * z, variance}));
  }
  return {sum};
}

/// Compared with the product of the totals of its columns: they are independent where each has a
/// variance of its own.
inline Total total_probability(const TiedNormalInverseGamma& density) {
  const MeansVariances at{.means = density.means, .variances = density.scales};
  Total total{.found = std::exp(log_density(density, at))};
  for (std::size_t j = 0; j < at.means.size(); ++j) {
    const NormalInverseGamma column = marginal(density, static_cast<Index>(j));
    const double found = total_probability(column).found;
    total.found *= found / std::exp(log_density(column, {at.means[j], at.variances[j]}));
    total.expected *= found;
  }
  return total;
}

}  // namespace credence::testing
