// Log densities of several numbers against 50 digits: of two columns, whose matrices are inverted by
// hand.
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/multivariate_student_t.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/density/tied_normal_inverse_gamma.hpp>

#include "golden/accuracy.hpp"

namespace credence::testing {
namespace {

// The lower triangle of a 2 x 2 matrix.
struct Matrix {
  Real a, b, c;

  explicit Matrix(const std::vector<double>& triangle)
      : a(triangle[0]), b(triangle[1]), c(triangle[2]) {}
  Real determinant() const { return a * c - b * b; }
  // x' M^-1 x
  Real squared(const Real& x, const Real& y) const {
    return (c * x * x - 2 * b * x * y + a * y * y) / determinant();
  }
};

// Correlations up to 0.95.
std::vector<double> triangle_of(Random& random) {
  const double a = log_uniform(random, 1e-3, 1e3), c = log_uniform(random, 1e-3, 1e3);
  return {a, (1.9 * random.uniform() - 0.95) * std::sqrt(a * c), c};
}
std::vector<double> two(Random& random) { return {random.normal(), 3 * random.normal()}; }
std::vector<double> two_positive(Random& random) {
  return {log_uniform(random, 1e-3, 1e3), log_uniform(random, 1e-3, 1e3)};
}
// At about one standard deviation.
std::vector<double> near(const std::vector<double>& means, const std::vector<double>& triangle,
                         Random& random) {
  return {means[0] + std::sqrt(triangle[0]) * random.normal(),
          means[1] + std::sqrt(triangle[2]) * random.normal()};
}

Terms normal_at(const Real& mean, const Real& variance, const Real& x) {
  return Terms().add(-log(2 * pi() * variance) / 2).add(-(x - mean) * (x - mean) / (2 * variance));
}
void add_all(Terms& to, const Terms& more) {
  to.value += more.value;
  to.size += more.size;
}

// Of a mean and a variance of one column.
Terms spread_at(const NormalInverseGamma& d, double mean, double variance) {
  Terms terms = normal_at(d.mean, Real(variance) / d.mean_weight, mean);
  terms.add(d.shape * log(Real(d.scale)) - lgamma(Real(d.shape)));
  terms.add(-(Real(d.shape) + 1) * log(Real(variance)));
  return terms.add(-Real(d.scale) / variance);
}
NormalInverseGamma column_of(Random& random) {
  return {.mean = random.normal(),
          .mean_weight = pseudo_count(random),
          .shape = pseudo_count(random),
          .scale = pseudo_count(random)};
}

void add_columns_apart(std::vector<Accuracy>& all) {
  const char* domain = "two columns";
  all.push_back(measured("IndependentNormals", domain, [](Random& random, Accuracy& to) {
    const IndependentNormals d{.means = two(random), .variances = two_positive(random)};
    const std::vector<double> x = two(random);
    Terms terms;
    for (std::size_t j = 0; j < 2; ++j) add_all(terms, normal_at(d.means[j], d.variances[j], x[j]));
    to.add(log_density(d, x), terms);
  }));
  all.push_back(
      measured("NormalInverseGamma", "parameters in [1e-3, 1e6]", [](Random& random, Accuracy& to) {
        const NormalInverseGamma d = column_of(random);
        const double variance = d.scale / d.shape * log_uniform(random, 0.1, 10);
        const double mean = d.mean + std::sqrt(variance / d.mean_weight) * random.normal();
        to.add(log_density(d, MeanVariance{.mean = mean, .variance = variance}),
               spread_at(d, mean, variance));
      }));
  all.push_back(measured(
      "TiedNormalInverseGamma", "two columns, variances free", [](Random& random, Accuracy& to) {
        const NormalInverseGamma one = column_of(random);
        const NormalInverseGamma other = column_of(random);
        const TiedNormalInverseGamma d{.means = {one.mean, other.mean},
                                       .mean_weights = {one.mean_weight, other.mean_weight},
                                       .shapes = {one.shape, other.shape},
                                       .scales = {one.scale, other.scale}};
        const MeansVariances at{.means = two(random),
                                .variances = {one.scale / one.shape, other.scale / other.shape}};
        Terms terms = spread_at(one, at.means[0], at.variances[0]);
        add_all(terms, spread_at(other, at.means[1], at.variances[1]));
        to.add(log_density(d, at), terms);
      }));
}

// t with the square of the distance from the middle, over the plane.
Terms t_in_plane(const Real& degrees, const Real& determinant, const Real& square) {
  return Terms()
      .add(rising(degrees / 2, 1) - log(degrees * pi()))
      .add(-log(determinant) / 2)
      .add(-(degrees / 2 + 1) * log(1 + square / degrees));
}

void add_matrices(std::vector<Accuracy>& all) {
  const char* domain = "two columns, correlations to 0.95";
  all.push_back(measured("MultivariateNormal", domain, [](Random& random, Accuracy& to) {
    const MultivariateNormal d{.means = two(random), .covariance = triangle_of(random)};
    const std::vector<double> x = near(d.means, d.covariance, random);
    const Matrix matrix(d.covariance);
    to.add(log_density(d, x),
           Terms()
               .add(-log(2 * pi()))
               .add(-log(matrix.determinant()) / 2)
               .add(-matrix.squared(Real(x[0]) - d.means[0], Real(x[1]) - d.means[1]) / 2));
  }));
  all.push_back(measured("MultivariateStudentT", domain, [](Random& random, Accuracy& to) {
    const MultivariateStudentT d{.degrees = log_uniform(random, 0.1, 1e6),
                                 .locations = two(random),
                                 .squared_scales = triangle_of(random)};
    const std::vector<double> x = near(d.locations, d.squared_scales, random);
    const Matrix matrix(d.squared_scales);
    const Real square = matrix.squared(Real(x[0]) - d.locations[0], Real(x[1]) - d.locations[1]);
    to.add(log_density(d, x), t_in_plane(d.degrees, matrix.determinant(), square));
  }));
  all.push_back(
      measured("JointStudentT", "two columns of one variance", [](Random& random, Accuracy& to) {
        const JointStudentT d{.degrees = {log_uniform(random, 0.1, 1e6)},
                              .locations = two(random),
                              .scales = two_positive(random)};
        std::vector<double> x;
        Real square = 0;
        for (std::size_t j = 0; j < 2; ++j) {
          x.push_back(d.locations[j] + d.scales[j] * random.normal());
          const Real z = (Real(x[j]) - d.locations[j]) / d.scales[j];
          square += z * z;
        }
        const Real scales = Real(d.scales[0]) * d.scales[1];
        to.add(log_density(d, x), t_in_plane(d.degrees.front(), scales * scales, square));
      }));
  all.push_back(measured("NormalInverseWishart", domain, [](Random& random, Accuracy& to) {
    const NormalInverseWishart d{.means = two(random),
                                 .mean_weight = pseudo_count(random),
                                 .shape = pseudo_count(random),
                                 .scales = triangle_of(random)};
    MeansCovariance at{.means = {}, .covariance = triangle_of(random)};
    at.means = near(d.means, at.covariance, random);
    const Matrix covariance(at.covariance);
    // The scale matrix of the literature is twice ours, and its degrees of freedom 2 shape + 1.
    const Matrix scales(d.scales);
    const Real half = Real(d.shape) + Real(0.5);
    const Real trace =
        (covariance.c * scales.a - 2 * covariance.b * scales.b + covariance.a * scales.c) /
        covariance.determinant();
    Terms terms;
    terms.add(half * log(scales.determinant()));
    terms.add(-log(pi()) / 2).add(-lgamma(half)).add(-lgamma(Real(d.shape)));
    terms.add(-(half + Real(1.5)) * log(covariance.determinant())).add(-trace);
    terms.add(log(d.mean_weight / (2 * pi()))).add(-log(covariance.determinant()) / 2);
    to.add(log_density(d, at), terms.add(-d.mean_weight *
                                         covariance.squared(Real(at.means[0]) - d.means[0],
                                                            Real(at.means[1]) - d.means[1]) /
                                         2));
  }));
}

}  // namespace

std::vector<Accuracy> joint_density_accuracies() {
  std::vector<Accuracy> all;
  add_columns_apart(all);
  add_matrices(all);
  return all;
}

}  // namespace credence::testing
