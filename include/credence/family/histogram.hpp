#pragma once
// Numbers in bins, with a Dirichlet prior on the probabilities of the bins.
#include <cmath>
#include <credence/base/sum.hpp>
#include <credence/density/histogram.hpp>
#include <credence/detail/family/category_counts.hpp>
#include <credence/detail/family/cut_points.hpp>
#include <credence/detail/family/empirical_cells.hpp>
#include <credence/detail/family/exact_weights.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/detail/family/value_histogram.hpp>
#include <credence/family/empirical_prior.hpp>
#include <credence/family/prior_rule.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace credence {

namespace detail {
/// Returns the weight of the numbers in each bin.
[[nodiscard]] inline std::vector<double> bin_counts(const HistogramPrior& prior,
                                                    const ValueHistogram& seen) {
  check_edges(prior.weights.size(), prior.edges.size(), "the prior of family 'histogram'");
  std::vector<double> counts(prior.weights.size());
  std::size_t bin = 0;
  for (std::size_t i = 0; i < seen.values.size(); ++i) {
    while (bin + 1 < counts.size() && seen.values[i] > prior.edges[bin + 1]) ++bin;
    counts[bin] += seen.weights[i];
  }
  return counts;
}
}  // namespace detail

/// Returns the posterior Dirichlet: the weight of each bin plus that of the numbers in it.
/// throws  Error{shape} unless the prior has one edge more than weights
/// source  docs/reference/families/histogram.md
[[nodiscard]] inline HistogramPrior posterior(const HistogramPrior& prior,
                                              const ValueHistogram& seen) {
  HistogramPrior result = prior;
  detail::add_entries(result.weights, detail::bin_counts(prior, seen));
  return result;
}

/// Returns the log density of the numbers.
/// out     nats; 0 when nothing was seen
/// throws  Error{shape} unless the prior has one edge more than weights
/// cost    number of different numbers, and a log-gamma ratio for each bin
[[nodiscard]] inline double log_evidence(const HistogramPrior& prior, const ValueHistogram& seen) {
  if (seen.n == 0) return 0;
  const std::vector<double> counts = detail::bin_counts(prior, seen);
  CompensatedSum widths;
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0) widths.add(counts[k] * std::log(detail::width_of(prior.edges, k)));
  return detail::log_sequence(prior.distribution(), counts) - widths.value();
}

/// Returns the log density of the numbers at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const Histogram& d, const ValueHistogram& seen) {
  return detail::log_likelihood_of_values(d, seen);
}

/// The family of columns of numbers of any shape, taken to be even inside of bins. Statistics keep
/// the numbers, so that bins may be chosen late: by default those that tell the classes apart.
///
///     Posterior<DirichletHistogram> age{HistogramPrior{.weights = {1, 1}, .edges = {0, 18, 90}}};
///     for (double x : {17.0, 40.0, 52.0}) age.observe(x);
///     cdf(age.predictive(), 18);    // 2 / 5
struct DirichletHistogram {
  using Shipped = DirichletHistogram;
  using Likelihood = Histogram;
  using Prior = HistogramPrior;
  using Predictive = Histogram;
  using Statistics = ValueHistogram;

  static constexpr std::string_view name = "histogram";
  static constexpr std::string_view needs = "finite numbers";
  PriorRule<HistogramPrior> prior = Automatic::description_length;

  static constexpr bool accepts_all_finite = true;
  [[nodiscard]] static bool accepts(double x) { return std::isfinite(x); }
  /// Ten bins, each with as many of the data; Error{undefined} without data.
  [[nodiscard]] static HistogramPrior automatic(Automatic word, const ValueHistogram& pooled) {
    return of_equal_frequency(HistogramPrior::Known{}, pooled, word);
  }
  /// So many bins, each with as many of the data, or fewer where numbers repeat; Error{undefined}
  /// without data, Error{domain} for a number of bins that is not whole or above a million.
  [[nodiscard]] static HistogramPrior automatic(HistogramPrior::Known known,
                                                const ValueHistogram& pooled) {
    check_members(known, "the prior of family 'histogram'");
    return of_equal_frequency(known, pooled, {});
  }
  /// Bins between the cuts that tell the classes apart (detail/family/cut_points.hpp), for all
  /// classes alike, with a weight of 1 each; Error{undefined} without data.
  [[nodiscard]] static EmpiricalPrior<HistogramPrior> supervised(
      std::span<const ValueHistogram> cells);
  /// The bins of `auto`, for all classes alike, with the weights of largest evidence.
  [[nodiscard]] static EmpiricalPrior<HistogramPrior> empirical(
      std::span<const ValueHistogram> cells, const EmpiricalSearch<HistogramPrior>& search = {});
  static constexpr std::array<std::string_view, 0> elicits{};
  /// A weight of 1 for each bin between given edges.
  /// throws  Error{schema} for weights without edges
  static void elicit(const Elicited& told, Partial<HistogramPrior>& prior);

  /// Returns the share of each bin; Error{undefined} when nothing was seen.
  [[nodiscard]] static Histogram maximum_likelihood(const HistogramPrior& prior,
                                                    const ValueHistogram& seen) {
    if (seen.n == 0) throw detail::nothing_seen(name);
    return likelihood(prior, detail::frequencies(detail::bin_counts(prior, seen), name));
  }
  /// Returns the mode of the posterior; Error{undefined} where it has none (density/dirichlet.hpp).
  [[nodiscard]] static Histogram maximum_a_posteriori(const HistogramPrior& posterior) {
    return likelihood(posterior, mode(posterior.distribution()));
  }
  [[nodiscard]] static Histogram posterior_mean(const HistogramPrior& posterior) {
    return likelihood(posterior, mean(posterior));
  }
  /// Returns the posterior mean: one number has no spread beyond the probability of its bin.
  [[nodiscard]] static Histogram predictive(const HistogramPrior& posterior) {
    return posterior_mean(posterior);
  }
  /// Of the log density while the probabilities have the posterior's distribution
  /// (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const HistogramPrior& posterior, double x) {
    const std::size_t bin = detail::bin_of(posterior.edges, x);
    TermMoments moments = detail::moments_of_place(posterior.weights, bin);
    moments.mean -= std::log(detail::width_of(posterior.edges, bin));
    return moments;
  }

  [[nodiscard]] static std::vector<double> parameters(const Histogram& d) {
    return d.probabilities;
  }
  [[nodiscard]] static Histogram likelihood(const HistogramPrior& prior,
                                            const std::vector<double>& probabilities) {
    return {.probabilities = probabilities, .edges = prior.edges};
  }

 private:
  // in      word: the prior that was asked for; none where its bins were given
  [[nodiscard]] static HistogramPrior of_equal_frequency(HistogramPrior::Known known,
                                                         const ValueHistogram& pooled,
                                                         std::optional<Automatic> word);
  // From the smallest to the largest number; one around a number that is alone.
  [[nodiscard]] static HistogramPrior between(const std::vector<double>& cuts,
                                              const ValueHistogram& pooled,
                                              std::optional<Automatic> word);
};

}  // namespace credence
