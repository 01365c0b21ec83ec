// Lazy rules of every training part.
#include "study/compare/lazy_results.hpp"

#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/base/stopwatch.hpp>

#include "study/folds/learned_folds.hpp"
#include "study/metrics/baseline.hpp"

namespace credence::detail {
namespace {

// The model with all classes of a study, whichever of them its rows hold.
Model with_classes(const Model& model, const std::vector<std::string>& classes) {
  Schema schema = model.schema();
  schema.classes = classes;
  return with_schema(model, std::move(schema));
}

// Scores rows by rules that keep others; after the first undefined estimate only the reasons.
void score_rows(const Study& study, const Posterior<Model>& learned, const LabelledRows& kept,
                const LabelledRows& asked, Estimator estimator, Index fold, Tally& tally) {
  const Stopwatch watch(tally.seconds.score);
  const std::string why = why_undefined([&] {
    const Predictions said = lazy_predictions(study, learned, kept.rows, asked.rows, estimator);
    if (tally.undefined.empty()) add(said, asked, Baseline(learned.label).losses(asked), tally);
  });
  if (!why.empty())
    tally.undefined.push_back(
        {.cell = {.feature = learned.label.name, .klass = {}, .why = why}, .fold = fold});
}

}  // namespace

Predictions lazy_predictions(const Study& study, const Posterior<Model>& learned,
                             std::span<const Index> rows, std::span<const Index> asked,
                             Estimator estimator) {
  Predictions said;
  const auto kept = [&] { return rows; };
  with_chosen_model(study, learned, kept, [&](const auto& chosen, const BoundTable& bound) {
    const Model model = with_classes(chosen.model, learned.label.classes);
    said = LazyRules(model, bound, rows, estimator).predict(bound, asked).predictions;
  });
  return said;
}

LazyTallies score_lazily(const Study& study, std::span<const LabelledRows> folds,
                         const LabelledRows& all, std::span<const Estimator> estimators) {
  LazyTallies found{.training = std::vector<Tally>(estimators.size()),
                    .validation = std::vector<Tally>(estimators.size())};
  StudySeconds seconds;
  const Posterior<Model> learned = for_each_training_part(
      study, folds, seconds, [&](Index fold, const Posterior<Model>& training) {
        const auto at = static_cast<std::size_t>(fold);
        const LabelledRows kept = all_but(folds, at);
        for (std::size_t e = 0; e < estimators.size(); ++e)
          score_rows(study, training, kept, folds[at], estimators[e], fold + 1,
                     found.validation[e]);
      });
  for (std::size_t e = 0; e < estimators.size(); ++e)
    score_rows(study, learned, all, all, estimators[e], 0, found.training[e]);
  return found;
}

}  // namespace credence::detail
