#pragma once
// What the log densities of data at given parameters add up to, from their statistics.
#include <cmath>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/density/normal.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/detail/family/moments.hpp>
#include <credence/detail/family/value_histogram.hpp>
#include <vector>

namespace credence::detail {

/// Returns what data of some weight add that have one log density; nothing without weight, even where
/// the density is 0.
[[nodiscard]] inline double weighed(double weight, double log_density) {
  return weight > 0 ? weight * log_density : 0;
}

/// Returns the log probability of a sequence in which each level occurs so often.
[[nodiscard]] inline double log_likelihood_of_counts(const std::vector<double>& probabilities,
                                                     const std::vector<double>& counts) {
  CompensatedSum sum;
  for (std::size_t k = 0; k < counts.size(); ++k)
    sum.add(x_log_y(counts[k], k < probabilities.size() ? probabilities[k] : 0));
  return sum.value();
}

/// Returns the sum of squared distances from a mean that is given.
[[nodiscard]] inline double squares_around(double mean, const Moments& seen) {
  const double step = seen.mean - mean;
  return seen.n > 0 ? seen.sum_of_squares + seen.n * step * step : 0;
}

/// Returns the log density of normal numbers.
[[nodiscard]] inline double log_likelihood_of_moments(double mean, double variance,
                                                      const Moments& seen) {
  if (seen.n == 0) return 0;
  return -0.5 *
         (seen.n * (log_two_pi + std::log(variance)) + squares_around(mean, seen) / variance);
}

/// Returns the log density of numbers, each of which is kept.
template <class D>
[[nodiscard]] double log_likelihood_of_values(const D& density, const ValueHistogram& seen) {
  CompensatedSum sum;
  for (std::size_t i = 0; i < seen.values.size(); ++i)
    sum.add(weighed(seen.weights[i], log_density(density, seen.values[i])));
  return sum.value();
}

}  // namespace credence::detail

namespace credence {

/// Returns the log density of the data at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const Normal& d, const Moments& seen) {
  return detail::log_likelihood_of_moments(d.mean, d.variance, seen);
}

}  // namespace credence
