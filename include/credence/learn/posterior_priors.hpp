#pragma once
// The same data under other priors: the numbers that words stand for, stronger ones, other classes.
#include <credence/learn/model_posterior.hpp>

namespace credence {

/// Returns the same posterior with every automatic prior replaced by the numbers it stands for now,
/// so that more data no longer moves it. Laws that compare a posterior before and after data hold
/// for these. A prior of weights that was found takes no further levels.
/// throws  Error{undefined} naming the column where an automatic prior has no meaning for these
///         data
[[nodiscard]] Posterior<Model> freeze(Posterior<Model> posterior);

/// Returns a frozen posterior as if all its priors, that of the classes included, had been worth
/// `factor` times as many observations. Class probabilities that are given, uniform or frequencies
/// stay.
///
///     const auto frozen = freeze(posterior);
///     Classifier{with_prior_strength(frozen, 4), estimator};
///
/// in      frozen: what `freeze` returned, so that every prior is numbers
/// throws  Error{domain} for a factor that is not positive and finite, or where a number of a prior
///         leaves its range; Error{undefined} for a prior that is a word
/// cost    a copy of the statistics
[[nodiscard]] Posterior<Model> with_prior_strength(Posterior<Model> frozen, double factor);

/// Returns the posterior with another class prior; what was learned of the features stays. Every
/// log joint moves by the difference of the log class probabilities, exactly. Numbers (`uniform`,
/// `given`) replace what was learned of the classes; `learned` and `frequencies` use the rows that
/// were seen.
///
///     Classifier{with_class_prior(posterior, {.kind = ClassPrior::Kind::uniform}), estimator};
///
/// throws  Error{schema} when the prior names an unknown class, or lacks one; Error{shape}
///         when it has another number of weights; Error{domain} for pseudo-counts that are not
///         positive and finite
[[nodiscard]] Posterior<Model> with_class_prior(Posterior<Model> posterior, ClassPrior prior);

/// Returns whether a feature leaves its prior to the data of each class.
[[nodiscard]] bool has_empirical_prior(const Posterior<Model>& posterior);

namespace detail {
/// Returns the posterior with numbers in the place of empirical-Bayes priors that exist. The model
/// keeps its words: the blocks are for asking only.
[[nodiscard]] Posterior<Model> with_numbers(Posterior<Model> posterior);
}  // namespace detail

/// Calls `visit(posterior)` with a posterior that gives the same answers, whose empirical-Bayes
/// priors are found once and not for each of them.
/// cost  one search for each empirical-Bayes prior and a copy of the statistics; nothing without
///       one
template <class Visitor>
void with_found_priors(const Posterior<Model>& posterior, Visitor&& visit) {
  if (!has_empirical_prior(posterior)) {
    visit(posterior);
    return;
  }
  const Posterior<Model> found = detail::with_numbers(posterior);
  visit(found);
}

/// Returns notes on the empirical-Bayes priors of a posterior: limits that were reached, classes
/// that were left out; a sentence each.
/// cost  one search for each empirical-Bayes prior
[[nodiscard]] std::vector<std::string> notes_on_priors(const Posterior<Model>& posterior);

}  // namespace credence
