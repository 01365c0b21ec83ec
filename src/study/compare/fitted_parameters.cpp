// Log likelihood of fitted parameters, how many there are, AIC and BIC.
#include "study/compare/fitted_parameters.hpp"

#include <credence/base/sum.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/learn/evidence.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/estimates.hpp>

#include <cmath>
#include <limits>

namespace credence {

void detail::no_log_likelihood(const std::string& feature, std::string_view family, bool shipped) {
  throw Error(
      ErrorCode::undefined,
      "column '" + feature + "' is of family '" + std::string(family) + "', which has no " +
          (shipped ? "log likelihood of counted parameters; choose another family"
                   : "function log_likelihood(likelihood, statistics); write one beside it"));
}

namespace {

std::optional<double> penalised(const FittedParameters& fit, double price) {
  if (fit.estimator != to_string(Estimator::maximum_likelihood) || !fit.log_likelihood)
    return std::nullopt;
  return price * fit.parameters - 2 * *fit.log_likelihood;
}

bool is_plug_in(Estimator estimator) {
  return estimator != Estimator::predictive && estimator != Estimator::scikit_learn;
}

// Adds the labels. Where the class prior fixes the probabilities, none of them is fitted.
void add_labels(const LabelColumn& label, std::span<const double> log_probabilities,
                detail::FitSums& sums) {
  using Kind = ClassPrior::Kind;
  double possible = 0;
  for (std::size_t klass = 0; klass < log_probabilities.size(); ++klass) {
    const double count = label.counts.counts[klass];
    if (count > 0) sums.log_likelihood.add(count * log_probabilities[klass]);
    if (log_probabilities[klass] > -std::numeric_limits<double>::infinity()) ++possible;
  }
  if (label.prior.kind != Kind::uniform && label.prior.kind != Kind::given)
    sums.parameters += possible - 1;
}

FittedParameters fit_of(const Posterior<Model>& posterior, Estimator estimator) {
  FittedParameters fit{.estimator = std::string(to_string(estimator)),
                       .rows = compensated_sum(posterior.label.counts.counts)};
  if (!posterior.contexts.empty()) {
    fit.undefined = "log likelihoods are of naive Bayes alone, and this model has the structure '" +
                    name_of(posterior.model.schema().structure) +
                    "'; its log evidence compares it with others";
    return fit;
  }
  fit.undefined = detail::why_undefined([&] {
    detail::check_not_discounted(posterior, "log likelihood");
    const Estimates found = estimate(posterior, estimator);
    if (!found.undefined.empty()) throw undefined_error(estimator, found.undefined);
    detail::FitSums sums;
    add_labels(posterior.label, found.log_class_probabilities, sums);
    for (std::size_t b = 0; b < found.tables.size(); ++b)
      studied(found.tables[b]->family())
          .add_fit(*posterior.blocks[b], *found.tables[b], found.log_class_probabilities, sums);
    fit.log_likelihood = sums.log_likelihood.value();
    fit.parameters = sums.parameters;
  });
  return fit;
}

}  // namespace

std::optional<double> detail::evidence_if_defined(const Posterior<Model>& posterior) {
  return if_defined([&] { return log_evidence(posterior); });
}

double detail::summed_coefficient(const Posterior<Model>& all, const BoundTable& bound,
                                  const LabelledRows& rows) {
  const std::vector<double> each = log_coefficients(all, bound, rows.rows);
  CompensatedSum sum;
  for (std::size_t i = 0; i < each.size(); ++i) sum.add(rows.weights[i] * each[i]);
  return sum.value();
}

void detail::add_fits(const Posterior<Model>& all, std::span<const Estimator> estimators,
                      std::optional<double> coefficient, Comparison& comparison) {
  comparison.log_coefficient = coefficient;
  if (!all.contexts.empty()) return;
  comparison.fits = fitted_parameters(all, estimators);
  comparison.log_evidence = evidence_if_defined(all);
  const double added = coefficient.value_or(0);
  if (comparison.log_evidence) *comparison.log_evidence += added;
  for (FittedParameters& fit : comparison.fits) {
    if (fit.log_likelihood) *fit.log_likelihood += added;
    const Result* training = find_result(comparison.results, fit.estimator, "training");
    if (training != nullptr && training->metrics)
      fit.conditional = -training->metrics->weight * training->metrics->log_loss;
  }
}

std::optional<double> aic(const FittedParameters& fit) { return penalised(fit, 2); }

std::optional<double> bic(const FittedParameters& fit) {
  return penalised(fit, std::log(fit.rows));
}

std::vector<FittedParameters> fitted_parameters(const Posterior<Model>& posterior,
                                                std::span<const Estimator> estimators) {
  std::vector<FittedParameters> fits;
  with_found_priors(posterior, [&](const Posterior<Model>& ready) {
    for (const Estimator estimator : estimators)
      if (is_plug_in(estimator)) fits.push_back(fit_of(ready, estimator));
  });
  return fits;
}

}  // namespace credence
