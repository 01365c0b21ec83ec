#pragma once
// Log densities of cells in 50 digits, from the raw values of a column: a second opinion that shares
// no formula and no line with the library. Sums of squares are taken in two passes, Gamma functions
// are those of Boost.Math in 50 digits.
#include <credence/predict/estimator.hpp>
#include <limits>
#include <vector>

#include "support/real.hpp"

namespace reference {

using credence::Estimator;
using credence::testing::pi;
using credence::testing::Real;

inline Real minus_infinity() { return -std::numeric_limits<double>::infinity(); }
inline Real ln(const Real& x) { return x == 0 ? minus_infinity() : Real(log(x)); }
inline Real ln_gamma(const Real& x) { return lgamma(x); }

/// A value that a class holds, and how often.
struct Seen {
  Real value;
  Real weight;
  Real exposure = 1;
};
using Values = std::vector<Seen>;

inline Real total_weight(const Values& values) {
  Real sum = 0;
  for (const Seen& seen : values) sum += seen.weight;
  return sum;
}
inline Real total(const Values& values) {
  Real sum = 0;
  for (const Seen& seen : values) sum += seen.weight * seen.value;
  return sum;
}
inline Real total_exposure(const Values& values) {
  Real sum = 0;
  for (const Seen& seen : values) sum += seen.weight * seen.exposure;
  return sum;
}
inline Real mean(const Values& values) { return total(values) / total_weight(values); }
inline Real squares(const Values& values) {
  const Real centre = mean(values);
  Real sum = 0;
  for (const Seen& seen : values)
    sum += seen.weight * (seen.value - centre) * (seen.value - centre);
  return sum;
}

/// Probabilities of levels (or words, or classes): frequencies, mode, or mean.
inline std::vector<Real> shares(Estimator estimator, const std::vector<Real>& prior,
                                const std::vector<Real>& counts) {
  std::vector<Real> parts;
  Real sum = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    Real part = counts[k];
    if (estimator == Estimator::maximum_a_posteriori) part += prior[k] - 1;
    if (estimator == Estimator::posterior_mean || estimator == Estimator::predictive)
      part += prior[k];
    parts.push_back(part);
    sum += part;
  }
  for (Real& part : parts) part /= sum;
  return parts;
}

/// A text: plug-in for three estimators, the compound distribution for the predictive.
inline Real words(Estimator estimator, const std::vector<Real>& prior,
                  const std::vector<Real>& counts, const std::vector<Real>& document) {
  Real result = 0;
  if (estimator != Estimator::predictive) {
    const std::vector<Real> share = shares(estimator, prior, counts);
    for (std::size_t k = 0; k < document.size(); ++k)
      if (document[k] > 0) result += document[k] * ln(share[k]);
    return result;
  }
  Real all = 0;
  Real length = 0;
  for (std::size_t k = 0; k < document.size(); ++k) {
    const Real at = prior[k] + counts[k];
    result += ln_gamma(at + document[k]) - ln_gamma(at);
    all += at;
    length += document[k];
  }
  return result + ln_gamma(all) - ln_gamma(all + length);
}

struct NormalPrior {
  Real mean, weight, shape, scale;
};
/// The prior called auto (shape 1/2) or auto3 (shape 3/2) of a column.
inline NormalPrior automatic(const Values& column, const Real& shape) {
  return {mean(column), 1, shape, squares(column) / (2 * total_weight(column))};
}

inline Real normal_density(const Real& centre, const Real& variance, const Real& x) {
  return -ln(2 * pi() * variance) / 2 - (x - centre) * (x - centre) / (2 * variance);
}

