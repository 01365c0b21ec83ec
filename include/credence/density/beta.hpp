#pragma once
// The distribution of a probability.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/density/detail.hpp>

namespace credence {

/// A prior or posterior distribution of a probability, worth `ones` answers of yes and `zeros` of
/// no.
///
///     const Beta prior{.ones = 2, .zeros = 8};
///     mean(prior);                     // 0.2
///     credible_interval(prior, 0.9);   // where the probability lies
struct Beta {
  using value_type = double;

  double ones = 1;
  double zeros = 1;

  static constexpr auto members = Members{Member{"ones", &Beta::ones, Domain::positive},
                                          Member{"zeros", &Beta::zeros, Domain::positive}};
  friend bool operator==(const Beta&, const Beta&) = default;
};

/// Throws Error{domain} for pseudo-counts that sum to more than 1e300.
inline void check_together(const Beta& d, std::string_view what) {
  detail::check_pseudo_counts(d.ones + d.zeros, what);
}
/// Throws Error{domain} naming the pseudo-count that is not positive and finite, and as
/// check_together.
inline void check(const Beta& d) { check_members(d, "Beta"); }

/// Returns the log density in nats; -inf outside [0, 1]; +inf where the density diverges at an end.
[[nodiscard]] inline double log_density(const Beta& d, double probability) {
  check(d);
  if (!(probability >= 0 && probability <= 1)) return -detail::infinity;
  return x_log_y(d.ones - 1, probability) + x_log1p_y(d.zeros - 1, -probability) -
         log_beta(d.ones, d.zeros);
}

[[nodiscard]] inline double mean(const Beta& d) { return d.ones / (d.ones + d.zeros); }
[[nodiscard]] inline double variance(const Beta& d) {
  const double total = d.ones + d.zeros;
  return (d.ones / total) * (d.zeros / total) / (total + 1);
}
[[nodiscard]] inline double cdf(const Beta& d, double probability) {
  detail::check_cdf(d, probability);
  if (probability <= 0) return 0;
  if (probability >= 1) return 1;
  return beta_cdf(d.ones, d.zeros, probability);
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const Beta& d, double p) {
  check(d);
  return beta_quantile(d.ones, d.zeros, p);
}
[[nodiscard]] inline Interval support(const Beta&) { return {.lower = 0, .upper = 1}; }
[[nodiscard]] inline double draw(const Beta& d, Random& random) {
  check(d);
  return random.beta(d.ones, d.zeros);
}

namespace detail {
/// Returns the log probability of `n` equal answers in a row, whose pseudo-count is `own` against
/// `other`. The two ways to write it are equal; that with the smaller step has the smaller terms to
/// subtract.
[[nodiscard]] inline double log_run(double own, double other, double n) {
  // Of many, log gammas would share their first digits. Stirling's formula has them in these terms, none
  // much larger than their sum, and one term of its series in the last.
  if (own >= 1e7) {
    const double all = own + other;
    return (own - 0.5) * std::log1p(n / own * (other / (all + n))) -
           n * std::log1p(other / (own + n)) - other * std::log1p(n / all) -
           n / 12 * (1 / own / (own + n) - 1 / all / (all + n));
  }
  if (n <= other) return log_gamma_ratio(own, n) - log_gamma_ratio(own + other, n);
  return log_gamma_ratio(own, other) - log_gamma_ratio(own + n, other);
}

/// Returns the log probability of an ordered sequence of yes and no; order makes no difference, so
/// the longer run comes first, against the smaller pseudo-count.
[[nodiscard]] inline double log_sequence(const Beta& d, double ones, double zeros) {
  if (ones > zeros) return log_run(d.ones, d.zeros, ones) + log_run(d.zeros, d.ones + ones, zeros);
  return log_run(d.zeros, d.ones, zeros) + log_run(d.ones, d.zeros + zeros, ones);
}

[[nodiscard]] inline Error no_mode(const Beta& d, const std::string& why) {
  return Error(ErrorCode::undefined, "a Beta density with ones " + text(d.ones) + " and zeros " +
                                         text(d.zeros) + " " + why +
                                         "; raise its pseudo-counts above 1 or use another "
                                         "estimate");
}

/// Returns the mode as a share, so that the probability of no keeps its digits.
[[nodiscard]] inline Share mode_share(const Beta& d) {
  const double alpha = d.ones;
  const double beta = d.zeros;
  if (alpha > 1 && beta > 1) return share(alpha - 1, beta - 1);
  if (alpha == 1 && beta == 1) throw no_mode(d, "is flat and has no single mode");
  if (alpha < 1 && beta < 1) throw no_mode(d, "is unbounded at both ends and has no mode");
  return {alpha < beta ? 0.0 : 1.0, 0};
}
}  // namespace detail

/// Returns the value of highest density. Where a pseudo-count is at most 1 the mode sits at an end.
/// throws  Error{undefined} when the density is flat (both 1) or diverges at both ends (both below 1)
/// source  docs/reference/families/beta_bernoulli.md
[[nodiscard]] inline double mode(const Beta& d) { return detail::mode_share(d).probability; }

}  // namespace credence
