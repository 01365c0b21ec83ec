// Learning curves on rows of a known truth, beside the best that any classifier can do.
#include <credence/study/learning_curve.hpp>

#include <credence/base/parallel.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/simulation.hpp>

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>

#include <credence/detail/study/reserved_levels.hpp>
#include "study/curve/curve_repeats.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;

namespace {

// A classifier of iris, taken for the truth.
Estimates iris_truth() {
  const Table iris = read_csv(testing::project_file("examples/data/iris.csv"));
  const Model model = infer_model(iris, {.label = "class"});
  return estimate(observe(model, iris), Estimator::posterior_mean);
}

// A schema with priors in numbers: a yes or no, three levels and a number in two classes.
Schema mixed_schema() {
  return {
      .label = "class",
      .classes = {"a", "b"},
      .columns = {{.name = "smoker",
                   .family = "bernoulli",
                   .prior = testing::numbers({{"ones", 1.0}, {"zeros", 2.0}})},
                  {.name = "city",
                   .family = "categorical",
                   .prior = testing::numbers({{"each", 1.0}}),
                   .levels = {"Bern", "Oslo", "Rome"}},
                  {.name = "x",
                   .family = "normal",
                   .prior = testing::numbers(
                       {{"mean", 0.0}, {"mean_weight", 0.5}, {"shape", 3.0}, {"scale", 2.0}})}}};
}

}  // namespace

TEST_CASE("a simulated curve is that of a fit of the first rows and an evaluation on the last") {
  const Estimates truth = iris_truth();
  const SimulatedCurveOptions options{
      .training_sizes = {40, 9}, .test_rows = 30, .repeats = 4, .rows = {.seed = 5}};

  const LearningCurve curve = simulated_curve(truth, options);

  REQUIRE(curve.points.size() == 10);
  CHECK(curve.rows == 70);
  CHECK(curve.complete);
  for (Index repeat = 0; repeat < 4; ++repeat)
    for (std::size_t at = 0; at < 2; ++at) {
      CAPTURE(repeat);
      CAPTURE(at);
      const Table drawn = simulate(truth, detail::rows_of_repeat(options, repeat));
      std::vector<Index> first = all_rows(curve.points[at].training_rows);
      std::vector<Index> last = all_rows(70);
      last.erase(last.begin(), last.begin() + 40);
      const auto posterior = observe(detail::learner_of(truth), drawn.select(first));
      const auto results = evaluate(posterior, drawn.select(last)).results;
      for (std::size_t e = 0; e < 5; ++e) {
        CAPTURE(e);
        const CurvePoint& point = curve.points[2 * e + at];
        const auto run = std::find_if(point.runs.begin(), point.runs.end(),
                                      [&](const auto& each) { return each.repeat == repeat + 1; });
        REQUIRE((run != point.runs.end()) == results[e].metrics.has_value());
        if (run == point.runs.end()) continue;
        CHECK(run->accuracy == doctest::Approx(results[e].metrics->accuracy).epsilon(1e-12));
        CHECK(*run->log_loss == doctest::Approx(results[e].metrics->log_loss).epsilon(1e-12));
      }
    }
}

TEST_CASE("no estimator is better than the best possible, and all come near to it with many rows") {
  const Estimates truth = drawn_truth(empty_posterior(Model(mixed_schema())), 20261121);
  const SimulatedCurveOptions options{
      .training_sizes = {4, 40, 4000}, .test_rows = 500, .repeats = 60, .rows = {.seed = 7}};

  const LearningCurve curve = simulated_curve(truth, options);

  REQUIRE(curve.best.has_value());
  int compared = 0;
  for (const CurvePoint& point : curve.points) {
    CAPTURE(point.estimator);
    CAPTURE(point.training_rows);
    if (!point.mean_accuracy) continue;
    // Four standard errors of the mean over repeats and of the Bayes error.
    const double error =
        4 * std::hypot(*point.sd_accuracy / std::sqrt(60.0), curve.best->standard_error);
    CHECK(*point.mean_accuracy <= curve.best->accuracy + error);
    if (point.training_rows < 4000 || point.estimator == baseline_name) continue;
    CHECK(*point.mean_accuracy >= curve.best->accuracy - 0.005 - error);
    CHECK(*point.mean_log_loss == testing::relative(curve.best->log_loss, 0.05));
    ++compared;
  }
  CHECK(compared == 4);
}

