#pragma once
// Binary data with a Beta prior.
#include <concepts>
#include <credence/base/members.hpp>
#include <credence/density/bernoulli.hpp>
#include <credence/density/beta.hpp>
#include <credence/detail/family/counting.hpp>
#include <credence/detail/family/empirical_cells.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/family/exact_statistics.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>

namespace credence {

/// Weighted counts of yes and no.
struct BernoulliCounts {
  using value_type = bool;

  double ones = 0;
  double zeros = 0;

  /// Adds a datum. Takes a bool alone: C++ would make true of 0.3 and of a text.
  void observe(std::same_as<bool> auto yes, double weight = 1) { (yes ? ones : zeros) += weight; }
  /// Takes a datum back. Throws Error{domain} when more is forgotten than was seen.
  void forget(std::same_as<bool> auto yes, double weight = 1) {
    double& seen = yes ? ones : zeros;
    seen = detail::taken_back(seen, weight, yes ? "ones" : "zeros");
  }
  void merge(const BernoulliCounts& other) {
    ones += other.ones;
    zeros += other.zeros;
  }
  /// Multiplies the weight of all that was seen by a factor in (0, 1].
  void discount(double factor) {
    ones = detail::discounted(ones, factor);
    zeros = detail::discounted(zeros, factor);
  }
  [[nodiscard]] double count() const { return ones + zeros; }

  static constexpr auto members =
      Members{Member{"ones", &BernoulliCounts::ones, Domain::nonnegative},
              Member{"zeros", &BernoulliCounts::zeros, Domain::nonnegative}};
  friend bool operator==(const BernoulliCounts&, const BernoulliCounts&) = default;
};

/// The sums behind BernoulliCounts.
template <>
struct SumsOf<BernoulliCounts> {
  static constexpr std::size_t fixed = 2, each = 0;
  static void add(std::vector<ExactSum>& sums, bool yes, double weight) {
    sums[yes ? 0 : 1].add(weight);
  }
  [[nodiscard]] static BernoulliCounts rounded(const std::vector<ExactSum>& sums) {
    return {.ones = sums[0].value(), .zeros = sums[1].value()};
  }
};

/// Returns the posterior Beta: pseudo-counts plus counts.
/// source  [gelman2013] sec. 2.4; docs/reference/families/beta_bernoulli.md
[[nodiscard]] inline Beta posterior(const Beta& prior, const BernoulliCounts& seen) {
  return {.ones = prior.ones + seen.ones, .zeros = prior.zeros + seen.zeros};
}

/// Returns the log probability of the ordered binary sequence.
/// out   nats; 0 when nothing was seen
/// cost  constant: four log-gamma ratios
[[nodiscard]] inline double log_evidence(const Beta& prior, const BernoulliCounts& seen) {
  return detail::log_sequence(prior, seen.ones, seen.zeros);
}

/// Returns the log probability of the ordered binary sequence at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const Bernoulli& d, const BernoulliCounts& seen) {
  return detail::weighed(seen.ones, log_density(d, true)) +
         detail::weighed(seen.zeros, log_density(d, false));
}

/// The family of binary columns. Use it for a column of 0 and 1, or of two levels.
///
///     Posterior<BetaBernoulli> smoker{Beta{.ones = 2, .zeros = 8}};
///     smoker.observe(true);
///     smoker.predictive().probability;    // 3 / 11
struct BetaBernoulli {
  using Shipped = BetaBernoulli;
  using Likelihood = Bernoulli;
  using Prior = Beta;
  using Predictive = Bernoulli;
  using Statistics = BernoulliCounts;

  static constexpr std::string_view name = "bernoulli";
  static constexpr std::string_view needs = "0 or 1, or one of two levels";
  PriorRule<Beta> prior = Beta{.ones = 1, .zeros = 1};

  [[nodiscard]] static bool accepts(bool) { return true; }
  /// Returns one yes and one no, whatever the data.
  [[nodiscard]] static Beta automatic(Automatic, const BernoulliCounts&) { return {}; }
  static constexpr std::array elicits{std::string_view("each"), std::string_view("mean"),
                                      std::string_view("n")};
  /// Returns the prior that `each` states: that pseudo-count for either answer.
  [[nodiscard]] static Beta of_each(double each) { return {.ones = each, .zeros = each}; }
  /// `n` answers, a share of `mean` of them yes: by default two, one of each.
  static void elicit(const Elicited& told, Partial<Beta>& prior) {
    if (!told.mean && !told.n) return;
    const double n = told.n.value_or(2);
    const double mean = told.mean ? detail::elicited_share(told) : 0.5;
    prior.give(&Beta::ones, n * mean).give(&Beta::zeros, n * (1 - mean));
  }
  /// Of largest evidence (family/empirical_prior.hpp).
  [[nodiscard]] static EmpiricalPrior<Beta> empirical(std::span<const BernoulliCounts> cells,
                                                      const EmpiricalSearch<Beta>& search = {}) {
    return detail::empirical_beta(cells, search, name, [](const BernoulliCounts& cell) {
      return std::array{cell.ones, cell.zeros};
    });
  }

  /// ones / count; Error{undefined} when nothing was seen.
  [[nodiscard]] static Bernoulli maximum_likelihood(const BernoulliCounts& seen) {
    if (seen.count() == 0) throw detail::nothing_seen(name);
    return of(detail::share(seen.ones, seen.zeros));
  }
  /// Returns the mode of the posterior; Error{undefined} where it has none (density/beta.hpp).
  [[nodiscard]] static Bernoulli maximum_a_posteriori(const Beta& posterior) {
    return of(detail::mode_share(posterior));
  }
  [[nodiscard]] static Bernoulli posterior_mean(const Beta& posterior) {
    return of(detail::share(posterior.ones, posterior.zeros));
  }
  /// Returns the posterior mean: one answer has no spread beyond its probability.
  [[nodiscard]] static Bernoulli predictive(const Beta& posterior) {
    return posterior_mean(posterior);
  }
  /// Of the log density while the parameters have the posterior's distribution (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const Beta& posterior, bool yes) {
    return detail::moments_of_share(yes ? posterior.ones : posterior.zeros,
                                    yes ? posterior.zeros : posterior.ones);
  }
  /// Additive smoothing, which is the posterior mean.
  [[nodiscard]] static Bernoulli like_scikit_learn(const Beta& posterior, const BernoulliCounts&,
                                                   double) {
    return posterior_mean(posterior);
  }

  [[nodiscard]] static double parameters(const Bernoulli& d) { return d.probability; }
  [[nodiscard]] static Bernoulli likelihood(double probability) {
    return {.probability = probability};
  }

 private:
  [[nodiscard]] static Bernoulli of(detail::Share share) {
    return {.probability = share.probability, .residue = share.residue};
  }
};

}  // namespace credence
