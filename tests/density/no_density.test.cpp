// Numbers that make no density: priors outside their domain, pseudo-counts too large to add up, columns
// that are not there.
#include <credence/density/bernoulli.hpp>
#include <credence/density/beta.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/density/gamma.hpp>
#include <credence/density/geometric.hpp>
#include <credence/density/histogram.hpp>
#include <credence/density/kernel.hpp>
#include <credence/density/log_normal.hpp>
#include <credence/density/multivariate_student_t.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/density/pascal.hpp>
#include <credence/density/polya_tree.hpp>
#include <credence/density/tied_normal_inverse_gamma.hpp>
#include <credence/density/von_mises.hpp>

#include <cmath>
#include <functional>

#include <doctest/doctest.h>

#include "support/throws.hpp"

using namespace credence;
using credence::testing::throws_error;

namespace {

// Whether a distribution that is none has no density, draw or interval.
template <class D>
void check_refused(const D& none, const typename D::value_type& at,
                   ErrorCode code = ErrorCode::domain) {
  Random random(1);
  CHECK(throws_error([&] { check(none); }, code));
  CHECK(throws_error([&] { return log_density(none, at); }, code));
  CHECK(throws_error([&] { return draw(none, random); }, code));
  CHECK(throws_error([&] { return credible_interval(none, 0.9); }, code));
}

// Whether a distribution has no interval of a mass that is none.
template <class D>
void check_masses(const D& density) {
  for (const double mass : {-0.5, 0.0, 1.0, 1.5}) {
    CAPTURE(mass);
    CHECK(throws_error([&] { return credible_interval(density, mass); }, ErrorCode::domain,
                       "between 0 and 1"));
  }
}

}  // namespace

TEST_CASE("priors that are none have no density, draw or interval") {
  check_refused(Beta{.ones = -1, .zeros = 0}, 0.5);
  check_refused(Gamma{.shape = 0, .rate = 1}, 0.5);
  check_refused(GammaRatePrior{.shape = 1, .rate = -1, .known_shape = 1}, 0.5);
  check_refused(PascalPrior{.ones = 1, .zeros = -2, .successes = 1}, 0.5);
  check_refused(NormalMeanPrior{.mean = 0, .mean_variance = -1, .variance = 1}, 0.5);
  check_refused(NormalVariancePrior{.shape = -1, .scale = 1, .mean = 0}, 0.5);
  check_refused(VonMisesPrior{.direction = 0, .strength = -1, .concentration = 1}, 0.5);
  check_refused(Dirichlet{.weights = {1, -1}}, {0.5, 0.5});
  check_refused(HistogramPrior{.weights = {1, 0}, .edges = {0, 1, 2}}, {0.5, 0.5});
  check_refused(HistogramPrior{.weights = {1, 1}, .edges = {0, 1}}, {0.5, 0.5}, ErrorCode::shape);
  check_refused(NormalInverseGamma{.mean = 0, .mean_weight = 1, .shape = 1, .scale = -1}, {});
  check_refused(
      TiedNormalInverseGamma{.means = {0}, .mean_weights = {1}, .shapes = {0}, .scales = {1}},
      {.means = {0}, .variances = {1}});
  check_refused(NormalInverseWishart{.means = {0}, .mean_weight = 1, .shape = 1, .scales = {-1}},
                {.means = {0}, .covariance = {1}});
}

TEST_CASE("quantiles and cumulative probabilities of priors that are none are refused") {
  CHECK(throws_error([] { return quantile(Beta{.ones = 0, .zeros = 1}, 0.5); }, ErrorCode::domain));
  CHECK(throws_error([] { return cdf(Beta{.ones = 0, .zeros = 1}, 0.5); }, ErrorCode::domain));
  CHECK(throws_error([] { return cdf(Gamma{.shape = 1, .rate = 0}, 0.5); }, ErrorCode::domain));
  CHECK(throws_error([] { return cdf(Histogram{}, 0.5); }, ErrorCode::domain));
  CHECK(throws_error([] { return support(Histogram{}); }, ErrorCode::shape));
}