inline Real normal(Estimator estimator, const NormalPrior& prior, const Values& cell,
                   const Real& x) {
  const Real n = total_weight(cell);
  if (estimator == Estimator::maximum_likelihood)
    return normal_density(mean(cell), squares(cell) / n, x);
  NormalPrior after = prior;
  if (n > 0) {
    const Real shift = mean(cell) - prior.mean;
    after.weight += n;
    after.mean = (prior.weight * prior.mean + total(cell)) / after.weight;
    after.shape += n / 2;
    after.scale += squares(cell) / 2 + prior.weight * n * shift * shift / (2 * after.weight);
  }
  if (estimator == Estimator::maximum_a_posteriori)
    return normal_density(after.mean, after.scale / (after.shape + Real(3) / 2), x);
  if (estimator == Estimator::posterior_mean)
    return normal_density(after.mean, after.scale / (after.shape - 1), x);
  const Real degrees = 2 * after.shape;
  const Real spread = after.scale * (after.weight + 1) / (after.shape * after.weight);
  const Real z = (x - after.mean) * (x - after.mean) / (degrees * spread);
  return ln_gamma((degrees + 1) / 2) - ln_gamma(degrees / 2) - ln(degrees * pi() * spread) / 2 -
         (degrees + 1) / 2 * log(1 + z);
}

struct GammaPrior {
  Real shape, rate;
};

inline Real poisson(Estimator estimator, const GammaPrior& prior, const Values& cell, const Real& x,
                    const Real& exposure) {
  const Real shape = prior.shape + total(cell);
  const Real time = prior.rate + total_exposure(cell);
  if (estimator == Estimator::predictive)
    return ln_gamma(shape + x) - ln_gamma(shape) - ln_gamma(x + 1) +
           shape * ln(time / (time + exposure)) + x * ln(exposure / (time + exposure));
  Real rate = shape / time;
  if (estimator == Estimator::maximum_likelihood) rate = total(cell) / total_exposure(cell);
  if (estimator == Estimator::maximum_a_posteriori)
    rate = shape > 1 ? Real((shape - 1) / time) : Real(0);
  const Real expected = rate * exposure;
  return (x == 0 ? Real(0) : Real(x * ln(expected))) - expected - ln_gamma(x + 1);
}

inline Real exponential(Estimator estimator, const GammaPrior& prior, const Values& cell,
                        const Real& x) {
  const Real shape = prior.shape + total_weight(cell);
  const Real time = prior.rate + total(cell);
  if (estimator == Estimator::predictive)
    return ln(shape) + shape * ln(time) - (shape + 1) * ln(time + x);
  Real rate = shape / time;
  if (estimator == Estimator::maximum_likelihood) rate = total_weight(cell) / total(cell);
  if (estimator == Estimator::maximum_a_posteriori) rate = (shape - 1) / time;
  return ln(rate) - rate * x;
}

struct BetaPrior {
  Real ones, zeros;
};

inline Real geometric(Estimator estimator, const BetaPrior& prior, const Values& cell,
                      const Real& x) {
  const Real a = prior.ones + total_weight(cell);
  const Real b = prior.zeros + total(cell);
  if (estimator == Estimator::predictive)
    return ln_gamma(a + 1) + ln_gamma(b + x) - ln_gamma(a + b + x + 1) - ln_gamma(a) - ln_gamma(b) +
           ln_gamma(a + b);
  Real success = a / (a + b);
  if (estimator == Estimator::maximum_likelihood)
    success = total_weight(cell) / (total_weight(cell) + total(cell));
  if (estimator == Estimator::maximum_a_posteriori) success = (a - 1) / (a + b - 2);
  return ln(success) + (x == 0 ? Real(0) : Real(x * ln(1 - success)));
}

/// A log joint and the sum of the absolute values of its terms.
struct Joint {
  Real value = 0;
  Real size = 0;

  void add(const Real& term) {
    value += term;
    size += abs(term);
  }
};

/// Whether a double agrees with a reference to 1e-12 of the sum of its absolute terms.
inline bool agrees(double found, const Joint& expected) {
  if (isinf(expected.value)) return found == -std::numeric_limits<double>::infinity();
  return abs(Real(found) - expected.value) <= Real("1e-12") * expected.size;
}

}  // namespace reference