TEST_CASE("test rows of a simulated curve are fresh, so that all of their noise is in the spread") {
  const LearningCurve curve =
      simulated_curve(iris_truth(), {.training_sizes = {50}, .test_rows = 20, .repeats = 5});
  REQUIRE(curve.points.size() == 5);
  for (const CurvePoint& point : curve.points) {
    CAPTURE(point.estimator);
    CHECK(point.split_noise == point.test_noise);
  }
}

TEST_CASE("reserved levels are drawn and learned, in blocks too") {
  Schema schema = mixed_schema();
  schema.columns[1].unseen = Unseen::reserve;
  schema.columns.push_back({.name = "words",
                            .family = "multinomial",
                            .unseen = Unseen::reserve,
                            .columns = {"free", "prize"}});
  const Estimates truth = drawn_truth(empty_posterior(Model(schema)), 3);
  for (const bool decompose : {false, true}) {
    CAPTURE(decompose);
    const LearningCurve curve = simulated_curve(
        truth, {.training_sizes = {2000}, .test_rows = 500, .repeats = 20, .decompose = decompose});
    const CurvePoint& predictive = curve.points[3];
    REQUIRE(predictive.estimator == "predictive");
    // With so many rows the classifier is as good as the best; four standard errors.
    const double error =
        4 * std::hypot(std::sqrt(0.25 / 500 / (decompose ? 1 : 20)), curve.best->standard_error);
    CHECK(std::abs(*predictive.mean_accuracy - curve.best->accuracy) < error);
  }
}

TEST_CASE("a reserved level joins those that are listed, and its weight goes with it") {
  Schema schema{.label = "class"};
  schema.columns = {
      {.name = "size",
       .family = "categorical",
       .prior = testing::numbers({}),
       .levels = {"10", "2", "x"},
       .unseen = Unseen::reserve,
       .missing_is_level = true},
      {.name = "found", .family = "categorical", .levels = {"unseen"}, .unseen = Unseen::reserve},
      {.name = "learned", .family = "categorical", .unseen = Unseen::reserve}};
  // Of 10, 2, missing, x and the reserved level.
  schema.columns[0].prior.values = {{"weights", std::vector{1.0, 2.0, 3.0, 4.0, 5.0}}};
  const Schema settled = Model(schema).schema();

  const Schema listed = Model(detail::with_reserved_listed(settled)).schema();

  CHECK(listed.columns[0].levels == std::vector<std::string>{"10", "2", "unseen", "x"});
  // Of 10, 2, missing, unseen and x.
  CHECK(listed.columns[0].prior ==
        testing::numbers({{"weights", std::vector{1.0, 2.0, 3.0, 5.0, 4.0}}}));
  CHECK(listed.columns[0].unseen == Unseen::missing);
  CHECK(listed.columns[1].levels == std::vector<std::string>{"unseen", "unseen_2"});
  CHECK(listed.columns[2] == settled.columns[2]);
}

TEST_CASE("a simulated curve has the same bits for any number of threads") {
  const Estimates truth = iris_truth();
  const SimulatedCurveOptions options{
      .training_sizes = {6, 60}, .test_rows = 50, .repeats = 8, .best_draws = 3000};
  const auto with_threads = [&](int count) {
    const ThreadLimit limit(count);
    return simulated_curve(truth, options);
  };
  const LearningCurve one = with_threads(1);
  CHECK(one == with_threads(2));
  CHECK(one == with_threads(5));
}

TEST_CASE("numbers of a simulated curve that make no sense are refused") {
  const Estimates truth = iris_truth();
  const auto refused = [&](const SimulatedCurveOptions& options) {
    return testing::throws_error([&] { (void)simulated_curve(truth, options); }, ErrorCode::domain);
  };
  CHECK(refused({}));
  CHECK(refused({.training_sizes = {0}}));
  CHECK(refused({.training_sizes = {5}, .test_rows = 0}));
  CHECK(refused({.training_sizes = {5}, .repeats = 0}));
  CHECK(refused({.training_sizes = {5}, .best_draws = 1}));
}
