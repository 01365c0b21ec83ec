#include <credence/study/simulated_curve.hpp>

#include <algorithm>

namespace credence {
namespace detail {

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

std::vector<CurveSize> simulated_sizes(const SimulatedCurveOptions& options) {
  std::vector<CurveSize> sizes;
  for (const Index size : options.training_sizes) {
    const auto all = static_cast<double>(size + options.test_rows);
    sizes.push_back({.asked = static_cast<double>(options.test_rows) / all,
                     .test_rows = options.test_rows,
                     .training_rows = size});
  }
  return sizes;
}

SimulationOptions rows_of_repeat(const SimulatedCurveOptions& options, Index repeat) {
  SimulationOptions rows = options.rows;
  rows.rows = options.test_rows +
              *std::max_element(options.training_sizes.begin(), options.training_sizes.end());
  rows.first = 0;
  rows.classes = ClassesDrawn::at_random;
  rows.seed = curve_seed(options.rows.seed, repeat, 0);
  return rows;
}

SimulationOptions rows_for_best(const SimulatedCurveOptions& options) {
  SimulationOptions rows = options.rows;
  rows.rows = options.best_draws;
  rows.first = 0;
  rows.seed = curve_seed(options.rows.seed, 0, 1);  // no repeat has it
  return rows;
}

BestPossible best_possible(const BayesError& error) {
  return {.accuracy = 1 - error.error,
          .standard_error = error.error_standard_error,
          .log_loss = error.log_loss};
}

}  // namespace detail

template LearningCurve simulated_curve(const Estimates<Model>&, const SimulatedCurveOptions&,
                                       CurveProgress*);

}  // namespace credence
