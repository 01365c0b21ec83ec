#pragma once
// The distribution of every parameter of a model once the data are seen, and draws from it.
#include <credence/base/interval.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/predict/estimates.hpp>
#include <optional>

namespace credence {

/// The distribution of the probabilities of the classes before a row is seen.
struct ClassBeliefs {
  std::optional<Dirichlet> probabilities{};       ///< none: they are fixed numbers
  std::vector<double> fixed_log_probabilities{};  ///< nats; -inf for a class of probability 0
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
  std::vector<std::string> classes{};
  ClassBeliefs class_beliefs{};
  Index most_frequent = 0;
  std::vector<Box<AnyBeliefs>> blocks{};  ///< in the order of the posterior's
  FeatureWeights feature_weights{};       ///< of what is drawn: nothing is uncertain about them
};

/// Returns the posterior distributions of a posterior object.
/// throws  Error{undefined} naming the column whose automatic prior has no meaning for these data,
///         or when class frequencies are asked for and no row was seen
/// cost    features x classes; no data is read
[[nodiscard]] Beliefs beliefs(const Posterior<Model>& posterior);

/// Returns one draw of every parameter, as tables that a classifier can be made of.
/// cost  one draw for each cell, of a Dirichlet cell one for each level
[[nodiscard]] Estimates draw(const Beliefs& beliefs, Random& random);

}  // namespace credence
