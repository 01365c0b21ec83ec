// Cumulative probabilities and quantiles against 50 digits.
#include <credence/base/special.hpp>
#include <numbers>

#include "golden/accuracy.hpp"

namespace credence::testing {
namespace {

constexpr int few = 200;

double parameter(Random& random) { return log_uniform(random, 0.05, 1e4); }
double probability(Random& random) { return 0.001 + 0.998 * random.uniform(); }

// A distribution: its cumulative probabilities and density at 50 digits, for parameters that a case
// draws, and the functions of the library.
template <class Draw>
void add(const std::string& name, const std::string& domain, Draw draw,
         std::vector<Accuracy>& all) {
  all.push_back(measured(
      name + "_cdf", domain + "; absolute",
      [&](Random& random, Accuracy& to) {
        const auto d = draw(random);
        const double x = d.quantile(probability(random));
        to.add(d.cdf(x), d.probability(x), 1);
      },
      few));
  // To first order: the error of the probability over the density.
  all.push_back(measured(
      name + "_quantile", domain,
      [&](Random& random, Accuracy& to) {
        const auto d = draw(random);
        const double p = probability(random);
        const double x = d.quantile(p);
        const Real there = d.probability(x);
        to.add(x, Terms().add(Real(x) - (there - p) / d.density(x)));
      },
      few));
}

struct BetaCase {
  double a, b;
  double cdf(double x) const { return beta_cdf(a, b, x); }
  double quantile(double p) const { return beta_quantile(a, b, p); }
  Real probability(const Real& x) const { return ibeta(Real(a), Real(b), x); }
  Real density(const Real& x) const { return ibeta_derivative(Real(a), Real(b), x); }
};
struct GammaCase {
  double shape, rate;
  double cdf(double x) const { return gamma_cdf(shape, rate, x); }
  double quantile(double p) const { return gamma_quantile(shape, rate, p); }
  Real probability(const Real& x) const { return gamma_p(Real(shape), Real(x * rate)); }
  Real density(const Real& x) const {
    return gamma_p_derivative(Real(shape), Real(x * rate)) * rate;
  }
};
struct InverseGammaCase {
  double shape, scale;
  double cdf(double x) const { return inverse_gamma_cdf(shape, scale, x); }
  double quantile(double p) const { return inverse_gamma_quantile(shape, scale, p); }
  Real probability(const Real& x) const { return gamma_q(Real(shape), Real(scale / x)); }
  Real density(const Real& x) const {
    return gamma_p_derivative(Real(shape), Real(scale / x)) * scale / (x * x);
  }
};
struct StudentCase {
  double degrees;
  double cdf(double x) const { return student_t_cdf(degrees, x); }
  double quantile(double p) const { return student_t_quantile(degrees, p); }
  Real probability(const Real& x) const {
    const Real tail =
        ibeta(Real(Real(degrees) / 2), Real(0.5), Real(degrees / (degrees + x * x))) / 2;
    return x < 0 ? tail : Real(1 - tail);
  }
  Real density(const Real& x) const {
    const Real half = Real(degrees) / 2;
    return exp(rising(half, Real(0.5)) - (half + 0.5) * log(1 + x * x / degrees)) /
           sqrt(degrees * pi());
  }
};
struct NormalCase {
  double cdf(double x) const { return normal_cdf(x); }
  double quantile(double p) const { return normal_quantile(p); }
  Real probability(const Real& x) const { return erfc(Real(-x / sqrt(Real(2)))) / 2; }
  Real density(const Real& x) const { return exp(-x * x / 2) / sqrt(2 * pi()); }
};

// Probabilities above x keep their digits however small they are.
double tail(Random& random) { return log_uniform(random, 1e-12, 0.5); }

void add_survival(std::vector<Accuracy>& all) {
  const std::string of_beta = "parameters in [1, 1e4], tails in [1e-12, 0.5]";
  const auto beta_case = [](Random& random) {
    return BetaCase{log_uniform(random, 1, 1e4), log_uniform(random, 1, 1e4)};
  };
  all.push_back(measured(
      "beta_survival", of_beta,
      [&](Random& random, Accuracy& to) {
        const BetaCase d = beta_case(random);
        const double x = beta_survival_quantile(d.a, d.b, tail(random));
        to.add(beta_survival(d.a, d.b, x), Terms().add(ibetac(Real(d.a), Real(d.b), Real(x))));
      },
      few));
  all.push_back(measured(
      "beta_survival_quantile", of_beta,
      [&](Random& random, Accuracy& to) {
        const BetaCase d = beta_case(random);
        const double p = tail(random);
        const double x = beta_survival_quantile(d.a, d.b, p);
        const Real there = ibetac(Real(d.a), Real(d.b), Real(x));
        to.add(x, Terms().add(Real(x) + (there - p) / d.density(x)));
      },
      few));
  all.push_back(measured(
      "gamma_survival", "shape in [0.05, 1e4], tails in [1e-12, 0.5]",
      [](Random& random, Accuracy& to) {
        const GammaCase d{parameter(random), parameter(random)};
        const double x = d.quantile(1 - tail(random));
        to.add(gamma_survival(d.shape, d.rate, x),
               Terms().add(gamma_q(Real(d.shape), Real(Real(x) * d.rate))));
      },
      few));
}

// Fourier coefficients of the sum of one or two von Mises angles: I_j(k) / I_0(k), multiplied.
struct CircularCase {
  double first, second;  // the second of one alone infinite
  std::vector<Real> coefficients = {};

