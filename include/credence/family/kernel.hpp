#pragma once
// Numbers around those that were seen, without a prior.
#include <array>
#include <cmath>
#include <credence/base/sum.hpp>
#include <credence/density/kernel.hpp>
#include <credence/detail/family/exact_weights.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/detail/family/value_histogram.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>
#include <utility>

namespace credence {

/// Returns the points with those that were seen.
/// throws  Error{shape} unless there is one weight for each value
[[nodiscard]] inline KernelPoints posterior(const KernelPoints& prior, const ValueHistogram& seen) {
  if (seen.n == 0) return prior;
  check(prior);
  ValueHistogram both{.n = 0, .values = prior.values, .weights = prior.weights};
  both.merge(seen);
  return {.bandwidth = prior.bandwidth,
          .values = std::move(both.values),
          .weights = std::move(both.weights)};
}

/// Returns 0 when nothing was seen.
/// throws  Error{undefined} otherwise: there is no prior, so that data have no evidence
[[nodiscard]] inline double log_evidence(const KernelPoints&, const ValueHistogram& seen) {
  if (seen.n == 0) return 0;
  throw Error(
      ErrorCode::undefined,
      "family 'kernel' has no prior, so that its data have no evidence; compare log loss in "
      "cross-validation, or use 'polya_tree'");
}

/// The family of columns of numbers of any shape that estimates their density by a normal density
/// around each of them. It has no prior: all estimators give the same density, and data have no
/// evidence (docs/decisions/0064_trees_and_kernel_densities.md).
///
///     Posterior<KernelNumbers> age{KernelPoints{.bandwidth = 2}};
///     for (double x : {17.0, 40.0, 52.0}) age.observe(x);
///     cdf(age.predictive(), 18);    // 0.23
struct KernelNumbers {
  using Shipped = KernelNumbers;
  using Likelihood = Kernel;
  using Prior = KernelPoints;
  using Predictive = Kernel;
  using Statistics = ValueHistogram;

  static constexpr std::string_view name = "kernel";
  static constexpr std::string_view needs = "finite numbers";
  /// There is no prior: laws that tie prior, data and posterior together do not hold.
  static constexpr bool without_prior = true;
  PriorRule<KernelPoints> prior = Automatic::unit;

  static constexpr bool accepts_all_finite = true;
  [[nodiscard]] static bool accepts(double x) { return std::isfinite(x); }
  /// The bandwidth of the rule, found from the numbers of each class when it is asked for.
  [[nodiscard]] static KernelPoints automatic(Automatic, const ValueHistogram&) { return {}; }
  static constexpr std::array<std::string_view, 0> elicits{};
  static void elicit(const Elicited&, Partial<KernelPoints>& prior) {
    if (!prior.has(&KernelPoints::bandwidth)) prior.give(&KernelPoints::bandwidth, 0);
    if (!prior.has(&KernelPoints::values)) prior.give(&KernelPoints::values, {});
    if (!prior.has(&KernelPoints::weights)) prior.give(&KernelPoints::weights, {});
  }

  /// Returns the density around the numbers that were seen.
  /// throws  Error{undefined} when nothing was seen, and where they do not differ and no bandwidth
  ///         is given
  [[nodiscard]] static Kernel maximum_likelihood(const KernelPoints& prior,
                                                 const ValueHistogram& seen) {
    return predictive(posterior({.bandwidth = prior.bandwidth}, seen));
  }
  [[nodiscard]] static Kernel maximum_a_posteriori(const KernelPoints& points) {
    return predictive(points);
  }
  [[nodiscard]] static Kernel posterior_mean(const KernelPoints& points) {
    return predictive(points);
  }
  [[nodiscard]] static Kernel predictive(const KernelPoints& points) {
    Kernel found = likelihood(points, mean(points));
    found.boxes = detail::boxes_of(found.values, found.weights, found.bandwidth);
    found.total = compensated_sum(found.weights);
    return found;
  }
  /// Nothing is uncertain of a density without a prior.
  [[nodiscard]] static TermMoments term_moments(const KernelPoints& points, double x) {
    return term_moments(predictive(points), x);
  }
  [[nodiscard]] static TermMoments term_moments(const Kernel& d, double x) {
    return {.mean = log_density(d, x)};
  }
  /// Returns the density, so that its bandwidth is found once and not for each datum.
  [[nodiscard]] static Kernel moments_from(const KernelPoints& points) {
    return predictive(points);
  }

  [[nodiscard]] static double parameters(const Kernel& d) { return d.bandwidth; }
  [[nodiscard]] static Kernel likelihood(const KernelPoints& points, double bandwidth) {
    return {.bandwidth = bandwidth, .values = points.values, .weights = points.weights};
  }
};

}  // namespace credence
