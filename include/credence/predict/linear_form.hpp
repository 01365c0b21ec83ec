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
/// row: yes/no columns as 0 and 1, words as counts, numbers as they are.
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

/// The weight of each value, in the order of the terms.
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
/// Throws Error{undefined}: the feature has no linear form.
[[noreturn]] void no_linear_form(const std::string& feature, const std::string& why);
/// Throws Error{undefined} where a probability of 0 makes a weight infinite.
void check_finite_weights(const LinearForm& form);

void add_terms(LinearForm& form, const Feature<BetaBernoulli>& feature, const Bernoulli& negative,
               const Bernoulli& positive);
void add_terms(LinearForm& form, const Feature<DirichletMultinomialFamily>& feature,
               const Multinomial& negative, const Multinomial& positive);
/// throws  Error{undefined} where the two differ in a variance
void add_terms(LinearForm& form, const Feature<TiedNormalFamily>& feature,
               const IndependentNormals& negative, const IndependentNormals& positive);

/// throws  Error{undefined}: where columns vary together a number that is missing changes the weights
///         of the others
[[noreturn]] void add_terms(LinearForm& form, const Feature<JointNormalFamily>& feature,
                            const MultivariateNormal& negative, const MultivariateNormal& positive);

/// The terms of one feature, whose densities under the two classes are given.
template <ConjugateFamily F, class D>
void add_feature(LinearForm& form, const Feature<F>& feature, const D& negative,
                 const D& positive) {
  if constexpr (requires { add_terms(form, feature, negative, positive); })
    add_terms(form, feature, negative, positive);
  else if constexpr (std::is_same_v<D, typename F::Likelihood>)
    no_linear_form(feature.name,
                   "family '" + std::string(word_of<F>()) + "' is not linear in its values");
  else
    no_linear_form(feature.name,
                   "the predictive of family '" + std::string(word_of<F>()) +
                       "' is no exponential of a linear function; choose a plug-in estimator");
}

}  // namespace detail

/// The log odds of a two-class classifier whose features are yes/no columns, words under a plug-in
/// estimate, and blocks of numbers under a plug-in estimate whose classes share variances.
/// throws  Error{undefined} naming the feature that has no linear form, or the cells without an
///         estimate; or where there are not two classes
/// cost    number of terms
template <class List>
[[nodiscard]] LinearForm linear_form(const Estimates<BasicModel<List>>& estimates) {
  if (!estimates.undefined.empty()) throw undefined_error(estimates.estimator, estimates.undefined);
  detail::check_two_classes(estimates.classes, estimates.log_class_probabilities);
  LinearForm form{.negative = estimates.classes[0], .positive = estimates.classes[1]};
  form.prior_log_odds = estimates.log_class_probabilities[1] - estimates.log_class_probabilities[0];
  for (const auto& any : estimates.tables)
    std::visit(
        [&]<class F>(const ScoreTable<F>& table) {
          table.visit([&](const auto& densities) {
            for (Index j = 0; j < table.size(); ++j)
              detail::add_feature(form, table.feature(j),
                                  densities[static_cast<std::size_t>(2 * j)],
                                  densities[static_cast<std::size_t>(2 * j + 1)]);
          });
        },
        any);
  detail::check_finite_weights(form);
  return form;
}

/// The same from a posterior.
template <class List>
[[nodiscard]] LinearForm linear_form(const Posterior<BasicModel<List>>& posterior,
                                     Estimator estimator) {
  return linear_form(estimate(posterior, estimator));
}

}  // namespace credence
