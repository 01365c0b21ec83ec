#pragma once
// Numbers with a Normal-inverse-gamma prior on their mean and variance.
#include <cmath>
#include <credence/density/normal.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/density/student_t.hpp>
#include <credence/detail/family/empirical_cells.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/moments.hpp>
#include <credence/detail/family/normal_estimates.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>

namespace credence {

/// Returns the posterior of mean and variance; the scale grows by centred squares only, so that it
/// keeps its digits at any mean.
/// source  [murphy2007] sec. 3; docs/reference/families/normal_inverse_gamma.md
[[nodiscard]] inline NormalInverseGamma posterior(const NormalInverseGamma& prior,
                                                  const Moments& seen) {
  return detail::posterior_of_moments(prior, seen);
}

/// Returns the log density of the data.
/// out   nats; 0 when nothing was seen
/// cost  constant: one log-gamma ratio and three logarithms
[[nodiscard]] inline double log_evidence(const NormalInverseGamma& prior, const Moments& seen) {
  return detail::log_evidence_of_moments(prior, seen);
}

/// The family of columns of numbers, mean and variance both unknown.
///
///     Posterior<NormalInverseGammaNormal> height{NormalInverseGamma{.mean = 170, .scale = 50}};
///     for (double x : {171.0, 168.5, 180.0}) height.observe(x);
///     height.predictive();    // Student's t of the next one
struct NormalInverseGammaNormal {
  using Shipped = NormalInverseGammaNormal;
  using Likelihood = Normal;
  using Prior = NormalInverseGamma;
  using Predictive = StudentT;
  using Statistics = Moments;

  static constexpr std::string_view name = "normal";
  static constexpr std::string_view needs = "finite numbers";
  PriorRule<NormalInverseGamma> prior = Automatic::unit;

  static constexpr bool accepts_all_finite = true;
  [[nodiscard]] static bool accepts(double x) { return std::isfinite(x); }
  /// Mean and spread of the column, worth one observation; Error{undefined} without data, or for a
  /// constant column.
  [[nodiscard]] static NormalInverseGamma automatic(Automatic word, const Moments& pooled) {
    return detail::automatic_normal(word, pooled, name);
  }
  static constexpr std::array elicits = detail::mean_sd_n;
  /// `n` numbers of that mean and standard deviation.
  static void elicit(const Elicited& told, Partial<NormalInverseGamma>& prior) {
    detail::elicit_normal(told, prior);
  }
  /// Of largest evidence (family/empirical_prior.hpp).
  [[nodiscard]] static EmpiricalPrior<NormalInverseGamma> empirical(
      std::span<const Moments> cells, const EmpiricalSearch<NormalInverseGamma>& search = {}) {
    return detail::empirical_normal(cells, search, name);
  }

  /// Mean and variance (over n) of the data; Error{undefined} without data or without spread.
  [[nodiscard]] static Normal maximum_likelihood(const Moments& seen) {
    return likelihood(detail::most_likely(seen, name));
  }
  /// Returns the mode in (mean, variance): variance = scale / (shape + 3/2). Always exists.
  [[nodiscard]] static Normal maximum_a_posteriori(const NormalInverseGamma& posterior) {
    return likelihood(mode(posterior));
  }
  /// Error{undefined} for a posterior shape of at most 1, where the variance has no mean.
  [[nodiscard]] static Normal posterior_mean(const NormalInverseGamma& posterior) {
    detail::check_posterior_mean(posterior.shape, name);
    return likelihood(mean(posterior));
  }
  [[nodiscard]] static StudentT predictive(const NormalInverseGamma& posterior) {
    return detail::next_number(posterior);
  }
  /// Of the log density while the parameters have the posterior's distribution (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const NormalInverseGamma& posterior, double x) {
    return detail::moments_of_normal(posterior, x);
  }
  /// Maximum likelihood with `variance_floor` added to the variance; Error{undefined} without data.
  [[nodiscard]] static Normal like_scikit_learn(const NormalInverseGamma&, const Moments& seen,
                                                double variance_floor) {
    if (seen.n == 0) throw detail::nothing_seen(name);
    return {.mean = seen.mean, .variance = seen.sum_of_squares / seen.n + variance_floor};
  }

  [[nodiscard]] static MeanVariance parameters(const Normal& d) { return {d.mean, d.variance}; }
  [[nodiscard]] static Normal likelihood(const MeanVariance& at) { return {at.mean, at.variance}; }
};

}  // namespace credence
