#pragma once
// Waiting times with a Gamma prior on their rate.
#include <cmath>
#include <credence/base/members.hpp>
#include <credence/base/special.hpp>
#include <credence/density/exponential.hpp>
#include <credence/density/gamma.hpp>
#include <credence/detail/family/contradiction.hpp>
#include <credence/detail/family/counting.hpp>
#include <credence/detail/family/empirical_cells.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/family/exact_statistics.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>

namespace credence {

/// Weighted number of waiting times, and their total.
struct WaitingTotals {
  using value_type = double;

  double n = 0;
  double total = 0;

  void observe(double x, double weight = 1) {
    n += weight;
    total += weight * x;
  }
  /// Error{domain} when more is forgotten than was seen; then nothing is forgotten.
  void forget(double x, double weight = 1) {
    const double count_left = detail::taken_back(n, weight, "count");
    const double total_left = detail::total_left(total, weight * x, "total");
    n = count_left;
    total = count_left == 0 ? 0 : total_left;
  }
  void merge(const WaitingTotals& other) {
    n += other.n;
    total += other.total;
  }
  /// Multiplies the weight of all that was seen by a factor in (0, 1].
  void discount(double factor) {
    n = detail::discounted(n, factor);
    total = n == 0 ? 0 : detail::discounted(total, factor);
  }
  [[nodiscard]] double count() const { return n; }
  /// Returns why no data could have left these numbers; empty where some could
  /// (detail/family/contradiction.hpp).
  [[nodiscard]] std::string contradiction() const {
    return detail::sums_of_nothing({"count", n}, {{"total", total}});
  }

  static constexpr auto members =
      Members{Member{"count", &WaitingTotals::n, Domain::nonnegative},
              Member{"total", &WaitingTotals::total, Domain::nonnegative}};
  friend bool operator==(const WaitingTotals&, const WaitingTotals&) = default;
};

/// The sums behind WaitingTotals.
template <>
struct SumsOf<WaitingTotals> {
  static constexpr std::size_t fixed = 2, each = 0;
  static void add(std::vector<ExactSum>& sums, double x, double weight) {
    sums[0].add(weight);
    sums[1].add_product(weight, x);
  }
  [[nodiscard]] static WaitingTotals rounded(const std::vector<ExactSum>& sums) {
    return {.n = sums[0].value(), .total = sums[1].value()};
  }
};

/// Returns the posterior Gamma: one event for each waiting time, and the time waited.
/// source  docs/reference/families/gamma_exponential.md
[[nodiscard]] inline Gamma posterior(const Gamma& prior, const WaitingTotals& seen) {
  return {.shape = prior.shape + seen.n, .rate = prior.rate + seen.total};
}

/// Returns the log density of the waiting times.
/// out   nats; 0 when nothing was seen
/// cost  constant: one log-gamma ratio and two logarithms
[[nodiscard]] inline double log_evidence(const Gamma& prior, const WaitingTotals& seen) {
  return log_gamma_ratio(prior.shape, seen.n) - seen.n * std::log(prior.rate + seen.total) -
         prior.shape * detail::log1p_ratio(seen.total, prior.rate);
}

/// Returns the log density of the waiting times at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const Exponential& d, const WaitingTotals& seen) {
  return seen.n * std::log(d.rate) - d.rate * seen.total;
}

/// The family of columns of waiting times: numbers of at least 0, most of them small.
///
///     Posterior<GammaExponential> wait{Gamma{.shape = 1, .rate = 5}};
///     wait.observe(3.5);
///     mean(wait.predictive());    // 8.5
struct GammaExponential {
  using Shipped = GammaExponential;
  using Likelihood = Exponential;
  using Prior = Gamma;
  using Predictive = Lomax;
  using Statistics = WaitingTotals;

  static constexpr std::string_view name = "exponential";
  static constexpr std::string_view needs = "finite numbers of at least 0";
  PriorRule<Gamma> prior = Automatic::unit;

  [[nodiscard]] static bool accepts(double x) { return x >= 0 && std::isfinite(x); }
  /// Returns one waiting time of the column's mean; Error{undefined} without data, or for a column
  /// of zeros.
  [[nodiscard]] static Gamma automatic(Automatic word, const WaitingTotals& pooled) {
    if (pooled.n == 0) throw detail::unseen_column(word, name);
    if (!(pooled.total > 0)) throw detail::constant_column(word, name, "a number above 0");
    return {.shape = 1, .rate = pooled.total / pooled.n};
  }
  static constexpr std::array elicits = detail::mean_n;
  /// `n` waiting times of that mean.
  static void elicit(const Elicited& told, Partial<Gamma>& prior) {
    const double n = told.n.value_or(1);
    if (told.mean)
      prior.give(&Gamma::shape, n)
          .give(&Gamma::rate, n * detail::elicited_mean(told, Domain::positive));
    else
      prior.n = n;
  }
  /// Of largest evidence (family/empirical_prior.hpp); cells of zeros alone are left out.
  [[nodiscard]] static EmpiricalPrior<Gamma> empirical(std::span<const WaitingTotals> cells,
                                                       const EmpiricalSearch<Gamma>& search = {}) {
    return detail::empirical_gamma(cells, search, name, [](const WaitingTotals& cell) {
      return detail::RateTotals{cell.n, cell.total};
    });
  }

  /// count / total; Error{undefined} without data, or when all of them are 0.
  [[nodiscard]] static Exponential maximum_likelihood(const WaitingTotals& seen) {
    if (seen.n == 0) throw detail::nothing_seen(name);
    if (!(seen.total > 0))
      throw detail::no_estimate("maximum likelihood", name,
                                "all values seen are 0, so that the rate would be infinite; use "
                                "posterior mean or predictive");
    return {.rate = seen.n / seen.total};
  }
  /// Returns the mode of the rate; Error{undefined} for a posterior shape of at most 1.
  [[nodiscard]] static Exponential maximum_a_posteriori(const Gamma& posterior) {
    if (!(posterior.shape > 1))
      throw detail::no_estimate("maximum a posteriori", name,
                                "the posterior shape is " + detail::text(posterior.shape) +
                                    " and must be above 1; observe data or use posterior mean");
    return {.rate = (posterior.shape - 1) / posterior.rate};
  }
  [[nodiscard]] static Exponential posterior_mean(const Gamma& posterior) {
    return {.rate = mean(posterior)};
  }
  [[nodiscard]] static Lomax predictive(const Gamma& posterior) {
    return {.shape = posterior.shape, .scale = posterior.rate};
  }
  /// Of the log density while the parameters have the posterior's distribution (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const Gamma& posterior, double x) {
    return detail::moments_of_events(posterior, 1, x);
  }

  [[nodiscard]] static double parameters(const Exponential& d) { return d.rate; }
  [[nodiscard]] static Exponential likelihood(double rate) { return {.rate = rate}; }
};

}  // namespace credence
