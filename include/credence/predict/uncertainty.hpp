#pragma once
// Uncertainty of predictions: intervals of log odds and probabilities from the posterior of the
// parameters.
#include <credence/base/interval.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/predict/beliefs.hpp>
#include <cstdint>
#include <span>
#include <vector>

namespace credence {

/// How to find an interval.
struct IntervalOptions {
  double mass = 0.9;       ///< that it holds; in (0, 1)
  Index draws = 0;         ///< 0: closed form where there is one, else `default_draws`
  std::uint64_t seed = 1;  ///< of the draws
};

/// How many draws are taken where nothing is said and there is no closed form.
inline constexpr Index default_draws = 1000;

/// Returns the interval of a probability whose log odds lie in this one.
[[nodiscard]] Interval probability_interval(const Interval& log_odds);

/// Returns whether the log odds of rows have moments in closed form: there are two classes, and
/// every family has `term_moments` or `tied_log_odds`.
[[nodiscard]] bool has_closed_form(const Beliefs& beliefs);

namespace detail {
/// Returns the equal-tailed interval of draws, which are put into order; between two of them
/// linear.
[[nodiscard]] Interval interval_of_draws(std::span<double> draws, double mass);
}  // namespace detail

/// For each row, the interval of the log odds of one class against all others, while the parameters
/// have the posterior's distribution. With two classes and no draws asked for it is a normal
/// approximation of the exact mean and variance; else equal-tailed quantiles of exact draws, which are
/// the same for every row, so that a row's interval does not depend on its neighbours.
///
///     const auto believed = beliefs(posterior);
///     const auto log_odds = log_odds_intervals(believed, bound, rows, answers.label, {.mass = 0.9});
///     probability_interval(log_odds[0]);
///
/// in      classes: one for each row asked for, a position among the classes
/// out     nats; may be infinite, never NaN; the same bits for any number of threads
/// throws  Error{domain} for a mass outside (0, 1); for cells as Classifier::predict does
/// cost    closed form: rows x features digamma functions; draws: that often the cost of drawing all
///         parameters and of scoring the rows
/// source  docs/explanation/uncertainty.md
[[nodiscard]] std::vector<Interval> log_odds_intervals(const Beliefs& beliefs,
                                                       const BoundTable& bound, RowSpan rows,
                                                       std::span<const Index> classes,
                                                       IntervalOptions options = {});

}  // namespace credence
