#pragma once
// Leave-one-out the slow way: a fit of all other rows for each row.
#include <credence/detail/learn/block.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/leave_one_out.hpp>

#include <set>

#include "support/close.hpp"
#include "support/models.hpp"

namespace credence::testing {

/// What one estimator says of one row after a fit of the others; or which cells are undefined.
struct RefittedRow {
  Predictions predictions;
  std::set<std::pair<std::string, std::string>> undefined;
};

/// The estimates of a posterior with scikit-learn's variance floor of another one.
inline Estimates estimates_with_floor(const ModelPosterior& posterior, Estimator estimator,
                                      double floor) {
  Estimates estimates = estimate(posterior, estimator);
  if (estimator != Estimator::scikit_learn || estimates.log_class_probabilities.empty())
    return estimates;
  estimates.undefined.clear();
  estimates.tables.clear();
  const EstimateContext context{.estimator = estimator,
                                .classes = estimates.classes,
                                .log_class_probabilities = estimates.log_class_probabilities,
                                .variance_floor = floor};
  for (const auto& block : posterior.blocks)
    estimates.tables.emplace_back(
        scored(block->family()).table(*block, context, estimates.undefined));
  return estimates;
}

/// The rows with a class and a positive weight.
inline std::vector<Index> rows_that_count(const ModelPosterior& posterior,
                                          const BoundTable& bound) {
  const auto labels = label_positions(bound.label, bound.rows, posterior.label.classes);
  std::vector<Index> rows;
  for (Index row = 0; row < bound.rows; ++row)
    if (detail::TrainingRows{.rows = {}, .labels = labels, .weights = bound.weights}.counts(row))
      rows.push_back(row);
  return rows;
}

/// Classes, levels and priors in numbers are those of all rows; the rest is learned anew.
/// in  all: frozen, so that its automatic priors no longer move
inline RefittedRow refitted_without(const ModelPosterior& all, const BoundTable& bound, Index row,
                                    Estimator estimator) {
  ModelPosterior rest = all;
  clear_statistics(rest);
  std::vector<Index> others;
  for (Index other = 0; other < bound.rows; ++other)
    if (other != row) others.push_back(other);
  observe(rest, bound, others);
  RefittedRow result;
  auto estimates =
      estimates_with_floor(rest, estimator, credence::detail::variance_floor(all, estimator));
  for (const UndefinedCell& cell : estimates.undefined)
    result.undefined.emplace(cell.feature, cell.klass);
  if (result.undefined.empty())
    result.predictions =
        Classifier<Model>(std::move(estimates)).predict(bound, std::span<const Index>(&row, 1));
  return result;
}

}  // namespace credence::testing
