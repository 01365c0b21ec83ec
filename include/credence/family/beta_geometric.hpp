#pragma once
// Failures before the first success, with a Beta prior on the chance of success.
#include <cmath>
#include <credence/base/members.hpp>
#include <credence/density/beta.hpp>
#include <credence/density/geometric.hpp>
#include <credence/detail/family/contradiction.hpp>
#include <credence/detail/family/counting.hpp>
#include <credence/detail/family/empirical_cells.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/family/exact_statistics.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>

namespace credence {

/// Weighted number of successes, one for each datum, and of the failures before them.
struct TrialTotals {
  using value_type = double;

  double successes = 0;
  double failures = 0;

  void observe(double x, double weight = 1) {
    successes += weight;
    failures += weight * x;
  }
  /// Error{domain} when more is forgotten than was seen; then nothing is forgotten.
  void forget(double x, double weight = 1) {
    const double successes_left = detail::taken_back(successes, weight, "successes");
    const double failures_left = detail::counts_left(failures, weight * x, "failures");
    successes = successes_left;
    failures = successes_left == 0 ? 0 : failures_left;
  }
  void merge(const TrialTotals& other) {
    successes += other.successes;
    failures += other.failures;
  }
  /// Multiplies the weight of all that was seen by a factor in (0, 1].
  void discount(double factor) {
    successes = detail::discounted(successes, factor);
    failures = successes == 0 ? 0 : detail::discounted(failures, factor);
  }
  [[nodiscard]] double count() const { return successes; }
  /// Returns why no data could have left these numbers; empty where some could
  /// (detail/family/contradiction.hpp).
  [[nodiscard]] std::string contradiction() const {
    return detail::sums_of_nothing({"successes", successes}, {{"failures", failures}});
  }

  static constexpr auto members =
      Members{Member{"successes", &TrialTotals::successes, Domain::nonnegative},
              Member{"failures", &TrialTotals::failures, Domain::nonnegative}};
  friend bool operator==(const TrialTotals&, const TrialTotals&) = default;
};

/// The sums behind TrialTotals.
template <>
struct SumsOf<TrialTotals> {
  static constexpr std::size_t fixed = 2, each = 0;
  static void add(std::vector<ExactSum>& sums, double x, double weight) {
    sums[0].add(weight);
    sums[1].add_product(weight, x);
  }
  [[nodiscard]] static TrialTotals rounded(const std::vector<ExactSum>& sums) {
    return {.successes = sums[0].value(), .failures = sums[1].value()};
  }
};

/// Returns the posterior Beta: every success is a one, every failure a zero.
/// source  docs/reference/families/beta_geometric.md
[[nodiscard]] inline Beta posterior(const Beta& prior, const TrialTotals& seen) {
  return {.ones = prior.ones + seen.successes, .zeros = prior.zeros + seen.failures};
}

/// Returns the log probability of the numbers of failures.
/// out   nats; 0 when nothing was seen
/// cost  constant: four log-gamma ratios
[[nodiscard]] inline double log_evidence(const Beta& prior, const TrialTotals& seen) {
  return detail::log_sequence(prior, seen.successes, seen.failures);
}

/// Returns the log probability of the numbers of failures at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const Geometric& d, const TrialTotals& seen) {
  return detail::weighed(seen.successes, std::log(d.probability)) +
         detail::weighed(seen.failures, detail::log_complement(d.probability, d.residue));
}

/// The family of columns that count failures before a success. Its predictive is the Beta-geometric
/// distribution, `CompoundGeometric`.
///
///     Posterior<BetaGeometric> tries{Beta{.ones = 1, .zeros = 1}};
///     for (double failures : {0, 3, 1}) tries.observe(failures);
///     tries.posterior_mean().probability;    // 4 / 9
struct BetaGeometric {
  using Shipped = BetaGeometric;
  using Likelihood = Geometric;
  using Prior = Beta;
  using Predictive = CompoundGeometric;
  using Statistics = TrialTotals;

  static constexpr std::string_view name = "geometric";
  static constexpr std::string_view needs = "counts (whole numbers of at least 0)";
  PriorRule<Beta> prior = Automatic::unit;

  [[nodiscard]] static bool accepts(double x) { return detail::is_count(x); }
  /// Returns one success and one failure, whatever the data.
  [[nodiscard]] static Beta automatic(Automatic, const TrialTotals&) { return {}; }
  static constexpr std::array elicits = detail::mean_n;
  /// `n` counts of that mean: a success ends each, failures come before it.
  static void elicit(const Elicited& told, Partial<Beta>& prior) {
    if (!told.mean && !told.n) return;
    const double n = told.n.value_or(1);
    const double mean = told.mean ? detail::elicited_mean(told, Domain::positive) : 1;
    prior.give(&Beta::ones, n).give(&Beta::zeros, n * mean);
  }
  /// Of largest evidence (family/empirical_prior.hpp).
  [[nodiscard]] static EmpiricalPrior<Beta> empirical(std::span<const TrialTotals> cells,
                                                      const EmpiricalSearch<Beta>& search = {}) {
    return detail::empirical_beta(cells, search, name, [](const TrialTotals& cell) {
      return std::array{cell.successes, cell.failures};
    });
  }

  /// successes / (successes + failures); Error{undefined} when nothing was seen.
  [[nodiscard]] static Geometric maximum_likelihood(const TrialTotals& seen) {
    if (seen.successes == 0) throw detail::nothing_seen(name);
    return of(detail::share(seen.successes, seen.failures));
  }
  /// Returns the mode of the probability of success; Error{undefined} where it has none
  /// (density/beta.hpp).
  [[nodiscard]] static Geometric maximum_a_posteriori(const Beta& posterior) {
    return of(detail::mode_share(posterior));
  }
  [[nodiscard]] static Geometric posterior_mean(const Beta& posterior) {
    return of(detail::share(posterior.ones, posterior.zeros));
  }
  [[nodiscard]] static CompoundGeometric predictive(const Beta& posterior) {
    return {.ones = posterior.ones, .zeros = posterior.zeros};
  }
  /// Of the log density while the parameters have the posterior's distribution (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const Beta& posterior, double failures) {
    return detail::moments_of_trials(posterior, failures);
  }

  [[nodiscard]] static double parameters(const Geometric& d) { return d.probability; }
  [[nodiscard]] static Geometric likelihood(double probability) {
    return {.probability = probability};
  }

 private:
  [[nodiscard]] static Geometric of(detail::Share share) {
    return {.probability = share.probability, .residue = share.residue};
  }
};

}  // namespace credence