  CircularCase(double one, double other) : first(one), second(other) {
    coefficients = ratios(std::min(first, second));
    if (!std::isfinite(second)) return;
    const std::vector<Real> others = ratios(std::max(first, second), coefficients.size());
    for (std::size_t i = 0; i < coefficients.size(); ++i) coefficients[i] *= others[i];
  }
  // As many as exceed 1e-26, or `count` of them: I_j / I_(j-1) is a continued fraction from the end.
  static std::vector<Real> ratios(double k, std::size_t count = 0) {
    const auto most = static_cast<std::size_t>(60 + 16 * std::sqrt(k));
    std::vector<Real> all(std::max(most, count + 60));
    Real next = 0;
    for (std::size_t j = all.size(); j > 0; --j) {
      next = 1 / (Real(2 * j) / k + next);
      all[j - 1] = next;
    }
    for (std::size_t j = 1; j < all.size(); ++j) all[j] *= all[j - 1];
    while (count == 0 && all.back() < 1e-26) all.pop_back();
    if (count > 0) all.resize(count);
    return all;
  }
  double cdf(double x) const { return circular_cdf(first, second, x); }
  double quantile(double p) const { return circular_quantile(first, second, p); }
  Real probability(const Real& x) const {
    Real sum = Real(0.5) + x / (2 * pi());
    for (std::size_t i = 0; i < coefficients.size(); ++i)
      sum += coefficients[i] * sin(Real(i + 1) * x) / (Real(i + 1) * pi());
    return sum;
  }
  Real density(const Real& x) const {
    Real sum = 0.5;
    for (std::size_t i = 0; i < coefficients.size(); ++i)
      sum += coefficients[i] * cos(Real(i + 1) * x);
    return sum / pi();
  }
  Real variance() const {
    Real sum = pi() * pi() / 3;
    for (std::size_t i = 0; i < coefficients.size(); ++i)
      sum += (i % 2 == 0 ? -4 : 4) * coefficients[i] / Real((i + 1) * (i + 1));
    return sum;
  }
};

CircularCase circular_case(Random& random) {
  const double first = log_uniform(random, 0.05, 1e4);
  return {first, random.below(2) == 0 ? std::numeric_limits<double>::infinity()
                                      : log_uniform(random, 0.05, 1e4)};
}

void add_circular(std::vector<Accuracy>& all) {
  const std::string domain = "concentrations in [0.05, 1e4]; absolute";
  constexpr int fewer = 40;
  all.push_back(measured(
      "circular_cdf", domain,
      [](Random& random, Accuracy& to) {
        const CircularCase d = circular_case(random);
        const double x = std::numbers::pi * (2 * random.uniform() - 1);
        to.add(d.cdf(x), d.probability(x), 1);
      },
      fewer));
  all.push_back(measured(
      "circular_quantile", domain,
      [](Random& random, Accuracy& to) {
        const CircularCase d = circular_case(random);
        const double p = probability(random);
        const double x = d.quantile(p);
        to.add(x, Real(x) - (d.probability(x) - p) / d.density(x), 1);
      },
      fewer));
  all.push_back(measured(
      "circular_variance", "concentrations in [0.05, 1e4]",
      [](Random& random, Accuracy& to) {
        const CircularCase d = circular_case(random);
        to.add(circular_variance(d.first, d.second), Terms().add(d.variance()));
      },
      fewer));
  all.push_back(measured("unwound", "angle in [-100, 100], middle in [-pi, pi]; absolute",
                         [](Random& random, Accuracy& to) {
                           const double angle = 200 * random.uniform() - 100;
                           const double middle = std::numbers::pi * (2 * random.uniform() - 1);
                           const Real turn = 2 * pi();
                           const Real turns = floor((Real(angle) - middle) / turn + 0.5);
                           to.add(unwound(angle, middle), Real(angle) - turns * turn, 1);
                         }));
}

}  // namespace

std::vector<Accuracy> probability_accuracies() {
  std::vector<Accuracy> all;
  const std::string p = "p in [0.001, 0.999]";
  add(
      "beta", "parameters in [0.5, 1e4], " + p,
      [](Random& random) {
        return BetaCase{log_uniform(random, 0.5, 1e4), log_uniform(random, 0.5, 1e4)};
      },
      all);
  add(
      "gamma", "shape in [0.05, 1e4], " + p,
      [](Random& random) {
        return GammaCase{parameter(random), parameter(random)};
      },
      all);
  add(
      "inverse_gamma", "shape in [0.05, 1e4], " + p,
      [](Random& random) {
        return InverseGammaCase{parameter(random), parameter(random)};
      },
      all);
  add(
      "student_t", "degrees in [0.1, 1e4], " + p,
      [](Random& random) { return StudentCase{log_uniform(random, 0.1, 1e4)}; }, all);
  add(
      "normal", p, [](Random&) { return NormalCase{}; }, all);
  add_survival(all);
  add_circular(all);
  return all;
}

}  // namespace credence::testing
