#pragma once
// Learning curves on rows of a known truth, beside the best that any classifier can do.
#include <credence/study/find_bayes_error.hpp>
#include <credence/study/learning_curve.hpp>

namespace credence {

/// What a study of learning curves does with rows that are drawn as they are needed.
struct SimulatedCurveOptions {
  std::vector<Estimator> estimators{all_estimators.begin(), all_estimators.end()};
  std::vector<Index> training_sizes = {};
  Index test_rows = 1000;  ///< drawn anew in each repeat, the same for all sizes
  Index repeats = 100;
  SimulationOptions rows = {};  ///< seed, length of documents, exposure
  Index best_draws = 100'000;   ///< rows for the Bayes error, where it has no closed form
  std::optional<LogisticOptions> twin = {};  ///< logistic regression after the estimators
};

namespace detail {
/// The options of the curve itself.
/// throws  Error{domain} for numbers that make no sense
[[nodiscard]] CurveOptions curve_options(const SimulatedCurveOptions& options);

/// The sizes, their test rows those of the options.
[[nodiscard]] std::vector<CurveSize> simulated_sizes(const SimulatedCurveOptions& options);

/// What is drawn in a repeat, from 0: training rows for the largest size, then test rows.
[[nodiscard]] SimulationOptions rows_of_repeat(const SimulatedCurveOptions& options, Index repeat);

/// What is drawn for the Bayes error, where it has no closed form.
[[nodiscard]] SimulationOptions rows_for_best(const SimulatedCurveOptions& options);

/// 1 - Bayes error.
[[nodiscard]] BestPossible best_possible(const BayesError& error);

/// The model of a truth, its classes listed.
template <class List>
[[nodiscard]] BasicModel<List> learner_of(const Estimates<BasicModel<List>>& truth) {
  Schema schema = truth.model.schema();
  schema.classes = truth.classes;
  return BasicModel<List>(std::move(schema));
}
}  // namespace detail

/// Draws rows from a truth, learns from some and tests on others, again and again. In a repeat the
/// training set of a size is the beginning of one sample, the test set rows of their own. What is
/// learned is the truth's schema with its priors, from nothing but the rows: the truth itself says
/// only what is the best possible.
/// in      truth: as simulate (study/simulation.hpp);  progress: as learning_curve
/// out     a curve with `best`; `rows` are those drawn in a repeat
/// throws  as simulate and learning_curve
/// cost    repeats x (rows drawn and learned once; as learning_curve for the test rows), and the
///         Bayes error. The same bits for any number of threads
template <class List>
[[nodiscard]] LearningCurve simulated_curve(const Estimates<BasicModel<List>>& truth,
                                            const SimulatedCurveOptions& options,
                                            CurveProgress* progress = nullptr) {
  const CurveOptions study_options = detail::curve_options(options);
  const std::vector<detail::CurveSize> sizes = detail::simulated_sizes(options);
  const BasicModel<List> model = detail::learner_of(truth);
  std::optional<BayesError> best = exact_bayes_error(truth);
  if (!best) best = bayes_error(truth, detail::rows_for_best(options));
  const detail::CurveRepeater repeater(sizes, study_options, progress);
  const auto repeats = detail::curve_repeats<List>(
      options.repeats, progress, [&](Index repeat, detail::CurveRoom<List>& room) {
        const Table table = simulate(truth, detail::rows_of_repeat(options, repeat));
        const detail::Study<List> study =
            detail::bind_study(model, table, CompareOptions{.twin = options.twin});
        const auto order_of = [&](const detail::CurveSize&) { return all_rows(table.rows()); };
        return repeater.run(repeat, study, order_of, room);
      });
  LearningCurve curve{.rows = detail::rows_of_repeat(options, 0).rows,
                      .label = model.schema().label,
                      .classes = truth.classes};
  curve.best = detail::best_possible(*best);
  detail::add_points(sizes, repeats, study_options, std::nullopt, curve);
  return curve;
}

extern template LearningCurve simulated_curve(const Estimates<Model>&, const SimulatedCurveOptions&,
                                              CurveProgress*);

}  // namespace credence
