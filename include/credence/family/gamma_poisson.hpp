#pragma once
// Counts with a Gamma prior on their rate.
#include <cmath>
#include <credence/base/members.hpp>
#include <credence/base/special.hpp>
#include <credence/density/count.hpp>
#include <credence/density/gamma.hpp>
#include <credence/density/poisson.hpp>
#include <credence/detail/family/contradiction.hpp>
#include <credence/detail/family/counting.hpp>
#include <credence/detail/family/empirical_cells.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/family/exact_statistics.hpp>
#include <credence/family/prior_rule.hpp>
#include <string_view>

namespace credence {

/// Weighted number of counts, their total, and the total exposure. `log_base` is the part of the
/// log density that no rate changes: sum of w (x ln e - ln x!).
struct CountTotals {
  using value_type = Count;

  double n = 0;
  double total = 0;
  double exposure = 0;
  double log_base = 0;

  void observe(const Count& x, double weight = 1) {
    if (weight == 0) return;
    n += weight;
    total += weight * x.count;
    exposure += weight * x.exposure;
    log_base += weight * base(x);
  }
  /// Error{domain} when more is forgotten than was seen; then nothing is forgotten.
  void forget(const Count& x, double weight = 1) {
    if (weight == 0) return;
    CountTotals left;
    left.n = detail::taken_back(n, weight, "count");
    left.total = detail::counts_left(total, weight * x.count, "total");
    left.exposure = detail::total_left(exposure, weight * x.exposure, "exposure");
    left.log_base = left.total == 0 ? 0 : log_base - weight * base(x);
    *this = left.n == 0 ? CountTotals{} : left;
  }
  void merge(const CountTotals& other) {
    n += other.n;
    total += other.total;
    exposure += other.exposure;
    log_base += other.log_base;
  }
  /// Multiplies the weight of all that was seen by a factor in (0, 1].
  void discount(double factor) {
    const CountTotals before = *this;
    *this = {};
    n = detail::discounted(before.n, factor);
    if (n == 0) return;
    total = detail::discounted(before.total, factor);
    exposure = detail::discounted(before.exposure, factor);
    log_base = total == 0 ? 0 : before.log_base * factor;
  }
  [[nodiscard]] double count() const { return n; }
  /// Returns why no data could have left these numbers; empty where some could
  /// (detail/family/contradiction.hpp). No term x ln e - ln x! of `log_base` is above its exposure
  /// e, and those of no events are 0.
  [[nodiscard]] std::string contradiction() const {
    std::string why = detail::sums_of_nothing(
        {"count", n}, {{"total", total}, {"exposure", exposure}, {"log_base", log_base}});
    if (why.empty()) why = detail::sums_of_nothing({"total", total}, {{"log_base", log_base}});
    return why.empty() ? detail::above({"log_base", log_base}, {"exposure", exposure}) : why;
  }

  static constexpr auto members =
      Members{Member{"count", &CountTotals::n, Domain::nonnegative},
              Member{"total", &CountTotals::total, Domain::nonnegative},
              Member{"exposure", &CountTotals::exposure, Domain::nonnegative},
              Member{"log_base", &CountTotals::log_base, Domain::real}};
  friend bool operator==(const CountTotals&, const CountTotals&) = default;

 private:
  [[nodiscard]] static double base(const Count& x) {
    return x_log_y(x.count, x.exposure) - log_gamma(x.count + 1);
  }
};

/// The part of the log density that no rate changes is rounded for each datum, its sum is not.
template <>
struct SumsOf<CountTotals> {
  static constexpr std::size_t fixed = 4, each = 0;
  static void add(std::vector<ExactSum>& sums, const Count& x, double weight) {
    CountTotals one;
    one.observe(x);
    sums[0].add(weight);
    sums[1].add_product(weight, one.total);
    sums[2].add_product(weight, one.exposure);
    sums[3].add_product(weight, one.log_base);
  }
  [[nodiscard]] static CountTotals rounded(const std::vector<ExactSum>& sums) {
    return {.n = sums[0].value(),
            .total = sums[1].value(),
            .exposure = sums[2].value(),
            .log_base = sums[3].value()};
  }
};

/// Returns the posterior Gamma: events and exposure are added.
/// source  [gelman2013] sec. 2.6; docs/reference/families/gamma_poisson.md
[[nodiscard]] inline Gamma posterior(const Gamma& prior, const CountTotals& seen) {
  return {.shape = prior.shape + seen.total, .rate = prior.rate + seen.exposure};
}

/// Returns the log probability of the counts, given their exposures.
/// out   nats; 0 when nothing was seen
/// cost  constant: one log-gamma ratio and two logarithms
[[nodiscard]] inline double log_evidence(const Gamma& prior, const CountTotals& seen) {
  return seen.log_base + log_gamma_ratio(prior.shape, seen.total) -
         seen.total * std::log(prior.rate + seen.exposure) -
         prior.shape * detail::log1p_ratio(seen.exposure, prior.rate);
}

/// Returns the log probability of the counts, given their exposures, at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const Poisson& d, const CountTotals& seen) {
  return seen.log_base + x_log_y(seen.total, d.rate) - d.rate * seen.exposure;
}

