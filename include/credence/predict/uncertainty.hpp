#pragma once
// Uncertainty of predictions: intervals of log odds and probabilities from the posterior of the
// parameters.
#include <credence/base/interval.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/predict/estimates.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace credence {

/// The distribution of the probabilities of the classes before a row is seen.
struct ClassBeliefs {
  std::optional<Dirichlet> probabilities;       ///< none: they are fixed numbers
  std::vector<double> fixed_log_probabilities;  ///< nats; -inf for a class of probability 0

  friend bool operator==(const ClassBeliefs&, const ClassBeliefs&) = default;
};

/// Returns the moments of ln p(one class) - ln p(another).
/// in  not both of them fixed at probability 0
[[nodiscard]] TermMoments prior_log_odds(const ClassBeliefs& beliefs, Index klass, Index against);

/// Returns the log class probabilities: drawn, or those that are fixed.
[[nodiscard]] std::vector<double> draw(const ClassBeliefs& beliefs, Random& random);

namespace detail {
/// Returns the interval of so many standard deviations around the mean; the whole line where the
/// moments are beyond the range of double.
[[nodiscard]] Interval interval_around(const TermMoments& moments, double deviations);
}  // namespace detail

/// The distribution of every parameter given the data: of the class probabilities, and of each
/// cell. An estimator uses one point of each distribution, uncertainty all of it.
///
///     const auto believed = beliefs(posterior);
///     const auto intervals = log_odds_intervals(believed, bound, rows, classes, {.mass = 0.9});
///     probability_interval(intervals.front());    // predict/uncertainty.hpp
struct Beliefs {
  Model model{};
  std::vector<std::string> classes;
  ClassBeliefs class_beliefs{};
  Index most_frequent = 0;
  std::vector<Box<AnyBeliefs>> blocks;  ///< in the order of the posterior's
  FeatureWeights feature_weights{};     ///< of what is drawn: nothing is uncertain about them
};

/// Returns the posterior distributions of a posterior object.
/// throws  Error{undefined} naming the column whose automatic prior has no meaning for these data,
///         when class frequencies are asked for and no row was seen, and for a model with a
///         structure
/// cost    features x classes; no data is read
[[nodiscard]] Beliefs beliefs(const Posterior<Model>& posterior);

/// Returns one draw of every parameter, as tables that a classifier can be made of.
/// cost  one draw for each cell, of a Dirichlet cell one for each level
[[nodiscard]] Estimates draw(const Beliefs& beliefs, Random& random);

/// How to find an interval.
struct IntervalOptions {
  double mass = 0.9;       ///< that it holds; in (0, 1)
  Index draws = 0;         ///< 0: closed form where there is one, else `default_draws`
  std::uint64_t seed = 1;  ///< of the draws

  friend bool operator==(const IntervalOptions&, const IntervalOptions&) = default;
};

/// How many draws are taken where nothing is said and there is no closed form.
inline constexpr Index default_draws = 1000;

/// Returns the interval of a probability whose log odds lie in this one.
[[nodiscard]] Interval probability_interval(const Interval& log_odds);

/// Returns whether the log odds of rows have moments in closed form: there are two classes, and
/// every family has `term_moments` or `tied_log_odds`.
[[nodiscard]] bool has_closed_form(const Beliefs& beliefs);

namespace detail {
/// Returns the equal-tailed interval of draws, which change places; between two of them linear.
[[nodiscard]] Interval interval_of_draws(std::span<double> draws, double mass);
}  // namespace detail

/// For each row, the interval of the log odds of one class against all others, while the parameters
/// have the posterior's distribution. With two classes and no draws asked for it is a normal
/// approximation of the exact mean and variance; else equal-tailed quantiles of exact draws, which are
/// the same for every row, so that a row's interval does not depend on its neighbours.
///
///     const auto believed = beliefs(posterior);
///     const auto log_odds =
///         log_odds_intervals(believed, bound, {.count = bound.rows}, answers.label, {.mass = 0.9});
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
/// The same for listed rows of the table.
[[nodiscard]] inline std::vector<Interval> log_odds_intervals(const Beliefs& beliefs,
                                                              const BoundTable& bound,
                                                              std::span<const Index> rows,
                                                              std::span<const Index> classes,
                                                              IntervalOptions options = {}) {
  const RowSpan listed{.count = static_cast<Index>(rows.size()), .list = rows.data()};
  return log_odds_intervals(beliefs, bound, listed, classes, options);
}

}  // namespace credence
