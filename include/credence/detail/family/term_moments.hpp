#pragma once
// How uncertain one term of a log joint is: moments of ln f(x | parameters) under the posterior.
#include <cmath>
#include <concepts>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/data/tying.hpp>
#include <credence/density/beta.hpp>
#include <credence/density/count.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/density/gamma.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <numbers>
#include <vector>

namespace credence {

/// Mean and variance of a log density at one datum, while its parameters have the posterior's
/// distribution. Those of independent terms add.
struct TermMoments {
  double mean = 0;
  double variance = 0;  ///< never negative

  void add(const TermMoments& other) {
    mean += other.mean;
    variance += other.variance;
  }
  friend bool operator==(const TermMoments&, const TermMoments&) = default;
};

/// Returns the moments of a difference of two independent terms.
[[nodiscard]] inline TermMoments difference(const TermMoments& a, const TermMoments& b) {
  return {.mean = a.mean - b.mean, .variance = a.variance + b.variance};
}

/// A family that knows these moments in closed form. It is optional: for families without, credence
/// draws parameters.
/// expressions  F::term_moments(posterior, datum): of ln f(datum | parameters), nats
/// laws         family/term_moments.test.cpp
template <class F>
concept HasTermMoments = requires(const typename F::Prior& posterior,
                                  const typename F::Statistics::value_type& datum) {
  { F::term_moments(posterior, datum) } -> std::same_as<TermMoments>;
};

/// A family that makes of a posterior, once for all data, what its moments are found from.
/// expressions  F::moments_from(posterior), F::term_moments(what that returns, datum)
/// laws         the moments are those of the posterior: family/kernel.test.cpp
template <class F>
concept PreparesMoments = HasTermMoments<F> &&
    requires(const typename F::Prior& posterior, const typename F::Statistics::value_type& datum) {
  { F::term_moments(F::moments_from(posterior), datum) } -> std::same_as<TermMoments>;
};

/// A family whose classes may share parameters, and that knows the moments of ln f(datum | one
/// class) - ln f(datum | another) in closed form.
/// expressions  F::tied_log_odds(tying, posterior, against, datum): nats
/// laws         family/tied_moments.test.cpp
template <class F>
concept HasTiedMoments = requires(Tying tying, const typename F::Prior& posterior,
                                  const typename F::Statistics::value_type& datum) {
  { F::tied_log_odds(tying, posterior, posterior, datum) } -> std::same_as<TermMoments>;
};

namespace detail {
/// Of count * ln theta, where theta is the share of `own` out of own + rest.
[[nodiscard]] inline TermMoments moments_of_share(double own, double rest, double count = 1) {
  return {.mean = -count * digamma_rise(own, rest),
          .variance = count * count * trigamma_fall(own, rest)};
}

/// The same of one of several shares: the others are summed, for a difference from the total would
/// lose their digits beside a large one.
[[nodiscard]] inline TermMoments moments_of_place(const std::vector<double>& weights,
                                                  std::size_t place, double count = 1) {
  CompensatedSum rest;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (i != place) rest.add(weights[i]);
  return moments_of_share(weights[place], rest.value(), count);
}

/// Of failures * ln(1 - p) + successes * ln p. The variance successes^2 psi'(ones) + failures^2
/// psi'(zeros) - trials^2 psi'(total) is written with psi'(x) = 1/x + excess, whose first parts sum
/// to a square.
[[nodiscard]] inline TermMoments moments_of_trials(const Beta& d, double failures,
                                                   double successes = 1) {
  if (failures == 0) return moments_of_share(d.ones, d.zeros, successes);
  const double total = d.ones + d.zeros;
  const double trials = failures + successes;
  const double surprise = failures * (d.ones / total) - successes * (d.zeros / total);
  const double excess = successes * successes * trigamma_excess(d.ones) +
                        failures * failures * trigamma_excess(d.zeros) -
                        trials * trials * trigamma_excess(total);
  return {.mean = -(successes * digamma_rise(d.ones, d.zeros) +
                    failures * digamma_rise(d.zeros, d.ones)),
          .variance = surprise * surprise * (1 / d.ones + 1 / d.zeros) + std::max(0.0, excess)};
}

/// The variance of a sum of count * ln theta over the words of a document whose shares are nearly
/// those of the weights, written as above: psi'(x) = 1/x + excess, whose first parts sum to squares.
[[nodiscard]] inline double variance_of_alike(const Dirichlet& d, const WordCounts& document) {
  CompensatedSum others;
  for (const double weight : d.weights) others.add(weight);
  const double total = others.value();
  const double tokens = length(document);
  const double share = tokens / total;
  CompensatedSum variance;
  CompensatedSum excess;
  for (const WordCount& entry : document) {
    const double weight = d.weights[entry.word];
    const double surprise = entry.count / weight - share;
    others.add(-weight);
    variance.add(weight * surprise * surprise);
    excess.add(entry.count * entry.count * trigamma_excess(weight));
  }
  excess.add(-tokens * tokens * trigamma_excess(total));
  variance.add(std::max(0.0, others.value()) * share * share);
  return variance.value() + std::max(0.0, excess.value());
}

/// Of a sum of count * ln theta over the words of a document.
[[nodiscard]] inline TermMoments moments_of_words(const Dirichlet& d, const WordCounts& document) {
  CompensatedSum mean;
  CompensatedSum variance;
  for (const WordCount& entry : document) {
    mean.add(entry.count * digamma(d.weights[entry.word]));
    variance.add(entry.count * entry.count * trigamma(d.weights[entry.word]));
  }
  const double tokens = length(document);
  if (tokens == 0) return {};
  const double total = compensated_sum(d.weights);
  const double largest = variance.value();
  mean.add(-tokens * digamma(total));
  variance.add(-tokens * tokens * trigamma(total));
  if (variance.value() > largest / 1024)
    return {.mean = mean.value(), .variance = variance.value()};
  if (document.size() == 1) return moments_of_place(d.weights, document[0].word, tokens);
  return {.mean = mean.value(), .variance = variance_of_alike(d, document)};
}

/// Of count * ln rate - rate * exposure, without what does not depend on the rate. The variance
/// count^2 psi'(shape) - 2 count exposure / rate + shape exposure^2 / rate^2 is written as a sum of
/// two terms that are not negative.
[[nodiscard]] inline TermMoments moments_of_events(const Gamma& d, double count, double exposure) {
  const double surprise = exposure / d.rate - count / d.shape;
  const double spread = trigamma_excess(d.shape);
  return {.mean = count * (digamma(d.shape) - std::log(d.rate)) - exposure * (d.shape / d.rate),
          .variance = count * count * spread + d.shape * surprise * surprise};
}

/// Of a normal log density; the variance is a sum of terms that are not negative, as above.
[[nodiscard]] inline TermMoments moments_of_normal(const NormalInverseGamma& d, double x) {
  const double distance = x - d.mean;
  const double square = distance * (distance / d.scale);
  const double surprise = square - 1 / d.shape;
  const double spread = trigamma_excess(d.shape);
  return {.mean = (digamma(d.shape) - std::log(d.scale) - 1 / d.mean_weight - square * d.shape -
                   std::log(2 * std::numbers::pi)) /
                  2,
          .variance = d.shape / 4 * surprise * surprise + spread / 4 +
                      d.shape * square / d.mean_weight + 1 / (2 * d.mean_weight * d.mean_weight)};
}
}  // namespace detail

}  // namespace credence
