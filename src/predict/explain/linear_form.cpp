// Weights of single values, and log odds from them.
#include <credence/predict/linear_form.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/detail/predict/linear_terms.hpp>

#include "learn/model/weights_by_name.hpp"
#include "learn/structure/naive_part.hpp"

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
    throw Error(ErrorCode::shape,
                "a linear form of " + detail::counted(form.terms.size(), "weight", "weights") +
                    " was given " + detail::counted(values.size(), "value", "values") +
                    "; give one for each weight, NaN where it is missing");
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

void detail::check_two_classes(const std::vector<std::string>& classes,
                               std::span<const double> log_probabilities) {
  if (classes.size() > 2)
    throw Error(ErrorCode::undefined,
                "a linear form is one of log odds of two classes; there are " +
                    std::to_string(classes.size()) +
                    "; ask for linear_forms, one for each class but the first");
  check_possible_classes(classes, log_probabilities);
}

void detail::check_possible_classes(const std::vector<std::string>& classes,
                                    std::span<const double> log_probabilities) {
  const bool possible = std::all_of(log_probabilities.begin(), log_probabilities.end(),
                                    [](double value) { return std::isfinite(value); });
  if (classes.size() >= 2 && possible) return;
  throw Error(ErrorCode::undefined,
              "a linear form is one of log odds and needs classes of positive probability, two at "
              "least; there are " +
                  std::to_string(classes.size()) + (possible ? "" : ", one of probability 0") +
                  "; use the classifier itself");
}

namespace {

// Throws Error{undefined} for estimates that no linear form can be made of.
void check_estimates(const Estimates& estimates) {
  if (!estimates.structure.empty())
    throw detail::only_for_naive(estimates.model, "linear forms are", detail::ask_without_them);
  if (!estimates.undefined.empty()) throw undefined_error(estimates.estimator, estimates.undefined);
}

// Throws Error{undefined} where a feature has no term, or an infinite one.
void check_terms(const Estimates& estimates, const LinearForm& form, std::size_t first) {
  for (auto term = form.terms.begin() + static_cast<std::ptrdiff_t>(first);
       term != form.terms.end(); ++term) {
    const ColumnSchema* column = estimates.model.schema().find(term->feature);
    if (column != nullptr && !column->exposure.empty())
      detail::no_linear_form(term->feature,
                             "its counts have exposures, which the log odds depend on too");
    if (!std::isfinite(term->weight) || !std::isfinite(term->offset))
      detail::no_linear_form(term->feature,
                             "'" + term->value +
                                 "' has a probability of 0 in a class, so that its weight is "
                                 "infinite; choose estimator 'posterior_mean'");
  }
}

// The log odds of one class against another, before there is a feature.
LinearForm bare_form(const Estimates& estimates, Index negative, Index positive) {
  const auto from = static_cast<std::size_t>(negative);
  const auto to = static_cast<std::size_t>(positive);
  return {.negative = estimates.classes[from],
          .positive = estimates.classes[to],
          .prior_log_odds =
              estimates.log_class_probabilities[to] - estimates.log_class_probabilities[from]};
}

// Adds the terms of a table.
void add_table(const Estimates& estimates, const AnyTable& table, Index negative, Index positive,
               LinearForm& form) {
  const std::size_t first = form.terms.size();
  scored(table.family()).add_linear_terms(form, table, negative, positive);
  check_terms(estimates, form, first);
  if (!estimates.feature_weights.any()) return;
  detail::WeightsByName weights(estimates.feature_weights);
  for (std::size_t i = first; i < form.terms.size(); ++i) {
    const double weight = weights.of(form.terms[i].feature);
    form.terms[i].weight *= weight;
    form.terms[i].offset *= weight;
  }
}

}  // namespace

LinearForm linear_form(const Estimates& estimates) {
  check_estimates(estimates);
  detail::check_two_classes(estimates.classes, estimates.log_class_probabilities);
  LinearForm form = bare_form(estimates, 0, 1);
  for (const Box<AnyTable>& table : estimates.tables) add_table(estimates, *table, 0, 1, form);
  return form;
}

