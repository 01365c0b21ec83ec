#pragma once
// Positive numbers whose logarithm has a Normal-inverse-gamma prior on its mean and variance.
#include <cmath>
#include <credence/density/log_normal.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/detail/family/empirical_cells.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/moments.hpp>
#include <credence/detail/family/normal_estimates.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/family/exact_statistics.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>

namespace credence {

/// The moments of the logarithms of positive numbers; `mean` times `n` is the sum of the
/// logarithms.
struct LogMoments : Moments {
  void observe(double x, double weight = 1) { Moments::observe(std::log(x), weight); }
  /// Error{domain} when more is forgotten than was seen.
  void forget(double x, double weight = 1) { Moments::forget(std::log(x), weight); }
  void merge(const LogMoments& other) { Moments::merge(other); }

  friend bool operator==(const LogMoments&, const LogMoments&) = default;
};

/// Of the logarithms as doubles: these are rounded, what is made of them is not.
template <>
struct SumsOf<LogMoments> {
  static constexpr std::size_t fixed = 3, each = 0;
  static void add(std::vector<ExactSum>& sums, double x, double weight) {
    detail::add_moments(sums, 0, std::log(x), weight);
  }
  [[nodiscard]] static LogMoments rounded(const std::vector<ExactSum>& sums) {
    LogMoments seen;
    static_cast<Moments&>(seen) = detail::rounded_moments(sums, 0);
    return seen;
  }
};

/// Returns the posterior of the mean and variance of the logarithms.
[[nodiscard]] inline NormalInverseGamma posterior(const NormalInverseGamma& prior,
                                                  const LogMoments& seen) {
  return detail::posterior_of_moments(prior, seen);
}

/// Returns the log density of the data themselves, so that it can be compared with that of other
/// families: the evidence of the logarithms minus their sum.
/// out     nats; 0 when nothing was seen
/// source  docs/reference/families/log_normal.md
[[nodiscard]] inline double log_evidence(const NormalInverseGamma& prior, const LogMoments& seen) {
  return detail::log_evidence_of_moments(prior, seen) - seen.n * seen.mean;
}

/// Returns the log density of the data themselves at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const LogNormal& d, const LogMoments& seen) {
  return detail::log_likelihood_of_moments(d.mean, d.variance, seen) - seen.n * seen.mean;
}

/// The family of columns of positive numbers that spread over orders of magnitude.
///
///     Posterior<NormalInverseGammaLogNormal> income{NormalInverseGamma{.mean = 10}};
///     income.observe(31000);
///     quantile(income.predictive(), 0.5);    // the median
struct NormalInverseGammaLogNormal {
  using Shipped = NormalInverseGammaLogNormal;
  using Likelihood = LogNormal;
  using Prior = NormalInverseGamma;
  using Predictive = LogStudentT;
  using Statistics = LogMoments;

  static constexpr std::string_view name = "lognormal";
  static constexpr std::string_view needs = "finite numbers above 0";
  PriorRule<NormalInverseGamma> prior = Automatic::unit;

  [[nodiscard]] static bool accepts(double x) { return x > 0 && std::isfinite(x); }
  /// Mean and spread of the logarithms, worth one observation; Error{undefined} for a constant
  /// column.
  [[nodiscard]] static NormalInverseGamma automatic(Automatic word, const LogMoments& pooled) {
    return detail::automatic_normal(word, pooled, name);
  }
  static constexpr std::array elicits = detail::mean_sd_n;
  /// `n` numbers whose logarithms have that mean and standard deviation.
  static void elicit(const Elicited& told, Partial<NormalInverseGamma>& prior) {
    detail::elicit_normal(told, prior);
  }
  /// Of largest evidence (family/empirical_prior.hpp).
  [[nodiscard]] static EmpiricalPrior<NormalInverseGamma> empirical(
      std::span<const LogMoments> cells, const EmpiricalSearch<NormalInverseGamma>& search = {}) {
    return detail::empirical_normal(cells, search, name);
  }

  /// Mean and variance (over n) of the logarithms; Error{undefined} without data or without spread.
  [[nodiscard]] static LogNormal maximum_likelihood(const LogMoments& seen) {
    return likelihood(detail::most_likely(seen, name));
  }
  /// Returns the mode in (mean, variance) of the logarithm. Always exists.
  [[nodiscard]] static LogNormal maximum_a_posteriori(const NormalInverseGamma& posterior) {
    return likelihood(mode(posterior));
  }
  /// Error{undefined} for a posterior shape of at most 1, where the variance has no mean.
  [[nodiscard]] static LogNormal posterior_mean(const NormalInverseGamma& posterior) {
    detail::check_posterior_mean(posterior.shape, name);
    return likelihood(mean(posterior));
  }
  [[nodiscard]] static LogStudentT predictive(const NormalInverseGamma& posterior) {
    const StudentT t = detail::next_number(posterior);
    return {.degrees = t.degrees, .location = t.location, .scale = t.scale};
  }
  /// Of the log density while the parameters have the posterior's distribution (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const NormalInverseGamma& posterior, double x) {
    TermMoments moments = detail::moments_of_normal(posterior, std::log(x));
    moments.mean -= std::log(x);
    return moments;
  }

  [[nodiscard]] static MeanVariance parameters(const LogNormal& d) { return {d.mean, d.variance}; }
  [[nodiscard]] static LogNormal likelihood(const MeanVariance& at) {
    return {at.mean, at.variance};
  }
};

}  // namespace credence
