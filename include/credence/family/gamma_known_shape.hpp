#pragma once
// Numbers above 0 of a known shape, with a Gamma prior on their rate.
#include <cmath>
#include <credence/base/special.hpp>
#include <credence/density/gamma.hpp>
#include <credence/detail/family/empirical_constants.hpp>
#include <credence/detail/family/gamma_totals.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>

namespace credence {

/// Returns the posterior Gamma: the known shape for each number, and their total.
/// source  docs/reference/families/gamma_known_shape.md
[[nodiscard]] inline GammaRatePrior posterior(const GammaRatePrior& prior,
                                              const GammaTotals& seen) {
  return {.shape = prior.shape + prior.known_shape * seen.n,
          .rate = prior.rate + seen.total,
          .known_shape = prior.known_shape};
}

/// Returns the log density of the numbers.
/// out   nats; 0 when nothing was seen
/// cost  constant: one log-gamma ratio, one log gamma and two logarithms
[[nodiscard]] inline double log_evidence(const GammaRatePrior& prior, const GammaTotals& seen) {
  const double added = prior.known_shape * seen.n;
  return log_gamma_ratio(prior.shape, added) - added * std::log(prior.rate + seen.total) -
         prior.shape * detail::log1p_ratio(seen.total, prior.rate) +
         (prior.known_shape - 1) * seen.log_total - seen.n * log_gamma(prior.known_shape);
}

/// Returns the log density of the numbers at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const Gamma& d, const GammaTotals& seen) {
  return seen.n * (d.shape * std::log(d.rate) - log_gamma(d.shape)) +
         (d.shape - 1) * seen.log_total - d.rate * seen.total;
}

namespace detail {
/// Returns the shape under which ln(mean) - mean(ln) of Gamma numbers is `gap`: the root of
/// ln k - psi(k) = gap, by Newton's rule in 1 / k.
/// in      gap > 0 and finite
/// source  [minka2002]
[[nodiscard]] inline double shape_of_gap(double gap) {
  // 1 / 2k + 1 / 12k^2 is the whole of ln k - psi(k) for k of 5e5: the two would cancel.
  if (gap < 1e-6) return (1 + std::sqrt(1 + 4 * gap / 3)) / (4 * gap);
  const double root = std::hypot(gap - 3, std::sqrt(24.0) * std::sqrt(gap));
  // The same number twice, each where its terms do not cancel.
  double shape = gap > 3 ? 1 / (0.5 * root + 0.5 * (gap - 3)) : (3 - gap + root) / (12 * gap);
  for (int step = 0; step < 8; ++step) {
    const double fault = std::log(shape) - digamma(shape) - gap;
    const double slope = shape * (1 - shape * trigamma(shape));
    if (!(slope < 0)) return shape;  // the shape is so large that both sides are rounding
    const double next = 1 / (1 / shape + fault / slope);
    if (!(next > 0 && std::isfinite(next))) return shape;  // so small that its inverse overflows
    shape = next;
  }
  return shape;
}
}  // namespace detail

/// The family of columns of numbers above 0 whose relative spread is known: of Gamma times, sums of
/// `known_shape` waiting times of one rate each.
///
///     Posterior<GammaKnownShape> span{GammaRatePrior{.rate = 5, .known_shape = 3}};
///     for (double x : {4.5, 6.0}) span.observe(x);
///     mean(span.predictive());    // 7.75
struct GammaKnownShape {
  using Shipped = GammaKnownShape;
  using Likelihood = Gamma;
  using Prior = GammaRatePrior;
  using Predictive = CompoundGamma;
  using Statistics = GammaTotals;

  static constexpr std::string_view name = "gamma";
  static constexpr std::string_view parameter = "rate";  ///< that is learned
  static constexpr std::string_view needs = "finite numbers above 0";
  PriorRule<GammaRatePrior> prior = Automatic::unit;

