// Evaluation of rows that were not learned.
#include <credence/study/evaluate.hpp>

#include <credence/detail/study/notes.hpp>
#include <credence/learn/posterior_priors.hpp>

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

}  // namespace credence
