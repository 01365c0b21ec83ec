#pragma once
// The arithmetic of a Normal-inverse-gamma prior, shared by numbers, their logarithms and the columns
// of blocks.
#include <cmath>
#include <credence/base/special.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/density/student_t.hpp>
#include <credence/detail/family/moments.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>

namespace credence::detail {

/// What the data adds to the scale: half their squares, and half that of the distance of the means.
[[nodiscard]] inline double added_scale(const NormalInverseGamma& prior, const Moments& seen) {
  const double step = seen.mean - prior.mean;
  const double shrunk = prior.mean_weight * (seen.n / (prior.mean_weight + seen.n));
  return 0.5 * seen.sum_of_squares + 0.5 * shrunk * step * step;
}

/// source  docs/reference/families/normal_inverse_gamma.md
[[nodiscard]] inline NormalInverseGamma posterior_of_moments(const NormalInverseGamma& prior,
                                                             const Moments& seen) {
  if (seen.n == 0) return prior;
  const double weight = prior.mean_weight + seen.n;
  // The nearer mean leads: adding a small step keeps the digits of both.
  const double step = seen.mean - prior.mean;
  const double mean = seen.n > prior.mean_weight ? seen.mean - step * (prior.mean_weight / weight)
                                                 : prior.mean + step * (seen.n / weight);
  return {.mean = mean,
          .mean_weight = weight,
          .shape = prior.shape + 0.5 * seen.n,
          .scale = prior.scale + added_scale(prior, seen)};
}

/// Returns the log density of all data seen, of the numbers whose moments these are.
/// source  docs/reference/families/normal_inverse_gamma.md
[[nodiscard]] inline double log_evidence_of_moments(const NormalInverseGamma& prior,
                                                    const Moments& seen) {
  if (seen.n == 0) return 0;
  const double half = 0.5 * seen.n;
  const double added = added_scale(prior, seen);
  return log_gamma_ratio(prior.shape, half) - prior.shape * log1p_ratio(added, prior.scale) -
         half * (log_two_pi + std::log(prior.scale + added)) -
         0.5 * log1p_ratio(seen.n, prior.mean_weight);
}

/// Mean and variance of the data; Error{undefined} without data or without spread.
[[nodiscard]] inline MeanVariance most_likely(const Moments& seen, std::string_view family) {
  if (seen.n == 0) throw nothing_seen(family);
  const double variance = seen.sum_of_squares / seen.n;
  if (!has_spread(seen))
    throw no_estimate("maximum likelihood", family,
                      "all values seen are equal" + or_too_close(seen) +
                          ", so that the variance would be 0; observe different values, or use "
                          "maximum a posteriori or predictive");
  return {.mean = seen.mean, .variance = variance};
}

/// Centred on the column, its spread worth one observation: twice the shape is the number of them.
[[nodiscard]] inline NormalInverseGamma automatic_normal(Automatic word, const Moments& pooled,
                                                         std::string_view family) {
  const double scale = pooled.n > 0 ? pooled.sum_of_squares / (2 * pooled.n) : 0;
  if (pooled.n == 0) throw unseen_column(word, family);
  if (!has_spread(pooled))
    throw no_automatic_prior(constant_or_too_close(pooled), word, family, "values that differ");
  return {.mean = pooled.mean,
          .mean_weight = 1,
          .shape = word == Automatic::steady ? 1.5 : 0.5,
          .scale = scale};
}

/// `n` numbers of a mean and standard deviation: twice the shape is their number, as in `auto`.
inline void elicit_normal(const Elicited& told, Partial<NormalInverseGamma>& prior) {
  const double n = told.n.value_or(1);
  if (told.sd)
    prior.give(&NormalInverseGamma::mean_weight, n)
        .give(&NormalInverseGamma::shape, 0.5 * n)
        .give(&NormalInverseGamma::scale, 0.5 * n * *told.sd * *told.sd);
  else
    prior.n = n;
}

/// Student's t of the next number.
[[nodiscard]] inline StudentT next_number(const NormalInverseGamma& posterior) {
  const double spread = posterior.scale / posterior.shape;
  return {.degrees = 2 * posterior.shape,
          .location = posterior.mean,
          .scale = std::sqrt(spread * ((posterior.mean_weight + 1) / posterior.mean_weight))};
}

/// "column 3 of the block: why"
[[nodiscard]] inline Error of_column(Index j, const Error& error) {
  return Error(error.code(),
               "column " + std::to_string(j + 1) + " of the block: " + std::string(error.what()));
}

/// Calls `f(moments)` for each column of a block; an Error that it throws says which column.
template <class Seen, class F>
void for_each_column(const Seen& seen, Index columns, F&& f) {
  for (Index j = 0; j < columns; ++j) try {
      f(seen.column(j));
    } catch (const Error& error) {
      throw of_column(j, error);
    }
}

}  // namespace credence::detail
