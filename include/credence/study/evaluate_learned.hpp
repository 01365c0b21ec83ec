#pragma once
// How a posterior's classifiers do on the rows it has learned, and on each without itself.
#include <credence/study/evaluate.hpp>
#include <credence/study/leave_one_out.hpp>

namespace credence {

namespace detail {

/// Scores learned rows, each by what is left without it; nothing after the first undefined estimate.
template <class List>
void score_left_out(const Posterior<BasicModel<List>>& posterior, Estimator estimator,
                    const BoundTable<List>& bound, const LabelledRows& rows, Tally& tally) {
  const Stopwatch watch(tally.seconds.score);
  LeaveOneOut left = leave_one_out(posterior, estimator, bound, rows.rows);
  for (UndefinedCell& cell : left.undefined)
    tally.undefined.push_back({.cell = std::move(cell), .fold = 0});
  if (tally.undefined.empty()) tally.card.add(left.predictions, rows.truth, rows.weights);
}

/// Throws Error{domain} unless every class has the weight in these rows that was learned of it.
void check_learned(const LabelColumn& label, const LabelledRows& rows, const Table& table);

}  // namespace detail

/// How a posterior's classifiers do on the rows it has learned: on "training" as they are, on
/// "leave_one_out" each by what is left without it. The table must hold the rows that were learned,
/// all of them and no others, with the same weights.
/// throws  as evaluate; Error{domain} when a class has another weight than was learned, and with the
///         place of a row that was never learned
/// cost    estimators x rows x features x (2 classes + 1)
template <class List>
[[nodiscard]] Evaluation evaluate_learned(const Posterior<BasicModel<List>>& posterior,
                                          const Table& table, std::span<const Estimator> estimators,
                                          std::string_view weight = {}) {
  Evaluation evaluation;
  const auto [bound, rows] = detail::rows_to_score(posterior, table, weight, evaluation);
  detail::check_learned(posterior.label, rows, table);
  for (const Estimator estimator : estimators) {
    detail::Tally training;
    detail::score(posterior, estimator, bound, rows, 0, training);
    detail::Tally left_out;
    detail::score_left_out(posterior, estimator, bound, rows, left_out);
    for (auto* tally : {&training, &left_out}) detail::add(evaluation.seconds, tally->seconds);
    evaluation.results.push_back(detail::result_of(estimator, "training", std::move(training)));
    evaluation.results.push_back(
        detail::result_of(estimator, "leave_one_out", std::move(left_out)));
  }
  evaluation.notes = notes_on(evaluation, table.rows());
  return evaluation;
}

extern template Evaluation evaluate_learned(const Posterior<Model>&, const Table&,
                                            std::span<const Estimator>, std::string_view);

}  // namespace credence
