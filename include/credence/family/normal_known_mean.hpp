#pragma once
// Numbers of known mean, with an inverse gamma prior on their variance.
#include <cmath>
#include <credence/base/special.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/student_t.hpp>
#include <credence/detail/family/empirical_constants.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/moments.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/family/prior_rule.hpp>
#include <numbers>
#include <optional>
#include <string_view>

namespace credence {

/// Returns the posterior of the variance: half the count is added to the shape, half the squares to
/// the scale.
/// source  [gelman2013] sec. 2.6; docs/reference/families/normal_known_mean.md
[[nodiscard]] inline NormalVariancePrior posterior(const NormalVariancePrior& prior,
                                                   const Moments& seen) {
  return {.shape = prior.shape + 0.5 * seen.n,
          .scale = prior.scale + 0.5 * detail::squares_around(prior.mean, seen),
          .mean = prior.mean};
}

/// Returns the log density of the data.
/// out   nats; 0 when nothing was seen
/// cost  constant: one log-gamma ratio and two logarithms
[[nodiscard]] inline double log_evidence(const NormalVariancePrior& prior, const Moments& seen) {
  if (seen.n == 0) return 0;
  const double half = 0.5 * seen.n;
  const double added = 0.5 * detail::squares_around(prior.mean, seen);
  return log_gamma_ratio(prior.shape, half) -
         prior.shape * detail::log1p_ratio(added, prior.scale) -
         half * std::log(2 * std::numbers::pi * (prior.scale + added));
}

/// The family of columns of numbers whose mean is known, as that of differences from a target may
/// be; the variance is unknown.
///
///     Posterior<NormalKnownMean> error{NormalVariancePrior{.shape = 2, .scale = 1, .mean = 0}};
///     for (double x : {0.2, -0.1, 0.4}) error.observe(x);
///     error.predictive();    // Student's t around 0
struct NormalKnownMean {
  using Shipped = NormalKnownMean;
  using Likelihood = Normal;
  using Prior = NormalVariancePrior;
  using Predictive = StudentT;
  using Statistics = Moments;

  static constexpr std::string_view name = "normal_known_mean";
  static constexpr std::string_view parameter = "variance";  ///< that is learned
  static constexpr std::string_view needs = "finite numbers";
  PriorRule<NormalVariancePrior> prior = Automatic::unit;

  static constexpr bool accepts_all_finite = true;
  [[nodiscard]] static bool accepts(double x) { return std::isfinite(x); }
  /// Returns the mean of the column as the known one, its spread around it worth one observation
  /// (auto3: the same scale, shape 3/2); Error{undefined} without data, or for a constant column.
  [[nodiscard]] static NormalVariancePrior automatic(Automatic word, const Moments& pooled) {
    return around({pooled.mean}, pooled, word);
  }
  /// Spread of the column around the known mean, worth one observation; Error{undefined} without
  /// data, or where all values are that mean.
  [[nodiscard]] static NormalVariancePrior automatic(NormalVariancePrior::Known known,
                                                     const Moments& pooled) {
    return around(known, pooled, {});
  }
  /// Shape, scale and the known mean of largest evidence.
  [[nodiscard]] static EmpiricalPrior<NormalVariancePrior> empirical(
      std::span<const Moments> cells, const EmpiricalSearch<NormalVariancePrior>& search = {}) {
    return detail::empirical_known_mean(cells, search, name);
  }
  static constexpr std::array elicits = detail::mean_sd_n;
  /// `n` numbers of that standard deviation around the known mean.
  static void elicit(const Elicited& told, Partial<NormalVariancePrior>& prior) {
    const double half = 0.5 * told.n.value_or(1);
    if (told.sd)
      prior.give(&NormalVariancePrior::shape, half)
          .give(&NormalVariancePrior::scale, half * *told.sd * *told.sd);
    else
      prior.n = told.n.value_or(1);
  }

  /// Mean squared distance from the known mean; Error{undefined} without data or without distance.
  [[nodiscard]] static Normal maximum_likelihood(const NormalVariancePrior& prior,
                                                 const Moments& seen) {
    if (seen.n == 0) throw detail::nothing_seen(name);
    const double variance = detail::squares_around(prior.mean, seen) / seen.n;
    if (!(variance > 0))
      throw detail::no_estimate("maximum likelihood", name,
                                "all values seen are the known mean, so that the variance would "
                                "be 0; use maximum a posteriori or predictive");
    return likelihood(prior, variance);
  }
  /// Returns the mode of the variance: scale / (shape + 1). Always exists.
  [[nodiscard]] static Normal maximum_a_posteriori(const NormalVariancePrior& posterior) {
    return likelihood(posterior, mode(posterior));
  }
  /// Error{undefined} for a posterior shape of at most 1, where the variance has no mean.
  [[nodiscard]] static Normal posterior_mean(const NormalVariancePrior& posterior) {
    detail::check_posterior_mean(posterior.shape, name);
    return likelihood(posterior, mean(posterior));
  }
  [[nodiscard]] static StudentT predictive(const NormalVariancePrior& posterior) {
    return {.degrees = 2 * posterior.shape,
            .location = posterior.mean,
            .scale = std::sqrt(posterior.scale / posterior.shape)};
  }
  /// Of the log density while the variance has the posterior's distribution (term_moments.hpp). As
  /// there, the variance is written as a sum of terms that are not negative.
  [[nodiscard]] static TermMoments term_moments(const NormalVariancePrior& d, double x) {
    const double distance = x - d.mean;
    const double square = distance * (distance / d.scale);
    const double surprise = square - 1 / d.shape;
    const double spread = trigamma_excess(d.shape);
    return {.mean = 0.5 *
                    (digamma(d.shape) - std::log(d.scale) - square * d.shape - detail::log_two_pi),
            .variance = spread / 4 + d.shape / 4 * surprise * surprise};
  }

  [[nodiscard]] static double parameters(const Normal& d) { return d.variance; }
  [[nodiscard]] static Normal likelihood(const NormalVariancePrior& prior, double variance) {
    return {.mean = prior.mean, .variance = variance};
  }

 private:
  [[nodiscard]] static NormalVariancePrior around(NormalVariancePrior::Known known,
                                                  const Moments& pooled,
                                                  std::optional<Automatic> word) {
    const double squares = detail::squares_around(known.mean, pooled);
    if (pooled.n == 0) throw detail::unseen_column(word, name);
    if (!(squares > 0))
      throw detail::no_automatic_prior(
          "all values are the known mean" + detail::or_too_close(pooled), word, name,
          "values that differ from it");
    return {.shape = word == Automatic::steady ? 1.5 : 0.5,
            .scale = squares / (2 * pooled.n),
            .mean = known.mean};
  }
};

}  // namespace credence
