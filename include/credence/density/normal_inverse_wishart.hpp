#pragma once
// The distribution of the means and the covariance matrix of several columns together.
#include <credence/base/interval.hpp>
#include <credence/base/sum.hpp>
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <vector>

namespace credence {

/// Means and a covariance matrix: the point at which a NormalInverseWishart is a density.
struct MeansCovariance {
  std::vector<double> means = {};
  std::vector<double> covariance = {};  ///< lower triangle, row by row (base/triangle.hpp)

  static constexpr auto members =
      Members{Member{"means", &MeansCovariance::means, Domain::real},
              Member{"covariance", &MeansCovariance::covariance, Domain::positive_definite}};
  friend bool operator==(const MeansCovariance&, const MeansCovariance&) = default;
};

/// A prior or posterior distribution of the means and the covariance matrix of some columns: the
/// matrix is inverse Wishart, and given it the means are normal around `means`, worth `mean_weight`
/// observations. Its numbers are those of its columns: alone, column j has a NormalInverseGamma
/// with the shape and the entry (j, j) of the scales. In the usual notation there are 2 shape +
/// columns - 1 degrees of freedom, and the scale matrix is twice that of `scales`.
///
///     const NormalInverseWishart prior{
///         .means = {170, 65}, .mean_weight = 1, .shape = 2, .scales = {50, 40, 80}};
///     mean(prior).covariance;    // 50, 40, 80
struct NormalInverseWishart {
  using value_type = MeansCovariance;
  /// The same numbers for every column, without covariances.
  using PerColumn = NormalInverseGamma;

  std::vector<double> means = {};
  double mean_weight = 1;
  double shape = 1;
  std::vector<double> scales = {};  ///< lower triangle, row by row (base/triangle.hpp)

  static constexpr auto members =
      Members{Member{"means", &NormalInverseWishart::means, Domain::real},
              Member{"mean_weight", &NormalInverseWishart::mean_weight, Domain::positive},
              Member{"shape", &NormalInverseWishart::shape, Domain::positive},
              Member{"scales", &NormalInverseWishart::scales, Domain::positive_definite}};
  friend bool operator==(const NormalInverseWishart&, const NormalInverseWishart&) = default;
};

/// Returns the distribution of one column alone. Throws Error{shape} for an unknown column.
[[nodiscard]] NormalInverseGamma marginal(const NormalInverseWishart& d, Index j);
/// Returns the distribution of some of the columns.
[[nodiscard]] NormalInverseWishart marginal(const NormalInverseWishart& d,
                                            std::span<const Index> members);

/// Throws Error{domain} naming the number outside its domain, or scales that are not positive
/// definite; Error{shape} for lists of lengths that do not fit.
inline void check(const NormalInverseWishart& d) {
  check_members(d, "NormalInverseWishart");
  detail::check_triangle(d.scales, d.means.size(), "'scales'");
}

namespace detail {

/// Returns ln of the multivariate gamma function at shape + (columns - 1) / 2, without its power of
/// pi: the sum of ln Gamma(shape + i / 2).
[[nodiscard]] double log_gammas(double shape, std::size_t columns);

/// Returns each number of the triangle divided.
[[nodiscard]] inline std::vector<double> divided(std::vector<double> triangle, double by) {
  for (double& entry : triangle) entry /= by;
  return triangle;
}

}  // namespace detail

/// Returns the log density in nats, with respect to the means and the entries of the triangle; -inf
/// where the covariance is not positive definite.
[[nodiscard]] double log_density(const NormalInverseWishart& d, const MeansCovariance& at);

/// throws  Error{undefined} for a shape of at most 1, where the means of the variances are infinite
[[nodiscard]] inline MeansCovariance mean(const NormalInverseWishart& d) {
  if (!(d.shape > 1)) throw detail::no_moment("the mean of a covariance", "shape", d.shape, 1);
  return {.means = d.means, .covariance = detail::divided(d.scales, d.shape - 1)};
}

/// Of each mean and of each entry of the matrix; the latter +inf for a shape of at most 2.
/// throws  Error{undefined} for a shape of at most 1
/// source  [murphy2007] sec. 8; the second moments of an inverse Wishart matrix
[[nodiscard]] MeansCovariance variance(const NormalInverseWishart& d);

/// Returns the point of highest density. Always exists.
/// in   means_elsewhere: how many further means of each column depend on the same matrix, each with a
///      density of its own: those of the other classes where classes share it
[[nodiscard]] inline MeansCovariance mode(const NormalInverseWishart& d,
                                          double means_elsewhere = 0) {
  const double columns = static_cast<double>(d.means.size());
  return {.means = d.means,
          .covariance = detail::divided(d.scales, d.shape + columns + 0.5 * (1 + means_elsewhere))};
}

namespace detail {

/// A square matrix whose product with its transpose is a covariance matrix: row by row.
struct DrawnSpread {
  std::vector<double> rows;

  [[nodiscard]] std::vector<double> covariance(std::size_t columns) const {
    std::vector<double> triangle;
    for (std::size_t i = 0; i < columns; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < columns; ++k)
          sum += rows[i * columns + k] * rows[j * columns + k];
        triangle.push_back(sum);
      }
    return triangle;
  }
};

/// Draws a covariance matrix: the root of the scales times the inverse, transposed, of Bartlett's
/// triangle, whose diagonal holds roots of gamma variates and whose rest is normal.
/// source  [bartlett1933]
[[nodiscard]] DrawnSpread draw_spread(const NormalInverseWishart& d, Random& random);

/// Draws the means, the covariance being known.
[[nodiscard]] MeansCovariance draw_given(const NormalInverseWishart& d, const DrawnSpread& spread,
                                         Random& random);

}  // namespace detail

[[nodiscard]] inline MeansCovariance draw(const NormalInverseWishart& d, Random& random) {
  check(d);
  return detail::draw_given(d, detail::draw_spread(d, random), random);
}

/// Returns the equal-tailed intervals of the means, then of the variances, each on its own holding
/// `mass` in (0, 1).
[[nodiscard]] std::vector<Interval> credible_interval(const NormalInverseWishart& d, double mass);

}  // namespace credence
