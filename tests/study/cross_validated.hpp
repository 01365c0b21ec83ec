#pragma once
// Cross-validation the slow way: a fit for each fold, from the rows themselves.
#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>

#include <map>

namespace credence::testing {

/// For each estimator the pooled metrics of a fit on the other folds and an evaluation on each;
/// none where a fold is undefined. Classes are listed, so that every fold knows all of them.
/// in  fold: one per row of the table
inline std::map<std::string, std::optional<Metrics>> refitted(const Schema& schema,
                                                              const Table& table,
                                                              const std::vector<Index>& fold,
                                                              Index folds,
                                                              std::string_view weight = {}) {
  std::map<std::string, std::optional<Metrics>> pooled;
  std::map<std::string, double> total;
  for (const Estimator estimator : all_estimators)
    pooled[std::string(to_string(estimator))] = Metrics{};
  pooled[baseline_name] = Metrics{};
  for (Index f = 0; f < folds; ++f) {
    std::vector<Index> rest;
    std::vector<Index> own;
    for (Index row = 0; row < table.rows(); ++row)
      if (fold[static_cast<std::size_t>(row)] >= 0)
        (fold[static_cast<std::size_t>(row)] == f ? own : rest).push_back(row);
    const Table test = table.select(own);
    double weight_sum = static_cast<double>(own.size());
    if (!weight.empty()) weight_sum = compensated_sum(row_weights(test, weight));
    const auto posterior = observe(Model(schema), table.select(rest), weight);
    for (const Result& result :
         evaluate(posterior, test, {.weight = std::string(weight)}).results) {
      std::optional<Metrics>& sum = pooled[result.estimator];
      total[result.estimator] += weight_sum;
      if (!result.metrics) sum.reset();
      if (!sum) continue;
      sum->accuracy += weight_sum * result.metrics->accuracy;
      sum->log_loss += weight_sum * result.metrics->log_loss;
      sum->brier += weight_sum * result.metrics->brier;
      sum->confidence += weight_sum * result.metrics->confidence;
      sum->impossible_rows += result.metrics->impossible_rows;
    }
  }
  for (auto& [estimator, sum] : pooled) {
    if (!sum) continue;
    for (double* value : {&sum->accuracy, &sum->log_loss, &sum->brier, &sum->confidence})
      *value /= total[estimator];
  }
  return pooled;
}

}  // namespace credence::testing
