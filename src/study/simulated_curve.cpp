// Learning curves over rows that are drawn as they are needed.
#include <credence/study/learning_curve.hpp>

#include <credence/study/bayes_error.hpp>
#include <credence/study/simulation.hpp>

#include "study/curve_repeats.hpp"

#include <algorithm>

namespace credence {
namespace {

// The options of the curve itself.
// throws  Error{domain} for numbers that make no sense
CurveOptions curve_options(const SimulatedCurveOptions& options) {
  const auto check = [](Index number, const char* what) {
    if (number < 1)
      throw Error(ErrorCode::domain, std::string("a simulated learning curve needs at least 1 ") +
                                         what + ", got " + std::to_string(number) +
                                         "; choose 1 or more");
  };
  check(options.repeats, "repeat");
  check(options.test_rows, "test row");
  check(std::ssize(options.training_sizes), "size");
  for (const Index size : options.training_sizes) check(size, "training row");
  return {.estimators = options.estimators,
          .training_sizes = options.training_sizes,
          .repeats = options.repeats,
          .seed = options.rows.seed,
          .twin = options.twin};
}

// The sizes, their test rows those of the options.
std::vector<detail::CurveSize> simulated_sizes(const SimulatedCurveOptions& options) {
  std::vector<detail::CurveSize> sizes;
  for (const Index size : options.training_sizes) {
    const auto all = static_cast<double>(size + options.test_rows);
    sizes.push_back({.asked = static_cast<double>(options.test_rows) / all,
                     .test_rows = options.test_rows,
                     .training_rows = size});
  }
  return sizes;
}

// What is drawn for the Bayes error, where it has no closed form.
SimulationOptions rows_for_best(const SimulatedCurveOptions& options) {
  SimulationOptions rows = options.rows;
  rows.rows = options.best_draws;
  rows.first = 0;
  rows.seed = detail::curve_seed(options.rows.seed, 0, 1);  // no repeat has it
  return rows;
}

BestPossible best_possible(const BayesError& error) {
  return {.accuracy = 1 - error.error,
          .standard_error = error.error_standard_error,
          .log_loss = error.log_loss};
}

}  // namespace

namespace detail {

SimulationOptions rows_of_repeat(const SimulatedCurveOptions& options, Index repeat) {
  SimulationOptions rows = options.rows;
  rows.rows = options.test_rows +
              *std::max_element(options.training_sizes.begin(), options.training_sizes.end());
  rows.first = 0;
  rows.classes = ClassesDrawn::at_random;
  rows.seed = curve_seed(options.rows.seed, repeat, 0);
  return rows;
}

Model learner_of(const Estimates& truth) {
  Schema schema = truth.model.schema();
  schema.classes = truth.classes;
  return with_schema(truth.model, std::move(schema));
}

}  // namespace detail

LearningCurve simulated_curve(const Estimates& truth, const SimulatedCurveOptions& options,
                              CurveProgress* progress) {
  const CurveOptions study_options = curve_options(options);
  const std::vector<detail::CurveSize> sizes = simulated_sizes(options);
  const Model model = detail::learner_of(truth);
  std::optional<BayesError> best = exact_bayes_error(truth);
  if (!best) best = bayes_error(truth, rows_for_best(options));
  const detail::CurveRepeater repeater(sizes, study_options, progress);
  const auto repeats =
      detail::curve_repeats(options.repeats, progress, [&](Index repeat, detail::CurveRoom& room) {
        const Table table = simulate(truth, detail::rows_of_repeat(options, repeat));
        const detail::Study study =
            detail::bind_study(model, table, CompareOptions{.twin = options.twin});
        const auto order_of = [&](const detail::CurveSize&) { return all_rows(table.rows()); };
        return repeater.run(repeat, study, order_of, room);
      });
  LearningCurve curve{.rows = detail::rows_of_repeat(options, 0).rows,
                      .label = model.schema().label,
                      .classes = truth.classes};
  curve.best = best_possible(*best);
  detail::add_points(sizes, repeats, study_options, std::nullopt, curve);
  return curve;
}

}  // namespace credence
