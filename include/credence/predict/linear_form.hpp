#pragma once
// The log odds of two classes as weights, values and a bias: where naive Bayes is logistic regression.
#include <credence/predict/estimates.hpp>
#include <span>
#include <string>
#include <vector>

namespace credence {

/// One value of a row and what it adds to the log odds: weight * (value - centre) + offset.
struct LinearTerm {
  std::string feature = {};  ///< of the schema
  std::string value = {};    ///< the column or word whose number is multiplied
  double weight = 0;
  double centre = 0;  ///< apart from the offset, so that a mean far from 0 costs no digits
  double offset = 0;

  friend bool operator==(const LinearTerm&, const LinearTerm&) = default;
};

/// The log odds of the second class of a classifier against the first, as a linear function of the
/// row: binary columns as 0 and 1, words as counts, numbers as they are.
///
///     const LinearForm form = linear_form(estimate(posterior, Estimator::maximum_a_posteriori));
///     sigmoid(log_odds(form, row));    // probability of form.positive
struct LinearForm {
  std::string negative = {};  ///< the first class
  std::string positive = {};  ///< the second
  double prior_log_odds = 0;  ///< of the classes before their features are seen
  std::vector<LinearTerm> terms = {};

  friend bool operator==(const LinearForm&, const LinearForm&) = default;
};

/// Returns the weight of each value, in the order of the terms.
[[nodiscard]] std::vector<double> weights(const LinearForm& form);
/// What is left when every value is 0.
[[nodiscard]] double bias(const LinearForm& form);
/// weights times values plus bias, in nats.
/// in      values: one for each term, finite; NaN for a missing cell, whose term is dropped
/// throws  Error{shape} for another number of values
[[nodiscard]] double log_odds(const LinearForm& form, std::span<const double> values);
/// 1 / (1 + exp(-x)): the probability of the positive class at these log odds; never NaN for a
/// number.
[[nodiscard]] double sigmoid(double log_odds);

namespace detail {
/// Throws Error{undefined} unless there are two classes with probabilities above 0.
void check_two_classes(const std::vector<std::string>& classes,
                       std::span<const double> log_probabilities);
}  // namespace detail

/// Returns the log odds of a two-class classifier whose features are binary columns, words under a
/// plug-in estimate, and blocks of numbers under a plug-in estimate whose classes share variances.
/// throws  Error{undefined} naming the feature that has no linear form, or the cells without an
///         estimate; or where there are not two classes
/// cost    number of terms
[[nodiscard]] LinearForm linear_form(const Estimates& estimates);

/// Returns the same from a posterior.
[[nodiscard]] LinearForm linear_form(const Posterior<Model>& posterior, Estimator estimator);

}  // namespace credence
