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

/// What one estimator says of rows that were learned.
struct LearnedTallies {
  Tally training = {};
  Tally left_out = {};
};

/// Scores learned rows, one entry for each estimator; empirical priors are found once for all.
template <class List>
[[nodiscard]] std::vector<LearnedTallies> score_learned(
    const Posterior<BasicModel<List>>& posterior, std::span<const Estimator> estimators,
    const BoundTable<List>& bound, const LabelledRows& rows) {
  std::vector<LearnedTallies> all(estimators.size());
  with_found_priors(posterior, [&](const auto& ready) {
    for (std::size_t e = 0; e < estimators.size(); ++e) {
      score(ready, estimators[e], bound, rows, 0, all[e].training);
      score_left_out(ready, estimators[e], bound, rows, all[e].left_out);
    }
  });
  return all;
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

extern template Evaluation evaluate_learned(const Posterior<Model>&, const Table&,
                                            std::span<const Estimator>, std::string_view);

}  // namespace credence
