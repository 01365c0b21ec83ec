#include <credence/study/evaluate.hpp>

#include <credence/learn/posterior_priors.hpp>

#include "study/complement_results.hpp"
#include "study/notes.hpp"
#include "study/tallies.hpp"

namespace credence {
namespace {

Posterior<Model> without_weights(Posterior<Model> posterior) {
  posterior.feature_weights = {};
  return posterior;
}

// Whether an estimator has weights of its own beside the bare classifier.
bool is_weighted(const Posterior<Model>& posterior, Estimator estimator) {
  return posterior.feature_weights.estimator == to_string(estimator);
}

// Evaluations rank their rows; comparisons would keep as many numbers for each estimator and set.
detail::Tally ranked_tally(const detail::LabelledRows& rows, const Posterior<Model>& posterior,
                           const LossTable* loss) {
  return {.roc = RocScores(std::ssize(rows.rows), posterior.label.classes.size()), .loss = loss};
}

// Names the structure of the posterior beside each estimator.
void name_structure(const Structure& structure, Evaluation& evaluation) {
  if (structure == Structure{}) return;
  for (Result& result : evaluation.results)
    if (result.estimator != baseline_name) result.structure = name_of(structure);
}

}  // namespace

Evaluation evaluate(const Posterior<Model>& posterior, const Table& table,
                    std::span<const Estimator> estimators, std::string_view weight,
                    const LossTable* loss, std::optional<ComplementWeights> complement) {
  Evaluation evaluation;
  const detail::RowsToScore asked = detail::rows_to_score(posterior, table, weight, evaluation);
  detail::Tally of_baseline = ranked_tally(asked.rows, posterior, loss);
  detail::score_baseline(posterior.label, asked.rows, of_baseline);
  const Result baseline = detail::baseline_result("test", std::move(of_baseline));
  with_found_priors(posterior, [&](const Posterior<Model>& ready) {
    const auto add = [&](const Posterior<Model>& of, Estimator estimator) {
      detail::Tally tally = ranked_tally(asked.rows, posterior, loss);
      detail::score(of, estimator, asked.bound, asked.rows, 0, tally);
      detail::add(evaluation.seconds, tally.seconds);
      evaluation.results.push_back(
          detail::result_of(to_string(estimator), "test", std::move(tally), baseline));
      evaluation.results.back().feature_weights = of.feature_weights.kind;
    };
    const Posterior<Model> bare = without_weights(ready);
    for (const Estimator estimator : estimators) {
      add(bare, estimator);
      if (is_weighted(ready, estimator)) add(ready, estimator);
    }
    if (!complement) return;
    detail::LabelTally labels;
    detail::score_complement(ready, *complement, asked.bound, asked.rows, 0, labels);
    detail::add(evaluation.seconds, labels.seconds);
    evaluation.results.push_back(detail::complement_result("test", std::move(labels)));
  });
  evaluation.results.push_back(baseline);
  name_structure(posterior.model.schema().structure, evaluation);
  evaluation.notes = notes_on(evaluation, table.rows());
  return evaluation;
}

Evaluation evaluate_learned(const Posterior<Model>& posterior, const Table& table,
                            std::span<const Estimator> estimators, std::string_view weight,
                            const LossTable* loss) {
  Evaluation evaluation;
  const auto [bound, rows] = detail::rows_to_score(posterior, table, weight, evaluation);
  detail::check_learned(posterior.label, rows, table);
  auto of_baseline =
      detail::score_baseline_learned(posterior.label, rows, ranked_tally(rows, posterior, loss));
  const Result training = detail::baseline_result("training", std::move(of_baseline.training));
  const Result left_out = detail::baseline_result("leave_one_out", std::move(of_baseline.left_out));
  const Posterior<Model> bare = without_weights(posterior);
  auto learned =
      detail::score_learned(bare, estimators, bound, rows, ranked_tally(rows, posterior, loss));
  const auto add = [&](Estimator estimator, FeatureWeighting weights, detail::LearnedTallies& of) {
    const auto put = [&](const Result& baseline, detail::Tally& tally) {
      detail::add(evaluation.seconds, tally.seconds);
      evaluation.results.push_back(
          detail::result_of(to_string(estimator), baseline.on, std::move(tally), baseline));
      evaluation.results.back().feature_weights = weights;
    };
    put(training, of.training);
    put(left_out, of.left_out);
  };
  for (std::size_t e = 0; e < estimators.size(); ++e) {
    add(estimators[e], FeatureWeighting::none, learned[e]);
    if (!is_weighted(posterior, estimators[e])) continue;
    auto weighted = detail::score_learned(posterior, estimators.subspan(e, 1), bound, rows,
                                          ranked_tally(rows, posterior, loss));
    add(estimators[e], posterior.feature_weights.kind, weighted.front());
  }
  evaluation.results.push_back(training);
  evaluation.results.push_back(left_out);
  name_structure(posterior.model.schema().structure, evaluation);
  evaluation.notes = notes_on(evaluation, table.rows());
  return evaluation;
}

}  // namespace credence
