#include <credence/study/evaluate.hpp>

#include <credence/learn/posterior_priors.hpp>

#include "study/notes.hpp"
#include "study/tallies.hpp"

namespace credence {

Evaluation evaluate(const Posterior<Model>& posterior, const Table& table,
                    std::span<const Estimator> estimators, std::string_view weight) {
  Evaluation evaluation;
  const detail::RowsToScore asked = detail::rows_to_score(posterior, table, weight, evaluation);
  with_found_priors(posterior, [&](const Posterior<Model>& ready) {
    for (const Estimator estimator : estimators) {
      detail::Tally tally;
      detail::score(ready, estimator, asked.bound, asked.rows, 0, tally);
      detail::add(evaluation.seconds, tally.seconds);
      evaluation.results.push_back(detail::result_of(estimator, "test", std::move(tally)));
    }
  });
  evaluation.notes = notes_on(evaluation, table.rows());
  return evaluation;
}

Evaluation evaluate_learned(const Posterior<Model>& posterior, const Table& table,
                            std::span<const Estimator> estimators, std::string_view weight) {
  Evaluation evaluation;
  const auto [bound, rows] = detail::rows_to_score(posterior, table, weight, evaluation);
  detail::check_learned(posterior.label, rows, table);
  auto learned = detail::score_learned(posterior, estimators, bound, rows);
  for (std::size_t e = 0; e < estimators.size(); ++e) {
    auto& [training, left_out] = learned[e];
    for (auto* tally : {&training, &left_out}) detail::add(evaluation.seconds, tally->seconds);
    evaluation.results.push_back(detail::result_of(estimators[e], "training", std::move(training)));
    evaluation.results.push_back(
        detail::result_of(estimators[e], "leave_one_out", std::move(left_out)));
  }
  evaluation.notes = notes_on(evaluation, table.rows());
  return evaluation;
}

}  // namespace credence
