// Weights of single values, and log odds from them.
#include <credence/predict/linear_form.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/predict/linear_terms.hpp>

#include "learn/naive_part.hpp"

namespace credence {

std::vector<double> weights(const LinearForm& form) {
  std::vector<double> all;
  for (const LinearTerm& term : form.terms) all.push_back(term.weight);
  return all;
}

double bias(const LinearForm& form) {
  CompensatedSum sum;
  sum.add(form.prior_log_odds);
  for (const LinearTerm& term : form.terms) {
    sum.add(term.offset);
    sum.add(-term.weight * term.centre);
  }
  return sum.value();
}

double log_odds(const LinearForm& form, std::span<const double> values) {
  if (values.size() != form.terms.size())
    throw Error(ErrorCode::shape, "a linear form of " + std::to_string(form.terms.size()) +
                                      " weights was given " + std::to_string(values.size()) +
                                      " values; give one for each weight, NaN where it is missing");
  CompensatedSum sum;
  sum.add(form.prior_log_odds);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const LinearTerm& term = form.terms[i];
    if (std::isnan(values[i])) continue;
    sum.add(term.offset);
    sum.add(term.weight * (values[i] - term.centre));
  }
  return sum.value();
}

double sigmoid(double log_odds) {
  // exp of a number at most 0: of a large positive one it would be infinite.
  const double small = std::exp(-std::abs(log_odds));
  return (log_odds >= 0 ? 1 : small) / (1 + small);
}

namespace {

// Throws Error{undefined} where a probability of 0 makes a weight infinite.
void check_finite_weights(const LinearForm& form) {
  for (const LinearTerm& term : form.terms)
    if (!std::isfinite(term.weight) || !std::isfinite(term.offset))
      detail::no_linear_form(term.feature,
                             "'" + term.value +
                                 "' has a probability of 0 in a class, so that its weight is "
                                 "infinite; choose estimator 'posterior_mean'");
}

}  // namespace

void detail::check_two_classes(const std::vector<std::string>& classes,
                               std::span<const double> log_probabilities) {
  const bool possible = std::all_of(log_probabilities.begin(), log_probabilities.end(),
                                    [](double value) { return std::isfinite(value); });
  if (classes.size() == 2 && possible) return;
  throw Error(ErrorCode::undefined,
              "a linear form is one of log odds and needs two classes of positive probability; "
              "there are " +
                  std::to_string(classes.size()) + (possible ? "" : ", one of probability 0") +
                  "; use the classifier itself");
}

LinearForm linear_form(const Estimates& estimates) {
  if (!estimates.structure.empty())
    throw detail::only_for_naive(estimates.model, "linear forms are");
  if (!estimates.undefined.empty()) throw undefined_error(estimates.estimator, estimates.undefined);
  detail::check_two_classes(estimates.classes, estimates.log_class_probabilities);
  LinearForm form{.negative = estimates.classes[0], .positive = estimates.classes[1]};
  form.prior_log_odds = estimates.log_class_probabilities[1] - estimates.log_class_probabilities[0];
  for (const Box<AnyTable>& table : estimates.tables) {
    const auto first = static_cast<std::ptrdiff_t>(form.terms.size());
    scored(table->family()).add_linear_terms(form, *table);
    if (!estimates.feature_weights.any()) continue;
    for (auto term = form.terms.begin() + first; term != form.terms.end(); ++term) {
      const double weight = estimates.feature_weights.of(term->feature);
      term->weight *= weight;
      term->offset *= weight;
    }
  }
  check_finite_weights(form);
  return form;
}

LinearForm linear_form(const Posterior<Model>& posterior, Estimator estimator) {
  return linear_form(estimate(posterior, estimator));
}

namespace detail {

void no_linear_form(const std::string& feature, const std::string& why) {
  throw Error(ErrorCode::undefined, "column '" + feature + "' has no linear form: " + why);
}

void add_terms(LinearForm& form, const FeatureFacts& feature, const Bernoulli& negative,
               const Bernoulli& positive) {
  const double no = log_density(positive, false) - log_density(negative, false);
  const double yes = log_density(positive, true) - log_density(negative, true);
  form.terms.push_back(
      {.feature = feature.name, .value = feature.name, .weight = yes - no, .offset = no});
}

void add_terms(LinearForm& form, const FeatureFacts& feature, const Multinomial& negative,
               const Multinomial& positive) {
  for (std::size_t word = 0; word < positive.probabilities.size(); ++word)
    form.terms.push_back({.feature = feature.name,
                          .value = word < feature.levels.size() ? feature.levels[word] : "(unseen)",
                          .weight = std::log(positive.probabilities[word]) -
                                    std::log(negative.probabilities[word])});
}

void add_terms(LinearForm& form, const FeatureFacts& feature, const IndependentNormals& negative,
               const IndependentNormals& positive) {
  for (std::size_t j = 0; j < positive.means.size(); ++j) {
    if (!ties_classes(feature.tied))
      no_linear_form(feature.name,
                     "its classes have variances of their own, which makes the log odds quadratic; "
                     "tie them by `classes` or `all`");
    const double step = positive.means[j] - negative.means[j];
    form.terms.push_back({.feature = feature.name,
                          .value = feature.levels[j],
                          .weight = step / positive.variances[j],
                          .centre = negative.means[j] + 0.5 * step});
  }
}

void add_terms(LinearForm&, const FeatureFacts& feature, const MultivariateNormal&,
               const MultivariateNormal&) {
  no_linear_form(feature.name,
                 "its covariance is full, so that a missing number changes the weights of the "
                 "others; use the classifier itself");
}

}  // namespace detail
}  // namespace credence
