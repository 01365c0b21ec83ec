#pragma once
// Categories with a Dirichlet prior.
#include <credence/density/categorical.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/detail/base/place.hpp>
#include <credence/detail/family/category_counts.hpp>
#include <credence/detail/family/empirical_cells.hpp>
#include <credence/detail/family/exact_levels.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>
#include <vector>

namespace credence {

/// Weighted counts of each level. The list grows when a code lies beyond it and never shrinks.
struct CategoricalCounts {
  using value_type = Code;

  std::vector<double> counts;

  /// Adds a code; Error{shape} for a negative one.
  void observe(Code code, double weight = 1) {
    if (code < 0) [[unlikely]]
      detail::no_such_place("level", code, levels());
    if (weight == 0) return;
    detail::grow(counts, Index{code} + 1);
    counts[static_cast<std::size_t>(code)] += weight;
  }
  /// Error{domain} when more is forgotten than was seen.
  void forget(Code code, double weight = 1) {
    if (weight == 0) return;
    const auto level = static_cast<std::size_t>(code);
    const double seen = level < counts.size() ? counts[level] : 0;
    const double left = detail::taken_back(seen, weight, "counts");
    if (level < counts.size()) counts[level] = left;
  }
  void merge(const CategoricalCounts& other) { detail::add_entries(counts, other.counts); }
  /// Multiplies the weight of all that was seen by a factor in (0, 1].
  void discount(double factor) { detail::discount_entries(counts, factor); }
  [[nodiscard]] double count() const { return compensated_sum(counts); }

  [[nodiscard]] Index levels() const { return static_cast<Index>(counts.size()); }
  /// Adds levels without data at the end, up to n.
  void resize(Index n) { detail::grow(counts, n); }
  /// Level i becomes level to[i] of n.
  void rearrange(std::span<const Index> to, Index n) { counts = detail::rearranged(counts, to, n); }

  static constexpr auto members =
      Members{Member{"counts", &CategoricalCounts::counts, Domain::nonnegative}};
  friend bool operator==(const CategoricalCounts&, const CategoricalCounts&) = default;
};

/// The sums behind CategoricalCounts.
template <>
struct SumsOf<CategoricalCounts> {
  static constexpr std::size_t fixed = 0, each = 1;
  static void add(std::vector<ExactSum>& sums, Code level, double weight) {
    detail::sum_at(sums, static_cast<std::size_t>(level)).add(weight);
  }
  [[nodiscard]] static CategoricalCounts rounded(const std::vector<ExactSum>& sums) {
    return {.counts = detail::rounded_levels(sums, fixed)};
  }
};

/// Returns the posterior Dirichlet: weights plus counts; weights beyond the levels seen stay as
/// they are.
/// throws  Error{shape} when the prior has fewer weights than there are levels
/// source  [gelman2013] sec. 3.4; docs/reference/families/dirichlet_categorical.md
[[nodiscard]] inline Dirichlet posterior(const Dirichlet& prior, const CategoricalCounts& seen) {
  return detail::posterior_weights(prior, seen.counts);
}

/// Returns the log probability of the ordered sequence of levels.
/// out     nats; 0 when nothing was seen
/// throws  Error{shape} when the prior has fewer weights than there are levels
/// cost    one log-gamma ratio per level
[[nodiscard]] inline double log_evidence(const Dirichlet& prior, const CategoricalCounts& seen) {
  return detail::log_sequence(prior, seen.counts);
}

/// Returns the log probability of the ordered sequence at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const Categorical& d, const CategoricalCounts& seen) {
  return detail::log_likelihood_of_counts(d.probabilities, seen.counts);
}

/// The family of columns of categories.
///
///     Posterior<DirichletCategorical> colour{Dirichlet{{1, 1, 1}}};
///     colour.observe(2);
///     colour.predictive().probabilities;    // 1/4, 1/4, 1/2
struct DirichletCategorical {
  using Shipped = DirichletCategorical;
  using Likelihood = Categorical;
  using Prior = Dirichlet;
  using Predictive = Categorical;
  using Statistics = CategoricalCounts;

  static constexpr std::string_view name = "categorical";
  static constexpr std::string_view needs = "categories";
  PriorRule<Dirichlet> prior = Dirichlet::Symmetric{.each = 1};

  [[nodiscard]] static bool accepts(Code code) { return code >= 0; }
  /// Returns one sighting of each level.
  [[nodiscard]] static Dirichlet automatic(Automatic, const CategoricalCounts& pooled) {
    return expand(Dirichlet::Symmetric{.each = 1}, pooled.levels());
  }
  static constexpr std::array elicits{std::string_view("n")};
  /// `n` sightings in equal shares for all levels, however many there will be.
  static void elicit(const Elicited& told, Partial<Dirichlet>& prior) {
    prior.n = told.n.value_or(1);
  }
  /// Of largest evidence, a weight for each level of the cell that has most of them
  /// (family/empirical_prior.hpp).
  [[nodiscard]] static EmpiricalPrior<Dirichlet> empirical(
      std::span<const CategoricalCounts> cells, const EmpiricalSearch<Dirichlet>& search = {}) {
    return detail::empirical_dirichlet(cells, search, name);
  }
  /// Returns the same weight for each level: by evidence, or by leaving one out.
  [[nodiscard]] static EmpiricalPrior<Dirichlet::Symmetric> empirical_each(
      std::span<const CategoricalCounts> cells, Automatic word,
      const EmpiricalSearch<Dirichlet::Symmetric>& search = {}) {
    return detail::empirical_each(cells, word, search, name);
  }

  /// counts / count, over the levels of the statistics; Error{undefined} when nothing was seen.
  [[nodiscard]] static Categorical maximum_likelihood(const CategoricalCounts& seen) {
    return {.probabilities = detail::frequencies(seen.counts, name)};
  }
  /// Returns the mode of the posterior; Error{undefined} where it has none (density/dirichlet.hpp).
  [[nodiscard]] static Categorical maximum_a_posteriori(const Dirichlet& posterior) {
    return {.probabilities = mode(posterior)};
  }
  [[nodiscard]] static Categorical posterior_mean(const Dirichlet& posterior) {
    return {.probabilities = mean(posterior)};
  }
  /// Returns the posterior mean: one category has no spread beyond its probability.
  [[nodiscard]] static Categorical predictive(const Dirichlet& posterior) {
    return posterior_mean(posterior);
  }
  /// Of the log density while the parameters have the posterior's distribution (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const Dirichlet& posterior, Code code) {
    return detail::moments_of_place(posterior.weights, static_cast<std::size_t>(code));
  }
  /// Additive smoothing, which is the posterior mean.
  [[nodiscard]] static Categorical like_scikit_learn(const Dirichlet& posterior,
                                                     const CategoricalCounts&, double) {
    return posterior_mean(posterior);
  }

  [[nodiscard]] static std::vector<double> parameters(const Categorical& d) {
    return d.probabilities;
  }
  [[nodiscard]] static Categorical likelihood(const std::vector<double>& probabilities) {
    return {.probabilities = probabilities};
  }
};

}  // namespace credence