LinearForms linear_forms(const Estimates& estimates) {
  check_estimates(estimates);
  detail::check_possible_classes(estimates.classes, estimates.log_class_probabilities);
  LinearForms all{.label = estimates.model.schema().label,
                  .estimator = std::string(to_string(estimates.estimator)),
                  .classes = estimates.classes};
  const Index classes = std::ssize(estimates.classes);
  for (Index klass = 1; klass < classes; ++klass)
    all.forms.push_back(bare_form(estimates, 0, klass));
  for (const Box<AnyTable>& table : estimates.tables)
    for (Index j = 0; j < table->size(); ++j) {
      const std::string why = detail::why_undefined([&] {
        const std::unique_ptr<AnyTable> feature = table->part(j);
        for (Index klass = 1; klass < classes; ++klass)
          add_table(estimates, *feature, 0, klass, all.forms[static_cast<std::size_t>(klass - 1)]);
      });
      if (!why.empty()) all.not_linear.push_back({table->feature(j).name, why});
    }
  if (!all.not_linear.empty()) all.forms.clear();
  return all;
}

LinearForm linear_form(const Posterior<Model>& posterior, Estimator estimator) {
  return linear_form(estimate(posterior, estimator));
}

namespace detail {

void no_linear_form(const std::string& feature, const std::string& why) {
  throw Error(ErrorCode::undefined, "column '" + feature + "' has no linear form: " + why);
}

namespace {
std::string level_name(const FeatureFacts& feature, std::size_t level) {
  return level < feature.levels.size() ? feature.levels[level] : "(unseen)";
}
}  // namespace

void add_terms(LinearForm& form, const FeatureFacts& feature, const Bernoulli& negative,
               const Bernoulli& positive) {
  const double no = log_density(positive, false) - log_density(negative, false);
  const double yes = log_density(positive, true) - log_density(negative, true);
  form.terms.push_back(
      {.feature = feature.name, .value = feature.name, .weight = yes - no, .offset = no});
}

void add_terms(LinearForm& form, const FeatureFacts& feature, const Categorical& negative,
               const Categorical& positive) {
  for (std::size_t level = 0; level < positive.probabilities.size(); ++level)
    form.terms.push_back({.feature = feature.name,
                          .value = level_name(feature, level),
                          .level = true,
                          .weight = std::log(positive.probabilities[level]) -
                                    std::log(negative.probabilities[level])});
}

void add_terms(LinearForm& form, const FeatureFacts& feature, const Poisson& negative,
               const Poisson& positive) {
  form.terms.push_back({.feature = feature.name,
                        .value = feature.name,
                        .weight = std::log(positive.rate) - std::log(negative.rate),
                        .offset = negative.rate - positive.rate});
}

void add_terms(LinearForm& form, const FeatureFacts& feature, const Exponential& negative,
               const Exponential& positive) {
  form.terms.push_back({.feature = feature.name,
                        .value = feature.name,
                        .weight = negative.rate - positive.rate,
                        .offset = std::log(positive.rate) - std::log(negative.rate)});
}

void add_terms(LinearForm& form, const FeatureFacts& feature, const Geometric& negative,
               const Geometric& positive) {
  form.terms.push_back({.feature = feature.name,
                        .value = feature.name,
                        .weight = log_complement(positive.probability, positive.residue) -
                                  log_complement(negative.probability, negative.residue),
                        .offset = std::log(positive.probability) - std::log(negative.probability)});
}

void add_terms(LinearForm& form, const FeatureFacts& feature, const Normal& negative,
               const Normal& positive) {
  if (negative.variance != positive.variance)
    no_linear_form(feature.name,
                   "its classes have variances of their own, which makes the log odds quadratic; "
                   "tie them by `classes`");
  const double step = positive.mean - negative.mean;
  form.terms.push_back({.feature = feature.name,
                        .value = feature.name,
                        .weight = step / positive.variance,
                        .centre = negative.mean + 0.5 * step});
}

void add_terms(LinearForm& form, const FeatureFacts& feature, const Multinomial& negative,
               const Multinomial& positive) {
  for (std::size_t word = 0; word < positive.probabilities.size(); ++word)
    form.terms.push_back({.feature = feature.name,
                          .value = level_name(feature, word),
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