TEST_CASE("intervals of a mass outside (0, 1) are refused") {
  check_masses(Beta{});
  check_masses(Gamma{});
  check_masses(PascalPrior{});
  check_masses(NormalMeanPrior{});
  check_masses(NormalVariancePrior{});
  check_masses(VonMisesPrior{});
  check_masses(Dirichlet{.weights = {1, 1}});
  check_masses(HistogramPrior{.weights = {1, 1}, .edges = {0, 1, 2}});
  check_masses(NormalInverseGamma{});
  check_masses(
      TiedNormalInverseGamma{.means = {0}, .mean_weights = {1}, .shapes = {1}, .scales = {1}});
  check_masses(NormalInverseWishart{.means = {0}, .mean_weight = 1, .shape = 1, .scales = {1}});
}

TEST_CASE("pseudo-counts that sum to more than 1e300 are refused") {
  const auto refused = [](const auto& prior) {
    return throws_error([&] { check(prior); }, ErrorCode::domain, "pseudo-counts");
  };

  CHECK(refused(Beta{.ones = 1e308, .zeros = 1e308}));
  CHECK(refused(PascalPrior{.ones = 1e308, .zeros = 1, .successes = 1}));
  CHECK(refused(Dirichlet{.weights = {1e308, 1e308}}));
  CHECK(refused(HistogramPrior{.weights = {9e299, 9e299}, .edges = {0, 1, 2}}));
  CHECK_NOTHROW(check(Beta{.ones = 4e299, .zeros = 4e299}));
  CHECK_NOTHROW(check(Dirichlet{.weights = {4e299, 4e299}}));
}

TEST_CASE("a weight for each level may not be so large that many levels overflow") {
  const auto refused = [](double each) {
    return throws_error([&] { check_members(Dirichlet::Symmetric{each}, "the prior"); },
                        ErrorCode::domain, "the prior holds pseudo-counts");
  };

  CHECK(refused(1e308));
  CHECK(refused(1e291));
  CHECK_FALSE(refused(1e289));
}

TEST_CASE("a column that a density of several lacks is refused") {
  const auto refused = [](const auto& density) {
    bool all = true;
    for (const Index j : {Index{-1}, Index{1}, Index{1} << 40})
      all = all && throws_error([&] { return marginal(density, j); }, ErrorCode::shape);
    return all;
  };

  CHECK(refused(IndependentNormals{.means = {0}, .variances = {1}}));
  CHECK(refused(MultivariateNormal{.means = {0}, .covariance = {1}}));
  CHECK(refused(JointStudentT{.degrees = {1}, .locations = {0}, .scales = {1}}));
  CHECK(refused(MultivariateStudentT{.degrees = 1, .locations = {0}, .squared_scales = {1}}));
  CHECK(refused(
      TiedNormalInverseGamma{.means = {0}, .mean_weights = {1}, .shapes = {1}, .scales = {1}}));
  CHECK(refused(NormalInverseWishart{.means = {0}, .mean_weight = 1, .shape = 1, .scales = {1}}));
}

TEST_CASE("variates of parameters that are none are refused") {
  Random random(1);
  const auto refused = [](const auto& call) {
    return throws_error([&] { static_cast<void>(call()); }, ErrorCode::domain);
  };

  CHECK(refused([&] { return random.gamma(-1, 1); }));
  CHECK(refused([&] { return random.gamma(1, 0); }));
  CHECK(refused([&] { return random.beta(0, 1); }));
  CHECK(refused([&] { return random.log_gamma_variate(0); }));
  CHECK(refused([&] { return random.poisson(-1); }));
  CHECK(refused([&] { return random.below(0); }));
}