  [[nodiscard]] static bool accepts(double x) { return x > 0 && std::isfinite(x); }
  /// Returns one number of the column's mean; the shape under which the column is most probable as
  /// the known one. Error{undefined} without data, or for a constant column.
  [[nodiscard]] static GammaRatePrior automatic(Automatic word, const GammaTotals& pooled) {
    if (pooled.n == 0) throw detail::unseen_column(word, name);
    const double gap = std::log(pooled.total / pooled.n) - pooled.log_total / pooled.n;
    if (!(gap > 1e-12)) throw detail::nearly_constant_column(word, name, "values that differ");
    if (!std::isfinite(gap))
      throw detail::no_automatic_prior("the column's mean is beyond the range of double", word,
                                       name, "one within it");
    return automatic(GammaRatePrior::Known{detail::shape_of_gap(gap)}, pooled);
  }
  /// Returns one number of the column's mean; Error{undefined} without data.
  [[nodiscard]] static GammaRatePrior automatic(GammaRatePrior::Known known,
                                                const GammaTotals& pooled) {
    if (pooled.n == 0) throw detail::unseen_column({}, name);
    return {.shape = known.known_shape,
            .rate = pooled.total / pooled.n,
            .known_shape = known.known_shape};
  }
  /// Shape, rate and the known shape of largest evidence.
  [[nodiscard]] static EmpiricalPrior<GammaRatePrior> empirical(
      std::span<const GammaTotals> cells, const EmpiricalSearch<GammaRatePrior>& search = {}) {
    return detail::empirical_known_shape(cells, search, name);
  }
  static constexpr std::array elicits = detail::mean_n;
  /// `n` numbers of that mean, each the sum of `known_shape` waiting times.
  /// throws  Error{schema} for a mean without that shape
  static void elicit(const Elicited& told, Partial<GammaRatePrior>& prior) {
    const double n = told.n.value_or(1);
    if (told.mean && !prior.has(&GammaRatePrior::known_shape))
      detail::lacks_constant(told, "known_shape", "mean=4,n=10,known_shape=2");
    if (told.mean)
      prior.give(&GammaRatePrior::shape, n * prior.numbers.known_shape)
          .give(&GammaRatePrior::rate, n * detail::elicited_mean(told, Domain::positive));
    else
      prior.n = n;
  }

  /// known_shape * count / total; Error{undefined} without data.
  [[nodiscard]] static Gamma maximum_likelihood(const GammaRatePrior& prior,
                                                const GammaTotals& seen) {
    if (!(seen.total > 0)) throw detail::nothing_seen(name);
    return likelihood(prior, prior.known_shape * seen.n / seen.total);
  }
  /// Returns the mode of the rate; Error{undefined} for a posterior shape of at most 1.
  [[nodiscard]] static Gamma maximum_a_posteriori(const GammaRatePrior& posterior) {
    if (!(posterior.shape > 1))
      throw detail::no_estimate("maximum a posteriori", name,
                                "the posterior shape is " + detail::text(posterior.shape) +
                                    " and must be above 1; observe data or use posterior mean");
    return likelihood(posterior, (posterior.shape - 1) / posterior.rate);
  }
  [[nodiscard]] static Gamma posterior_mean(const GammaRatePrior& posterior) {
    return likelihood(posterior, mean(posterior));
  }
  [[nodiscard]] static CompoundGamma predictive(const GammaRatePrior& posterior) {
    return {
        .known_shape = posterior.known_shape, .shape = posterior.shape, .scale = posterior.rate};
  }
  /// Of the log density while the rate has the posterior's distribution (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const GammaRatePrior& posterior, double x) {
    const double k = posterior.known_shape;
    TermMoments moments = detail::moments_of_events(posterior.distribution(), k, x);
    moments.mean += (k - 1) * std::log(x) - log_gamma(k);
    return moments;
  }

  [[nodiscard]] static double parameters(const Gamma& d) { return d.rate; }
  [[nodiscard]] static Gamma likelihood(const GammaRatePrior& prior, double rate) {
    return {.shape = prior.known_shape, .rate = rate};
  }
};

}  // namespace credence
