// Evidence and predictive of columns that vary together against the textbook formulas at 50 digits, on
// random cases. The determinants are those of Gauss's elimination at 50 digits. The bar: 64 eps of the
// sum of the absolute reduced terms, for matrices of which every row keeps a hundredth of its variance
// to itself.
#include <credence/family/joint_normal.hpp>

#include "golden/fifty_digits.hpp"
#include "support/family_samples.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using Matrix = std::vector<std::vector<Real>>;

Matrix matrix_of(const std::vector<double>& triangle) {
  const auto n = static_cast<std::size_t>(triangle_order(triangle.size()));
  Matrix matrix(n, std::vector<Real>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      matrix[i][j] = triangle[triangle_place(static_cast<Index>(i), static_cast<Index>(j))];
  return matrix;
}

// ln det, and x' matrix^-1 x by the way, by elimination of the matrix bordered with x.
struct Eliminated {
  Real log_determinant = 0;
  Real square = 0;

  Eliminated(Matrix matrix, std::vector<Real> x) {
    for (std::size_t k = 0; k < matrix.size(); ++k) {
      log_determinant += log(matrix[k][k]);
      square += x[k] * x[k] / matrix[k][k];
      for (std::size_t i = k + 1; i < matrix.size(); ++i) {
        const Real factor = matrix[i][k] / matrix[k][k];
        for (std::size_t j = k; j < matrix.size(); ++j) matrix[i][j] -= factor * matrix[k][j];
        x[i] -= factor * x[k];
      }
    }
  }
};

Real log_determinant(const Matrix& matrix) {
  return Eliminated(matrix, std::vector<Real>(matrix.size())).log_determinant;
}

struct Case {
  NormalInverseWishart prior;
  JointMoments seen;
};

Case random_case(Random& random) {
  const std::size_t columns = 1 + random.below(5);
  Case made;
  const auto triangle = [&](double size) {
    std::vector<double> entries = random_triangle(columns, random);
    while (least_share(entries) < 0.01) entries = random_triangle(columns, random);
    for (double& entry : entries) entry *= size;
    return entries;
  };
  made.prior = {.means = std::vector<double>(columns),
                .mean_weight = pseudo_count(random),
                .shape = pseudo_count(random),
                .scales = triangle(pseudo_count(random))};
  for (double& mean : made.prior.means) mean = 10 * random.normal();
  made.seen.complete = whole(random);
  if (made.seen.complete == 0) return made;
  for (const double mean : made.prior.means) made.seen.means.push_back(mean + random.normal());
  made.seen.scatter = triangle(made.seen.complete * log_uniform(random, 1e-3, 1e3));
  return made;
}

// The scales after the data.
Matrix scales_after(const Case& given) {
  Matrix scales = matrix_of(given.prior.scales);
  if (given.seen.complete == 0) return scales;
  const Matrix scatter = matrix_of(given.seen.scatter);
  const Real k = given.prior.mean_weight;
  const Real n = given.seen.complete;
  for (std::size_t i = 0; i < scales.size(); ++i)
    for (std::size_t j = 0; j < scales.size(); ++j)
      scales[i][j] += scatter[i][j] / 2 + k * n / (2 * (k + n)) *
                                              (Real(given.seen.means[i]) - given.prior.means[i]) *
                                              (Real(given.seen.means[j]) - given.prior.means[j]);
  return scales;
}

Terms evidence_terms(const Case& given) {
  const Real columns = given.prior.means.size();
  const Real n = given.seen.complete;
  const Real k = given.prior.mean_weight;
  const Real power = Real(given.prior.shape) + (columns - 1) / 2;
  const Real before = log_determinant(matrix_of(given.prior.scales));
  const Real after = log_determinant(scales_after(given));
  Terms terms;
  for (std::size_t i = 0; i < given.prior.means.size(); ++i)
    terms.add(rising(Real(given.prior.shape) + Real(i) / 2, n / 2));
  terms.add(-power * (after - before)).add(-n / 2 * after).add(-n * columns / 2 * log(2 * pi()));
  return terms.add(columns / 2 * log(k / (k + n)));
}

Terms t_terms(const MultivariateStudentT& t, const std::vector<double>& x) {
  std::vector<Real> steps;
  for (std::size_t j = 0; j < x.size(); ++j) steps.push_back(Real(x[j]) - t.locations[j]);
  const Eliminated scales(matrix_of(t.squared_scales), steps);
  const Real degrees = t.degrees;
  const Real count = x.size();
  Terms terms;
  terms.add(rising(degrees / 2, count / 2) - count / 2 * log(degrees * pi()));
  terms.add(-scales.log_determinant / 2);
  return terms.add(-(degrees + count) / 2 * log(1 + scales.square / degrees));
}

void check_within(double found, const Terms& terms, double bar) {
  CAPTURE(found);
  CHECK(error_of(found, terms.value) <= bar * eps * (1 + static_cast<double>(terms.size)));
}

}  // namespace

TEST_CASE("the evidence of columns that vary together agrees with 50 digits") {
  for_random_cases([](Random& random) {
    const Case given = random_case(random);

    check_within(log_evidence(given.prior, given.seen), evidence_terms(given), 64);
  });
}

TEST_CASE("the posterior of columns that vary together agrees with 50 digits") {
  for_random_cases([](Random& random) {
    const Case given = random_case(random);

    const NormalInverseWishart after = posterior(given.prior, given.seen);

    const Matrix expected = scales_after(given);
    for (std::size_t i = 0; i < expected.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        const double size = static_cast<double>(sqrt(expected[i][i] * expected[j][j]));
        CHECK(error_of(after.scales[i * (i + 1) / 2 + j], expected[i][j]) <= 16 * eps * size);
      }
  });
}

TEST_CASE("a multivariate t agrees with 50 digits up to 1e10 degrees and a million scales away") {
  for_random_cases([](Random& random) {
    const std::size_t columns = 1 + random.below(5);
    MultivariateStudentT t{.degrees = log_uniform(random, 0.1, 1e10)};
    t.squared_scales = random_triangle(columns, random);
    while (least_share(t.squared_scales) < 0.01)
      t.squared_scales = random_triangle(columns, random);
    std::vector<double> x;
    for (std::size_t j = 0; j < columns; ++j) {
      t.locations.push_back(random.normal());
      x.push_back(t.locations.back() + random.normal() * log_uniform(random, 1e-3, 1e6));
    }

    // Steps from the locations and the solution lose up to the square root of 1 / 0.01.
    check_within(log_density(t, x), t_terms(t, x), 64);
  });
}