TEST_CASE("a residue that rounding cannot leave is refused") {
  CHECK(throws_error([] { check(Bernoulli{.probability = 0.9, .residue = 0.5}); },
                     ErrorCode::domain, "residue"));
  CHECK(throws_error([] { return log_density(Geometric{.probability = 0.9, .residue = -1}, 2); },
                     ErrorCode::domain, "residue"));
  CHECK(throws_error(
      [] { return log_density(Pascal{.successes = 2, .probability = 0.9, .residue = NAN}, 2); },
      ErrorCode::domain, "residue"));
  CHECK_NOTHROW(check(Bernoulli{.probability = 0.9, .residue = 1e-17}));
}

TEST_CASE("lists of lengths that do not fit are refused where they are read") {
  Random random(1);
  const Kernel kernel{.bandwidth = 1, .values = {0, 1}, .weights = {1}};
  const PolyaTree tree{.shares = {0.5, 0.5}, .edges = {0, 1, 2}};
  const PolyaTree residues{.shares = {0.5, 0.5, 0.5}, .edges = {0, 1, 2, 3, 4}, .residues = {0}};
  const MultivariateNormal normal{.means = {0, 0}, .covariance = {1}};
  const JointStudentT student{.degrees = {}, .locations = {0}, .scales = {1}};

  for (const auto& call :
       {std::function<void()>([&] { (void)log_density(kernel, 0.5); }),
        std::function<void()>([&] { (void)mean(kernel); }),
        std::function<void()>([&] { (void)cdf(kernel, 0.5); }),
        std::function<void()>([&] { (void)log_density(tree, 0.5); }),
        std::function<void()>([&] { (void)log_density(residues, 0.5); }),
        std::function<void()>([&] { (void)draw(tree, random); }), std::function<void()>([&] {
          (void)log_density(normal, {0, 0});
        }),
        std::function<void()>([&] { (void)marginal(normal, 1); }),
        std::function<void()>([&] { (void)draw(normal, random); }),
        std::function<void()>([&] { (void)log_density(student, {0}); }),
        std::function<void()>([&] { (void)marginal(student, 0); })})
    CHECK(throws_error(call, ErrorCode::shape));
}

TEST_CASE("a covariance that is not positive definite has no density and no draw") {
  Random random(1);
  const MultivariateNormal normal{.means = {0, 0}, .covariance = {1, 2, 1}};
  const MultivariateStudentT student{
      .degrees = 3, .locations = {0, 0}, .squared_scales = {1, 2, 1}};

  CHECK(throws_error([&] { return log_density(normal, {0, 0}); }, ErrorCode::domain, "covariance"));
  CHECK(throws_error([&] { return draw(normal, random); }, ErrorCode::domain, "covariance"));
  CHECK(throws_error([&] { return log_density(student, {0, 0}); }, ErrorCode::domain));
  CHECK(throws_error([&] { return draw(student, random); }, ErrorCode::domain));
}

namespace {

// A density and a prior of one's own, whose names of members mean something else.
template <class Part>
struct OfDecimalLogarithm {
  using value_type = double;
  Part part;
  [[nodiscard]] Part logarithm() const { return part; }
};
template <class Part>
struct OwnPrior {
  using value_type = double;
  struct Known {
    double scale = 1;
  };
  Part part;
  [[nodiscard]] Part distribution() const { return part; }  // of the data
};

template <class D>
concept AnswersAsOurs = requires(const D& d, Random& random) {
  log_density(d, 1.0);
}
|| requires(const D& d) { cdf(d, 1.0); }
|| requires(const D& d) { quantile(d, 0.5); }
|| requires(const D& d) { support(d); }
|| requires(const D& d) { mean(d); }
|| requires(const D& d) { variance(d); }
|| requires(const D& d, Random& random) { draw(d, random); };

}  // namespace

TEST_CASE("a type of one's own with members of our names has no densities but its own") {
  static_assert(AnswersAsOurs<Normal> && AnswersAsOurs<LogNormal> && AnswersAsOurs<GammaRatePrior>);
  static_assert(!AnswersAsOurs<OfDecimalLogarithm<Normal>>);
  static_assert(!AnswersAsOurs<OwnPrior<Normal>>);
}
