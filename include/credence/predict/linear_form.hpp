#pragma once
// The log odds of classes as weights, values and a bias: where naive Bayes is logistic regression.
#include <credence/predict/estimates.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace credence {

/// One value of a row and what it adds to the log odds: weight * (value - centre) + offset.
struct LinearTerm {
  std::string feature = {};  ///< of the schema
  std::string value = {};    ///< the column, word or level whose number is multiplied
  bool level = false;        ///< the number is 1 in rows of this level of the feature, else 0
  double weight = 0;
  double centre = 0;  ///< apart from the offset, so that a mean far from 0 costs no digits
  double offset = 0;

  friend bool operator==(const LinearTerm&, const LinearTerm&) = default;
};

/// The log odds of one class of a classifier against another, as a linear function of the row: binary
/// columns as 0 and 1, levels of categories as 1 for the level that is there and 0 for the others,
/// words as counts, numbers as they are.
///
///     const LinearForm form = linear_form(estimate(posterior, Estimator::maximum_a_posteriori));
///     sigmoid(log_odds(form, row));    // probability of form.positive
struct LinearForm {
  std::string negative = {};  ///< the class of reference
  std::string positive = {};  ///< the class whose odds they are
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
/// Throws Error{undefined} unless there are two classes, or two at least, with probabilities above 0.
void check_two_classes(const std::vector<std::string>& classes,
                       std::span<const double> log_probabilities);
void check_possible_classes(const std::vector<std::string>& classes,
                            std::span<const double> log_probabilities);
}  // namespace detail

/// Returns the log odds of a two-class classifier, of the second class against the first. A feature
/// has a linear form where its log density is linear in numbers of the row, up to what all classes
/// share: binary and categorical columns; words under a plug-in estimate; blocks of numbers under one
/// whose classes share variances; counts without exposure and waiting times (docs/explanation/
/// linear_form.md).
/// throws  Error{undefined} naming the feature that has no linear form, or the cells without an
///         estimate; or where there are not two classes
/// cost    number of terms
[[nodiscard]] LinearForm linear_form(const Estimates& estimates);

/// Returns the same from a posterior.
[[nodiscard]] LinearForm linear_form(const Posterior<Model>& posterior, Estimator estimator);

/// A feature without a linear form, and why.
struct NotLinear {
  std::string feature = {};
  std::string why = {};

  friend bool operator==(const NotLinear&, const NotLinear&) = default;
};

/// How the weights of a logistic regression were fitted.
struct LogisticFit {
  std::vector<double> class_counts;  ///< weight of the training rows of each class; empty: unknown
  double ridge = 0;                  ///< L2 penalty of weights in units of the spreads
  Index steps = 0;                   ///< of Newton
  double gradient = 0;               ///< its largest entry where they ended
  std::vector<double> spreads;       ///< terms: the standard deviation; 1 where it is not taken out

  friend bool operator==(const LogisticFit&, const LogisticFit&) = default;
};

/// The log odds of each class against the first: with weights w_c and bias b_c of class c, both 0 for
/// the first, the probability of a class is exp(w_c x + b_c) over the sum of these.
struct LinearForms {
  std::string label = {};
  std::string estimator = std::string(to_string(Estimator::posterior_mean));
  std::vector<std::string> classes;
  std::vector<LinearForm> forms;      ///< one a class but the first, of the same terms; none where
                                      ///< a feature has none
  std::vector<NotLinear> not_linear;  ///< features without a form, and why
  std::optional<LogisticFit> fit;     ///< of a logistic regression

  friend bool operator==(const LinearForms&, const LinearForms&) = default;
};

/// Returns the linear forms of all classes, or every feature that has none with the reason.
/// throws  Error{undefined} for cells without an estimate, fewer than two classes, a class of
///         probability 0, or a structure
/// cost    number of terms times classes
[[nodiscard]] LinearForms linear_forms(const Estimates& estimates);

}  // namespace credence