/// The family of columns of counts.
///
///     Posterior<GammaPoisson> visits{Gamma{.shape = 2, .rate = 1}};
///     visits.observe(3);               // three in one year
///     visits.observe(Count{5, 2});     // five in two years
///     visits.posterior_mean().rate;    // 10 / 4 a year
struct GammaPoisson {
  using Shipped = GammaPoisson;
  using Likelihood = Poisson;
  using Prior = Gamma;
  using Predictive = NegativeBinomial;
  using Statistics = CountTotals;

  static constexpr std::string_view name = "poisson";
  static constexpr std::string_view needs = "counts (whole numbers of at least 0)";
  PriorRule<Gamma> prior = Automatic::unit;

  [[nodiscard]] static bool accepts(const Count& x) { return detail::is_count(x); }
  /// Returns the column's events per unit of exposure, worth one unit; Error{undefined} without any
  /// event.
  [[nodiscard]] static Gamma automatic(Automatic word, const CountTotals& pooled) {
    if (pooled.n == 0) throw detail::unseen_column(word, name);
    if (!(pooled.total > 0)) throw detail::constant_column(word, name, "a count above 0");
    return {.shape = pooled.total / pooled.exposure, .rate = 1};
  }
  static constexpr std::array elicits = detail::mean_n;
  /// `n` units of exposure with `mean` events each.
  static void elicit(const Elicited& told, Partial<Gamma>& prior) {
    const double n = told.n.value_or(1);
    if (told.mean)
      prior.give(&Gamma::shape, n * detail::elicited_mean(told, Domain::positive))
          .give(&Gamma::rate, n);
    else
      prior.n = n;
  }
  /// Of largest evidence (family/empirical_prior.hpp).
  [[nodiscard]] static EmpiricalPrior<Gamma> empirical(std::span<const CountTotals> cells,
                                                       const EmpiricalSearch<Gamma>& search = {}) {
    return detail::empirical_gamma(cells, search, name, [](const CountTotals& cell) {
      return detail::RateTotals{cell.total, cell.exposure};
    });
  }

  /// total / exposure, which may be 0; Error{undefined} without exposure.
  [[nodiscard]] static Poisson maximum_likelihood(const CountTotals& seen) {
    if (!(seen.exposure > 0)) throw detail::nothing_seen(name);
    return {.rate = seen.total / seen.exposure};
  }
  /// Returns the mode of the rate, 0 for a posterior shape of at most 1. Always exists.
  [[nodiscard]] static Poisson maximum_a_posteriori(const Gamma& posterior) {
    return {.rate = posterior.shape > 1 ? (posterior.shape - 1) / posterior.rate : 0};
  }
  [[nodiscard]] static Poisson posterior_mean(const Gamma& posterior) {
    return {.rate = mean(posterior)};
  }
  [[nodiscard]] static NegativeBinomial predictive(const Gamma& posterior) {
    return {.shape = posterior.shape, .rate = posterior.rate};
  }
  /// Of the log density while the parameters have the posterior's distribution (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const Gamma& posterior, const Count& x) {
    TermMoments moments = detail::moments_of_events(posterior, x.count, x.exposure);
    moments.mean += x_log_y(x.count, x.exposure) - log_gamma(x.count + 1);
    return moments;
  }

  [[nodiscard]] static double parameters(const Poisson& d) { return d.rate; }
  [[nodiscard]] static Poisson likelihood(double rate) { return {.rate = rate}; }
};

}  // namespace credence
