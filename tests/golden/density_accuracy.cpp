// Log densities of one number, level or document against 50 digits.
#include <credence/density/bernoulli.hpp>
#include <credence/density/beta.hpp>
#include <credence/density/categorical.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/density/exponential.hpp>
#include <credence/density/gamma.hpp>
#include <credence/density/geometric.hpp>
#include <credence/density/histogram.hpp>
#include <credence/density/log_normal.hpp>
#include <credence/density/multinomial.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/pascal.hpp>
#include <credence/density/poisson.hpp>
#include <credence/density/student_t.hpp>
#include <credence/density/von_mises.hpp>

#include "golden/accuracy.hpp"

namespace credence::testing {
namespace {

const Real two_pi = 2 * pi();

// ln Gamma(a + b) - ln Gamma(a) - ln Gamma(b).
Real log_choices(const Real& a, const Real& b) { return rising(a, b) - lgamma(b); }

// The last of the counts that a density is of, and the weights before it.
double a_probability(Random& random) { return 1e-6 + (1 - 2e-6) * random.uniform(); }

std::vector<double> simplex(Random& random) {
  return random.dirichlet(std::vector<double>(2 + random.below(9), 1.0));
}
std::vector<double> weights_of(Random& random, std::size_t size) {
  std::vector<double> weights;
  for (std::size_t k = 0; k < size; ++k) weights.push_back(pseudo_count(random));
  return weights;
}

Terms normal_at(const Real& mean, const Real& variance, const Real& x) {
  return Terms().add(-log(two_pi * variance) / 2).add(-(x - mean) * (x - mean) / (2 * variance));
}
Terms t_at(const StudentT& t, const Real& x) {
  const Real degrees = t.degrees;
  const Real z = (x - t.location) / t.scale;
  return Terms()
      .add(rising(degrees / 2, Real(0.5)) - log(degrees * two_pi / 2) / 2)
      .add(-log(Real(t.scale)))
      .add(-(degrees + 1) / 2 * log(1 + z * z / degrees));
}
Terms gamma_at(const Real& shape, const Real& rate, const Real& x) {
  return Terms().add(shape * log(rate) - lgamma(shape)).add((shape - 1) * log(x)).add(-rate * x);
}
Terms inverse_gamma_at(const Real& shape, const Real& scale, const Real& x) {
  return Terms().add(shape * log(scale) - lgamma(shape)).add(-(shape + 1) * log(x)).add(-scale / x);
}

void add_levels(std::vector<Accuracy>& all) {
  const char* domain = "probabilities in [1e-6, 1 - 1e-6]";
  all.push_back(measured("Bernoulli", domain, [](Random& random, Accuracy& to) {
    const double p = a_probability(random);
    to.add(log_density(Bernoulli{.probability = p}, true), Terms().add(log(Real(p))));
    to.add(log_density(Bernoulli{.probability = p}, false), Terms().add(log(1 - Real(p))));
  }));
  all.push_back(measured("Categorical", "2 to 10 levels", [](Random& random, Accuracy& to) {
    const Categorical d{.probabilities = simplex(random)};
    to.add(log_density(d, Code{1}), Terms().add(log(Real(d.probabilities[1]))));
  }));
  all.push_back(
      measured("Multinomial", "2 to 10 words, up to 30 each", [](Random& random, Accuracy& to) {
        const Multinomial d{.probabilities = simplex(random)};
        WordCounts document;
        Terms terms;
        for (std::uint32_t k = 0; k < d.probabilities.size(); ++k) {
          document.push_back({k, std::floor(1 + 30 * random.uniform())});
          terms.add(document.back().count * log(Real(d.probabilities[k])));
        }
        to.add(log_density(d, document), terms);
      }));
  all.push_back(measured("CompoundMultinomial", "2 to 10 words, weights in [1e-3, 1e6]",
                         [](Random& random, Accuracy& to) {
                           const CompoundMultinomial d{.weights =
                                                           weights_of(random, 2 + random.below(9))};
                           WordCounts document;
                           Terms terms;
                           Real weight = 0, tokens = 0;
                           for (std::uint32_t k = 0; k < d.weights.size(); ++k) {
                             const double count = std::floor(1 + 30 * random.uniform());
                             document.push_back({k, count});
                             terms.add(rising(d.weights[k], count));
                             weight += d.weights[k];
                             tokens += count;
                           }
                           to.add(log_density(d, document), terms.add(-rising(weight, tokens)));
                         }));
  all.push_back(measured("Dirichlet", "2 to 10 levels, weights in [1e-3, 1e6]",
                         [](Random& random, Accuracy& to) {
                           const std::vector<double> at = simplex(random);
                           const Dirichlet d{.weights = weights_of(random, at.size())};
                           Terms terms;
                           Real weight = 0;
                           for (std::size_t k = 0; k < at.size(); ++k) {
                             terms.add(-lgamma(Real(d.weights[k])));
                             terms.add((Real(d.weights[k]) - 1) * log(Real(at[k])));
                             weight += d.weights[k];
                           }
                           to.add(log_density(d, at), terms.add(lgamma(weight)));
                         }));
  all.push_back(measured("Beta", "pseudo-counts in [1e-3, 1e6]", [](Random& random, Accuracy& to) {
    const Beta d{.ones = pseudo_count(random), .zeros = pseudo_count(random)};
    const double p = a_probability(random);
    to.add(log_density(d, p), Terms()
                                  .add(log_choices(d.ones, d.zeros))
                                  .add((Real(d.ones) - 1) * log(Real(p)))
                                  .add((Real(d.zeros) - 1) * log(1 - Real(p))));
  }));
}

void add_counts(std::vector<Accuracy>& all) {
  const char* domain = "parameters in [1e-3, 1e6], counts to 1e6";
  all.push_back(measured("Poisson", domain, [](Random& random, Accuracy& to) {
    const Poisson d{.rate = pseudo_count(random)};
    const Count x{whole(random), log_uniform(random, 1e-3, 1e3)};
    const Real mean = Real(d.rate) * x.exposure;
    to.add(log_density(d, x),
           Terms().add(x.count * log(mean)).add(-mean).add(-lgamma(Real(x.count + 1))));
  }));
  all.push_back(measured("NegativeBinomial", domain, [](Random& random, Accuracy& to) {
    const NegativeBinomial d{.shape = pseudo_count(random), .rate = pseudo_count(random)};
    const Count x{whole(random), log_uniform(random, 1e-3, 1e3)};
    const Real sum = Real(d.rate) + x.exposure;
    to.add(log_density(d, x), Terms()
                                  .add(rising(d.shape, x.count))
                                  .add(-lgamma(Real(x.count + 1)))
                                  .add(d.shape * log(d.rate / sum))
                                  .add(x.count * log(x.exposure / sum)));
  }));
  all.push_back(measured(
      "Geometric", "probabilities in [1e-6, 1 - 1e-6], counts to 1e6",
      [](Random& random, Accuracy& to) {
        const Geometric d{.probability = a_probability(random)};
        const double x = whole(random);
        to.add(log_density(d, x),
               Terms().add(log(Real(d.probability))).add(x * log(1 - Real(d.probability))));
      }));
  all.push_back(measured("CompoundGeometric", domain, [](Random& random, Accuracy& to) {
    const CompoundGeometric d{.ones = pseudo_count(random), .zeros = pseudo_count(random)};
    const double x = whole(random);
    to.add(log_density(d, x), Terms()
                                  .add(log(Real(d.ones)))
                                  .add(rising(d.zeros, x))
                                  .add(-rising(Real(d.ones) + d.zeros, Real(x) + 1)));
  }));
  all.push_back(measured("Pascal", domain, [](Random& random, Accuracy& to) {
    const Pascal d{.successes = pseudo_count(random), .probability = a_probability(random)};
    const double x = whole(random);
    to.add(log_density(d, x), Terms()
                                  .add(rising(d.successes, x))
                                  .add(-lgamma(Real(x + 1)))
                                  .add(d.successes * log(Real(d.probability)))
                                  .add(x * log(1 - Real(d.probability))));
  }));
  all.push_back(measured("CompoundNegativeBinomial", domain, [](Random& random, Accuracy& to) {
    const CompoundNegativeBinomial d{.ones = pseudo_count(random),
                                     .zeros = pseudo_count(random),
                                     .successes = pseudo_count(random)};
    const double x = whole(random);
    to.add(log_density(d, x), Terms()
                                  .add(rising(d.successes, x))
                                  .add(-lgamma(Real(x + 1)))
                                  .add(rising(d.ones, d.successes))
                                  .add(rising(d.zeros, x))
                                  .add(-rising(Real(d.ones) + d.zeros, Real(d.successes) + x)));
  }));
}

void add_times(std::vector<Accuracy>& all) {
  const char* domain = "parameters in [1e-3, 1e6], x in [1e-9, 1e6]";
  const auto at = [](Random& random) { return log_uniform(random, 1e-9, 1e6); };
  all.push_back(measured("Exponential", domain, [&](Random& random, Accuracy& to) {
    const Exponential d{.rate = pseudo_count(random)};
    const double x = at(random);
    to.add(log_density(d, x), Terms().add(log(Real(d.rate))).add(-Real(d.rate) * x));
  }));
  all.push_back(measured("Lomax", domain, [&](Random& random, Accuracy& to) {
    const Lomax d{.shape = pseudo_count(random), .scale = pseudo_count(random)};
    const double x = at(random);
    to.add(log_density(d, x), Terms()
                                  .add(log(Real(d.shape)) - log(Real(d.scale)))
                                  .add(-(Real(d.shape) + 1) * log(1 + Real(x) / d.scale)));
  }));
  all.push_back(measured("Gamma", domain, [&](Random& random, Accuracy& to) {
    const Gamma d{.shape = pseudo_count(random), .rate = pseudo_count(random)};
    const double x = at(random);
    to.add(log_density(d, x), gamma_at(d.shape, d.rate, x));
  }));
  all.push_back(measured("CompoundGamma", domain, [&](Random& random, Accuracy& to) {
    const CompoundGamma d{.known_shape = pseudo_count(random),
                          .shape = pseudo_count(random),
                          .scale = pseudo_count(random)};
    const double x = at(random);
    to.add(log_density(d, x), Terms()
                                  .add(log_choices(d.known_shape, d.shape))
                                  .add(-log(Real(x)))
                                  .add(-d.known_shape * log(1 + Real(d.scale) / x))
                                  .add(-d.shape * log(1 + Real(x) / d.scale)));
  }));
  all.push_back(measured("NormalVariancePrior", domain, [&](Random& random, Accuracy& to) {
    const NormalVariancePrior d{.shape = pseudo_count(random), .scale = pseudo_count(random)};
    const double x = at(random);
    to.add(log_density(d, x), inverse_gamma_at(d.shape, d.scale, x));
  }));
}

void add_numbers(std::vector<Accuracy>& all) {
  const char* domain = "up to a million standard deviations away";
  const auto normal_of = [](Random& random) {
    return Normal{.mean = 10 * random.normal(), .variance = pseudo_count(random)};
  };
  all.push_back(measured("Normal", domain, [&](Random& random, Accuracy& to) {
    const Normal d = normal_of(random);
    const double x = d.mean + std::sqrt(d.variance) * log_uniform(random, 1e-6, 1e6);
    to.add(log_density(d, x), normal_at(d.mean, d.variance, x));
  }));
  const auto t_of = [](Random& random) {
    return StudentT{.degrees = log_uniform(random, 0.1, 1e10),
                    .location = random.normal(),
                    .scale = log_uniform(random, 1e-3, 1e3)};
  };
  all.push_back(measured("StudentT", "degrees in [0.1, 1e10], up to a million scales away",
                         [&](Random& random, Accuracy& to) {
                           const StudentT d = t_of(random);
                           const double x = d.location + d.scale * log_uniform(random, 1e-6, 1e6);
                           to.add(log_density(d, x), t_at(d, x));
                         }));
  const char* positive = "x in [1e-100, 1e100]";
  all.push_back(measured("LogNormal", positive, [&](Random& random, Accuracy& to) {
    const Normal d = normal_of(random);
    const double x = log_uniform(random, 1e-100, 1e100);
    to.add(log_density(LogNormal{.mean = d.mean, .variance = d.variance}, x),
           normal_at(d.mean, d.variance, log(Real(x))).add(-log(Real(x))));
  }));
  all.push_back(measured("LogStudentT", positive, [&](Random& random, Accuracy& to) {
    const StudentT d = t_of(random);
    const double x = log_uniform(random, 1e-100, 1e100);
    const LogStudentT of_log{.degrees = d.degrees, .location = d.location, .scale = d.scale};
    to.add(log_density(of_log, x), t_at(d, log(Real(x))).add(-log(Real(x))));
  }));
  all.push_back(measured("Histogram", "2 to 10 bins", [](Random& random, Accuracy& to) {
    Histogram d{.probabilities = simplex(random), .edges = {random.normal()}};
    for (std::size_t k = 0; k < d.probabilities.size(); ++k)
      d.edges.push_back(d.edges.back() + log_uniform(random, 1e-3, 1e3));
    const Real width = Real(d.edges[1]) - d.edges[0];
    to.add(log_density(d, 0.5 * (d.edges[0] + d.edges[1])),
           Terms().add(log(Real(d.probabilities[0]))).add(-log(width)));
  }));
}

void add_directions(std::vector<Accuracy>& all) {
  const auto at = [](double concentration, const Real& cosine, Terms& terms) {
    terms.add(concentration * cosine);
    return terms.add(-log(two_pi * cyl_bessel_i(0, Real(concentration))));
  };
  all.push_back(measured(
      "VonMises", "concentrations in [1e-3, 500]",
      [&](Random& random, Accuracy& to) {
        const VonMises d{.direction = random.normal(),
                         .concentration = log_uniform(random, 1e-3, 500)};
        const double x = 3 * random.normal();
        Terms terms;
        to.add(log_density(d, x), at(d.concentration, cos(Real(x) - d.direction), terms));
      },
      200));
  all.push_back(measured(
      "CompoundVonMises", "strength and concentration in [1e-3, 200]",
      [](Random& random, Accuracy& to) {
        const CompoundVonMises d{.direction = random.normal(),
                                 .strength = log_uniform(random, 1e-3, 200),
                                 .concentration = log_uniform(random, 1e-3, 200)};
        const double x = 3 * random.normal();
        const Real s = d.strength, k = d.concentration;
        const Real both = sqrt(s * s + k * k + 2 * s * k * cos(Real(x) - d.direction));
        const auto log_bessel = [](const Real& z) { return Real(log(cyl_bessel_i(0, z))); };
        to.add(log_density(d, x), Terms()
                                      .add(log_bessel(both))
                                      .add(-log_bessel(s))
                                      .add(-log_bessel(k))
                                      .add(-log(two_pi)));
      },
      200));
}

}  // namespace

std::vector<Accuracy> density_accuracies() {
  std::vector<Accuracy> all;
  add_levels(all);
  add_counts(all);
  add_times(all);
  add_numbers(all);
  add_directions(all);
  return all;
}

}  // namespace credence::testing
