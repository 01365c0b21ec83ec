#pragma once
// Learning curves on rows of a known truth, beside the best that any classifier can do.
#include <credence/detail/study/drawn_rows.hpp>
#include <credence/predict/estimates.hpp>
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

/// Draws rows from a truth, learns from some and tests on others, again and again. In a repeat the
/// training set of a size is the beginning of one sample, the test set rows of their own. What is
/// learned is the truth's schema with its priors, from nothing but the rows: the truth itself says
/// only what is the best possible.
/// in      truth: as simulate (study/simulation.hpp);  progress: as learning_curve
/// out     a curve with `best`; `rows` are those drawn in a repeat
/// throws  as simulate and learning_curve
/// cost    repeats x (rows drawn and learned once; as learning_curve for the test rows), and the
///         Bayes error. The same bits for any number of threads
[[nodiscard]] LearningCurve simulated_curve(const Estimates& truth,
                                            const SimulatedCurveOptions& options,
                                            CurveProgress* progress = nullptr);

namespace detail {
/// What is drawn in a repeat, from 0: training rows for the largest size, then test rows.
[[nodiscard]] SimulationOptions rows_of_repeat(const SimulatedCurveOptions& options, Index repeat);

/// The model of a truth, its classes listed.
[[nodiscard]] Model learner_of(const Estimates& truth);
}  // namespace detail

}  // namespace credence
