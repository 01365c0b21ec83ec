// Learning curves over rows that are drawn as they are needed.
#include <credence/study/learning_curve.hpp>

#include <credence/detail/study/reserved_levels.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/simulation.hpp>

#include "study/curve/curve_repeats.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

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
          .twin = options.twin,
          .complement = options.complement,
          .decompose = options.decompose,
          .on_training = options.on_training};
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

// What both kinds of curve need.
struct Simulated {
  const Estimates& truth;
  const SimulatedCurveOptions& options;
  const CurveOptions study_options;
  const Model model;
  const std::vector<detail::CurveSize> sizes;
  CurveProgress* progress;

  [[nodiscard]] detail::Study study_of(const Table& table) const {
    return detail::bind_study(model, table, CompareOptions{.twin = options.twin});
  }
};

// Points of repeats whose rows are all drawn anew.
void add_drawn(const Simulated& simulated, LearningCurve& curve) {
  const detail::CurveRepeater repeater(simulated.sizes, simulated.study_options,
                                       simulated.progress);
  detail::CurvePredictions none;
  const auto repeats = detail::curve_repeats(
      simulated.options.repeats, simulated.options.repeats, simulated.progress, none,
      [&](Index repeat, detail::CurveRoom& room) {
        const Table table =
            simulate(simulated.truth, detail::rows_of_repeat(simulated.options, repeat));
        const detail::Study study = simulated.study_of(table);
        const auto order_of = [&](const detail::CurveSize&) { return all_rows(table.rows()); };
        return repeater.run(repeat, study, order_of, room);
      });
  detail::add_points(simulated.sizes, repeats, simulated.study_options, none, {}, curve);
}

// Class probabilities of the first rows of a table: rows x classes.
std::vector<double> known_probabilities(const Estimates& truth, const Table& table, Index rows) {
  Estimates densities = truth;
  densities.feature_weights = {};  // the rows were drawn without them
  const Predictions said =
      Classifier<Model>(std::move(densities)).predict(table.select(all_rows(rows)));
  std::vector<double> probabilities;
  for (const double log_probability : said.log_probability)
    probabilities.push_back(std::exp(log_probability));
  return probabilities;
}

// Points of repeats that all test the first rows of one table; each learns rows of its own.
void add_decomposed(const Simulated& simulated, LearningCurve& curve) {
  const SimulatedCurveOptions& options = simulated.options;
  SimulationOptions rows = detail::rows_of_repeat(options, 0);
  const Index learned = rows.rows - options.test_rows;
  rows.rows = options.test_rows + options.repeats * learned;
  const Table table = simulate(simulated.truth, rows);
  const detail::Study study = simulated.study_of(table);
  const detail::CurveRepeater repeater(simulated.sizes, simulated.study_options,
                                       simulated.progress);
  const std::size_t contenders = detail::curve_contenders(simulated.study_options).size();
  detail::CurvePredictions predictions(
      true, options.test_rows, study.start.label.size(), simulated.sizes.size() * contenders,
      detail::rows_in_flight(options.repeats, simulated.sizes, contenders));
  const auto repeats = detail::curve_repeats(
      options.repeats, detail::trainings_at_once(study), simulated.progress, predictions,
      [&](Index repeat, detail::CurveRoom& room) {
        const auto order_of = [&](const detail::CurveSize&) {
          std::vector<Index> order(static_cast<std::size_t>(learned));
          std::iota(order.begin(), order.end(), options.test_rows + repeat * learned);
          for (Index row = 0; row < options.test_rows; ++row) order.push_back(row);
          return order;
        };
        return repeater.run(repeat, study, order_of, room);
      });
  const std::vector<double> known = known_probabilities(simulated.truth, table, options.test_rows);
  detail::add_points(simulated.sizes, repeats, simulated.study_options, predictions,
                     {.known = known, .same_test_rows = true}, curve);
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
  schema = with_reserved_listed(std::move(schema));
  return with_schema(truth.model, std::move(schema));
}

}  // namespace detail

LearningCurve simulated_curve(const Estimates& given, const SimulatedCurveOptions& options,
                              CurveProgress* progress) {
  const Estimates truth = detail::with_reserved_columns(given);
  const Simulated simulated{.truth = truth,
                            .options = options,
                            .study_options = curve_options(options),
                            .model = detail::learner_of(truth),
                            .sizes = simulated_sizes(options),
                            .progress = progress};
  std::optional<BayesError> best = exact_bayes_error(truth);
  if (!best) best = bayes_error(truth, rows_for_best(options));
  LearningCurve curve{.rows = detail::rows_of_repeat(options, 0).rows,
                      .label = simulated.model.schema().label,
                      .classes = truth.classes};
  curve.best = best_possible(*best);
  if (options.decompose)
    add_decomposed(simulated, curve);
  else
    add_drawn(simulated, curve);
  return curve;
}

}  // namespace credence
