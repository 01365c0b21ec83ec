#pragma once
// Numbers of known variance, with a normal prior on their mean.
#include <cmath>
#include <credence/density/normal.hpp>
#include <credence/detail/family/empirical_constants.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/moments.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/family/prior_rule.hpp>
#include <numbers>
#include <string_view>

namespace credence {

/// Returns the posterior of the mean: precisions are added, and the means are weighed by them.
/// source  [murphy2007] sec. 2; docs/reference/families/normal_known_variance.md
[[nodiscard]] inline NormalMeanPrior posterior(const NormalMeanPrior& prior, const Moments& seen) {
  if (seen.n == 0) return prior;
  const double of_data = seen.n * prior.mean_variance;
  const double whole = prior.variance + of_data;
  // The nearer mean leads: adding a small step keeps the digits of both.
  const double step = seen.mean - prior.mean;
  const double mean = of_data > prior.variance ? seen.mean - step * (prior.variance / whole)
                                               : prior.mean + step * (of_data / whole);
  // Where the prior has no digit left, it may be too small a part to be a double.
  const double left = prior.variance / whole;
  return {.mean = mean,
          .mean_variance = left > 1e-290 ? prior.mean_variance * left : prior.variance / seen.n,
          .variance = prior.variance};
}

/// Returns the log density of the data.
/// out   nats; 0 when nothing was seen
/// cost  constant: two logarithms
[[nodiscard]] inline double log_evidence(const NormalMeanPrior& prior, const Moments& seen) {
  if (seen.n == 0) return 0;
  const double of_data = seen.n * prior.mean_variance;
  const double of_mean = prior.variance / seen.n;
  const bool beyond = std::isinf(of_data);  // then both variances are taken by the row
  const double step = seen.mean - prior.mean;
  const double squares = seen.sum_of_squares / prior.variance +
                         (beyond ? step * (step / (of_mean + prior.mean_variance))
                                 : step * (seen.n * (step / (prior.variance + of_data))));
  const double spread = beyond ? detail::log1p_ratio(prior.mean_variance, of_mean)
                               : detail::log1p_ratio(of_data, prior.variance);
  return -0.5 * seen.n * std::log(2 * std::numbers::pi * prior.variance) - 0.5 * spread -
         0.5 * squares;
}

/// The family of columns of numbers whose variance is known, as that of an instrument may be; the
/// mean is unknown.
///
///     Posterior<NormalKnownVariance> weight{NormalMeanPrior{.mean = 50, .variance = 0.01}};
///     for (double x : {50.2, 49.9, 50.3}) weight.observe(x);
///     weight.interval(0.95);    // of the mean
struct NormalKnownVariance {
  using Shipped = NormalKnownVariance;
  using Likelihood = Normal;
  using Prior = NormalMeanPrior;
  using Predictive = Normal;
  using Statistics = Moments;

  static constexpr std::string_view name = "normal_known_variance";
  static constexpr std::string_view needs = "finite numbers";
  PriorRule<NormalMeanPrior> prior = Automatic::unit;

  static constexpr bool accepts_all_finite = true;
  [[nodiscard]] static bool accepts(double x) { return std::isfinite(x); }
  /// Mean of the column, worth one observation, and its variance as the known one; Error{undefined}
  /// without data, or for a constant column.
  [[nodiscard]] static NormalMeanPrior automatic(Automatic word, const Moments& pooled) {
    if (pooled.n == 0) throw detail::unseen_column(word, name);
    if (!detail::has_spread(pooled))
      throw detail::no_automatic_prior(detail::constant_or_too_close(pooled), word, name,
                                       "values that differ");
    return automatic(NormalMeanPrior::Known{pooled.variance()}, pooled);
  }
  /// Mean of the column, worth one observation; Error{undefined} without data.
  [[nodiscard]] static NormalMeanPrior automatic(NormalMeanPrior::Known known,
                                                 const Moments& pooled) {
    if (pooled.n == 0) throw detail::unseen_column({}, name);
    return {.mean = pooled.mean, .mean_variance = known.variance, .variance = known.variance};
  }
  /// Mean, its variance and the known variance of largest evidence.
  [[nodiscard]] static EmpiricalPrior<NormalMeanPrior> empirical(
      std::span<const Moments> cells, const EmpiricalSearch<NormalMeanPrior>& search = {}) {
    return detail::empirical_known_variance(cells, search, name);
  }
  static constexpr std::array elicits = detail::mean_sd_n;
  /// `n` numbers of that mean; the square of `sd` is the known variance.
  static void elicit(const Elicited& told, Partial<NormalMeanPrior>& prior) {
    const double n = told.n.value_or(1);
    if (told.sd && prior.has(&NormalMeanPrior::variance))
      detail::given_twice(told, "sd", "variance");
    if (told.sd) prior.give(&NormalMeanPrior::variance, *told.sd * *told.sd);
    const bool stated = told.sd || (told.n && prior.has(&NormalMeanPrior::variance));
    if (stated)
      prior.give(&NormalMeanPrior::mean_variance, prior.numbers.variance / n);
    else
      prior.n = n;
  }

  /// Returns the mean of the data; Error{undefined} without data.
  [[nodiscard]] static Normal maximum_likelihood(const NormalMeanPrior& prior,
                                                 const Moments& seen) {
    if (seen.n == 0) throw detail::nothing_seen(name);
    return likelihood(prior, seen.mean);
  }
  /// Mode and mean of the posterior are one. Always exist.
  [[nodiscard]] static Normal maximum_a_posteriori(const NormalMeanPrior& posterior) {
    return likelihood(posterior, posterior.mean);
  }
  [[nodiscard]] static Normal posterior_mean(const NormalMeanPrior& posterior) {
    return likelihood(posterior, posterior.mean);
  }
  [[nodiscard]] static Normal predictive(const NormalMeanPrior& posterior) {
    return {.mean = posterior.mean, .variance = posterior.variance + posterior.mean_variance};
  }
  /// Of the log density while the mean has the posterior's distribution (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const NormalMeanPrior& posterior, double x) {
    const double share = posterior.mean_variance / posterior.variance;
    const double distance = x - posterior.mean;
    const double square = distance * (distance / posterior.variance);
    return {.mean = -0.5 * (detail::log_two_pi + std::log(posterior.variance) + square + share),
            .variance = share * (0.5 * share + square)};
  }

  [[nodiscard]] static double parameters(const Normal& d) { return d.mean; }
  [[nodiscard]] static Normal likelihood(const NormalMeanPrior& prior, double mean) {
    return {.mean = mean, .variance = prior.variance};
  }
};

}  // namespace credence
