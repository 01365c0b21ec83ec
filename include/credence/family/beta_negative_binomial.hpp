#pragma once
// Failures before a known number of successes, with a Beta prior on the chance of success.
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/density/pascal.hpp>
#include <credence/detail/family/empirical_constants.hpp>
#include <credence/detail/family/exact_weights.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/detail/family/value_histogram.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>

namespace credence {

/// Returns the posterior Beta: every success is a one, every failure a zero.
/// source  docs/reference/families/beta_negative_binomial.md
[[nodiscard]] inline PascalPrior posterior(const PascalPrior& prior, const ValueHistogram& seen) {
  return {.ones = prior.ones + prior.successes * seen.n,
          .zeros = prior.zeros + total(seen),
          .successes = prior.successes};
}

/// Returns the log probability of the numbers of failures.
/// out   nats; 0 when nothing was seen
/// cost  four log-gamma ratios, and one for each different count
[[nodiscard]] inline double log_evidence(const PascalPrior& prior, const ValueHistogram& seen) {
  CompensatedSum orders;
  for (std::size_t i = 0; i < seen.values.size(); ++i)
    orders.add(seen.weights[i] * detail::log_arrangements(prior.successes, seen.values[i]));
  return orders.value() +
         detail::log_sequence(prior.distribution(), prior.successes * seen.n, total(seen));
}

/// Returns the log probability of the numbers of failures at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const Pascal& d, const ValueHistogram& seen) {
  return detail::log_likelihood_of_values(d, seen);
}

/// The family of columns that count failures before the last of a known number of successes. It
/// fits counts, too, that spread more than those of `poisson`. Its predictive is the Beta
/// negative binomial distribution, `CompoundNegativeBinomial`.
///
///     Posterior<BetaNegativeBinomial> misses{PascalPrior{.successes = 3}};
///     for (double failures : {4, 9, 2}) misses.observe(failures);
///     misses.posterior_mean().probability;    // 10 / 26
struct BetaNegativeBinomial {
  using Shipped = BetaNegativeBinomial;
  using Likelihood = Pascal;
  using Prior = PascalPrior;
  using Predictive = CompoundNegativeBinomial;
  using Statistics = ValueHistogram;

  static constexpr std::string_view name = "negative_binomial";
  static constexpr std::string_view parameter = "probability";  ///< that is learned
  static constexpr std::string_view needs = "counts (whole numbers of at least 0)";
  PriorRule<PascalPrior> prior = Automatic::unit;

  [[nodiscard]] static bool accepts(double x) { return detail::is_count(x); }
  /// Returns one success and one failure; the known successes such that the spread of the column is
  /// that of the family. Error{undefined} without data, or where they spread no more than Poisson
  /// counts.
  [[nodiscard]] static PascalPrior automatic(Automatic word, const ValueHistogram& pooled) {
    if (pooled.n == 0) throw detail::unseen_column(word, name);
    const double mean = total(pooled) / pooled.n;
    CompensatedSum squares;
    for (std::size_t i = 0; i < pooled.values.size(); ++i)
      squares.add(pooled.weights[i] * (pooled.values[i] - mean) * (pooled.values[i] - mean));
    const double excess = squares.value() / pooled.n - mean;
    if (!(excess > 1e-9 * mean))
      throw detail::no_estimate(
          "prior '" + std::string(to_string(word)) + "'", name,
          "the column spreads no more than Poisson counts, so that it tells no number of "
          "successes; give 'successes' or choose family 'poisson'");
    return {.ones = 1, .zeros = 1, .successes = mean * (mean / excess)};
  }
  /// Returns one success and one failure, whatever the data.
  [[nodiscard]] static PascalPrior automatic(PascalPrior::Known known, const ValueHistogram&) {
    return {.ones = 1, .zeros = 1, .successes = known.successes};
  }
  /// Ones, zeros and the known successes of largest evidence.
  [[nodiscard]] static EmpiricalPrior<PascalPrior> empirical(
      std::span<const ValueHistogram> cells, const EmpiricalSearch<PascalPrior>& search = {}) {
    return detail::empirical_successes(cells, search, name);
  }
  static constexpr std::array elicits = detail::mean_n;
  /// `n` counts of that mean, each with the known number of successes.
  /// throws  Error{schema} without that number, and for `n` without `mean`
  static void elicit(const Elicited& told, Partial<PascalPrior>& prior) {
    if (!told.mean && !told.n) return;
    if (!told.mean || !prior.has(&PascalPrior::successes))
      detail::lacks_constant(told, "successes", "mean=4,n=10,successes=3");
    const double n = told.n.value_or(1);
    prior.give(&PascalPrior::ones, n * prior.numbers.successes)
        .give(&PascalPrior::zeros, n * detail::elicited_mean(told, Domain::positive));
  }

  /// Returns the share of successes; Error{undefined} when nothing was seen.
  [[nodiscard]] static Pascal maximum_likelihood(const PascalPrior& prior,
                                                 const ValueHistogram& seen) {
    if (seen.n == 0) throw detail::nothing_seen(name);
    return of(prior, detail::share(prior.successes * seen.n, total(seen)));
  }
  /// Returns the mode of the probability of success; Error{undefined} where it has none
  /// (density/beta.hpp).
  [[nodiscard]] static Pascal maximum_a_posteriori(const PascalPrior& posterior) {
    return of(posterior, detail::mode_share(posterior.distribution()));
  }
  [[nodiscard]] static Pascal posterior_mean(const PascalPrior& posterior) {
    return of(posterior, detail::share(posterior.ones, posterior.zeros));
  }
  [[nodiscard]] static CompoundNegativeBinomial predictive(const PascalPrior& posterior) {
    return {.ones = posterior.ones, .zeros = posterior.zeros, .successes = posterior.successes};
  }
  /// Of the log density while the probability has the posterior's distribution (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const PascalPrior& d, double failures) {
    TermMoments moments = detail::moments_of_trials(d.distribution(), failures, d.successes);
    moments.mean += detail::log_arrangements(d.successes, failures);
    return moments;
  }

  [[nodiscard]] static double parameters(const Pascal& d) { return d.probability; }
  [[nodiscard]] static Pascal likelihood(const PascalPrior& prior, double probability) {
    return {.successes = prior.successes, .probability = probability};
  }

 private:
  [[nodiscard]] static Pascal of(const PascalPrior& known, detail::Share share) {
    return {
        .successes = known.successes, .probability = share.probability, .residue = share.residue};
  }
};

}  // namespace credence
