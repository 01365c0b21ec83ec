// Parts of errors against exact fractions over all training sets, and in learning curves.
#include "study/curve/error_parts.hpp"

#include <credence/base/parallel.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/evaluate.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "study/curve/curve_points.hpp"
#include "support/golden_table.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::split;

namespace {

// The rows of tests/golden/error_parts.csv, with the parts that exact fractions give.
struct Exact {
  Table table;
  std::vector<Index> labels;
  std::vector<double> known;
  std::vector<std::vector<std::string>> parts;
};

Exact exact() {
  Exact all;
  std::vector<double> first, second;
  std::vector<std::string> classes;
  std::ifstream file(testing::project_file("tests/golden/error_parts.csv"));
  std::string line;
  std::getline(file, line);
  std::getline(file, line);
  while (std::getline(file, line) && line != "# parts") {
    const auto cells = split(line, ',');
    first.push_back(std::stod(cells[0]));
    second.push_back(std::stod(cells[1]));
    classes.push_back(cells[2]);
    all.labels.push_back(std::stol(cells[2]));
    for (const std::string& p : split(cells[3], ' ')) all.known.push_back(std::stod(p));
  }
  all.table.add("first", first);
  all.table.add("second", second);
  all.table.add("class", classes);
  std::getline(file, line);
  while (std::getline(file, line)) all.parts.push_back(split(line, ','));
  return all;
}

Schema schema_of_rows() {
  const auto prior = testing::numbers({{"ones", 1.3}, {"zeros", 0.7}});
  Schema schema{.label = "class",
                .classes = {"0", "1", "2"},
                .columns = {{.name = "first", .family = "bernoulli", .prior = prior},
                            {.name = "second", .family = "bernoulli", .prior = prior}}};
  schema.class_prior.weights = {1.5, 1, 0.7};
  return schema;
}

// All sets of five of nine rows as training sets, the others tested.
detail::PredictedRows predicted_from_all(const Table& table) {
  const Model model(schema_of_rows());
  detail::PredictedRows seen(9, 3);
  std::vector<int> learns{1, 1, 1, 1, 1, 0, 0, 0, 0};
  do {
    std::vector<Index> learned;
    detail::KeptPredictions kept;
    for (Index row = 0; row < 9; ++row)
      (learns[static_cast<std::size_t>(row)] == 1 ? learned : kept.rows).push_back(row);
    const auto posterior = observe(model, table.select(learned));
    const Predictions said = Classifier<Model>{estimate(posterior, Estimator::predictive)}.predict(
        table.select(kept.rows));
    kept.labels = said.label;
    for (const double p : said.log_probability) kept.probabilities.push_back(std::exp(p));
    seen.add(kept);
  } while (std::prev_permutation(learns.begin(), learns.end()));
  return seen;
}

void check_parts(const ErrorParts& parts, const std::vector<std::string>& expected) {
  const auto close = [&](double value, std::size_t at) {
    CAPTURE(at);
    CHECK(std::abs(value - std::stod(expected[at])) <= 1e-14);
  };
  CHECK(parts.rows == 9);
  CHECK(parts.tests == std::stol(expected[1]));
  close(parts.error, 2);
  close(parts.noise.value_or(0), 3);
  close(parts.bias, 4);
  close(parts.variance_unbiased, 5);
  close(parts.variance_biased, 6);
  close(parts.brier, 7);
  close(parts.brier_noise.value_or(0), 8);
  close(parts.brier_bias, 9);
  close(parts.brier_variance, 10);
}

const CurvePoint& point_of(const LearningCurve& curve, const std::string& estimator, Index rows) {
  for (const CurvePoint& point : curve.points)
    if (point.estimator == estimator && point.training_rows == rows) return point;
  throw std::runtime_error("no point");
}

}  // namespace

TEST_CASE("parts of errors over all training sets are those of exact fractions") {
  const Exact expected = exact();

  const detail::PredictedRows seen = predicted_from_all(expected.table);

  REQUIRE(expected.parts.size() == 2);
  check_parts(seen.parts(expected.labels), expected.parts[0]);
  check_parts(seen.parts_of_known(expected.known), expected.parts[1]);
  CHECK_FALSE(seen.parts(expected.labels).noise.has_value());
  CHECK(seen.parts_of_known(expected.known).brier_noise.has_value());
}

TEST_CASE("parts of errors do not depend on the unit of weights, however large or small") {
  const Exact expected = exact();
  const detail::PredictedRows seen = predicted_from_all(expected.table);

  for (const double weight : {0x1p-1060, 0x1p1023}) {
    CAPTURE(weight);
    check_parts(seen.parts(expected.labels, std::vector<double>(9, weight)), expected.parts[0]);
  }
}

TEST_CASE("the parts of a curve add up to the error and the Brier score of its runs") {
  const Table iris = read_csv(testing::project_file("examples/data/iris.csv"));
  const CurveOptions options{.training_sizes = {12, 60}, .repeats = 20, .decompose = true};
  const Model model = infer_model(iris, {.label = "class"});

  const LearningCurve curve = learning_curve(model, iris, options);

  REQUIRE(curve.points.size() == 10);
  for (const CurvePoint& point : curve.points) {
    CAPTURE(point.estimator);
    CAPTURE(point.training_rows);
    REQUIRE(point.parts.has_value());
    const ErrorParts& parts = *point.parts;
    CHECK(parts.tests == point.test_rows * std::ssize(point.runs));
    CHECK(parts.rows <= 150);
    CHECK(parts.error == doctest::Approx(1 - *point.mean_accuracy).epsilon(1e-12));
    CHECK(parts.error ==
          doctest::Approx(parts.bias + parts.variance_unbiased - parts.variance_biased)
              .epsilon(1e-12));
    CHECK(parts.brier == parts.brier_bias + parts.brier_variance);
    CHECK_FALSE(parts.noise.has_value());
  }
}

TEST_CASE(
    "the Brier score of a decomposed curve is that of a fit and an evaluation for each split") {
  const Table iris = read_csv(testing::project_file("examples/data/iris.csv"));
  const CurveOptions options{.estimators = {Estimator::predictive},
                             .training_sizes = {15},
                             .repeats = 8,
                             .decompose = true};
  Schema schema = infer_model(iris, {.label = "class"}).schema();
  const CodeColumn codes = codes_of(iris, iris.column("class"));
  schema.classes = codes.levels;
  const auto rows =
      detail::labelled_rows(detail::positions_that_count(codes, codes.levels, {}), {});
  double brier = 0;
  for (Index repeat = 0; repeat < options.repeats; ++repeat) {
    const auto order = detail::curve_order(rows, 3, options, repeat, {.training_rows = 15});
    const auto posterior =
        observe(Model(schema), iris.select(std::vector<Index>(order.begin(), order.begin() + 15)));
    brier += evaluate(posterior, iris.select(std::vector<Index>(order.begin() + 15, order.end())),
                      {.estimators = options.estimators})
                 .results.front()
                 .metrics->brier;
  }

  const LearningCurve curve = learning_curve(Model(schema), iris, options);

  CHECK(point_of(curve, "predictive", 15).parts->brier ==
        doctest::Approx(brier / 8).epsilon(1e-12));
}

TEST_CASE("parts of errors change nothing else in a curve of data, and no bit with threads") {
  const Table iris = read_csv(testing::project_file("examples/data/iris.csv"));
  const Model model = infer_model(iris, {.label = "class"});
  CurveOptions options{.training_sizes = {10, 50}, .repeats = 12};
  LearningCurve plain = learning_curve(model, iris, options);
  options.decompose = true;
  LearningCurve several = learning_curve(model, iris, options);

  const ThreadLimit limit(1);
  const LearningCurve one = learning_curve(model, iris, options);

  CHECK(several.points == one.points);
  for (CurvePoint& point : several.points) point.parts.reset();
  CHECK(several.points == plain.points);
}

TEST_CASE("on simulated rows noise stands apart, the same for all estimators of probabilities") {
  const Table iris = read_csv(testing::project_file("examples/data/iris.csv"));
  const Model model = infer_model(iris, {.label = "class"});
  const auto truth = estimate(observe(model, iris), Estimator::posterior_mean);
  const SimulatedCurveOptions options{.training_sizes = {10, 400},
                                      .test_rows = 200,
                                      .repeats = 20,
                                      .rows = {.seed = 3},
                                      .decompose = true};

  const LearningCurve curve = simulated_curve(truth, options);
  const ThreadLimit limit(1);
  CHECK(simulated_curve(truth, options).points == curve.points);

  const double noise = *point_of(curve, "predictive", 10).parts->brier_noise;
  for (const CurvePoint& point : curve.points) {
    CAPTURE(point.estimator);
    CAPTURE(point.training_rows);
    REQUIRE(point.parts.has_value());
    const ErrorParts& parts = *point.parts;
    CHECK(parts.rows == 200);
    CHECK(parts.error == doctest::Approx(*parts.noise + parts.bias + parts.variance_unbiased -
                                         parts.variance_biased)
                             .epsilon(1e-12));
    if (point.undefined_repeats == 0) CHECK(*parts.brier_noise == doctest::Approx(noise));
  }
  const ErrorParts& few = *point_of(curve, "predictive", 10).parts;
  const ErrorParts& many = *point_of(curve, "predictive", 400).parts;
  CHECK(many.brier_variance < 0.1 * few.brier_variance);
  CHECK(many.brier_bias < few.brier_bias);
  CHECK(*many.noise > 0);
}

TEST_CASE("parts of errors that would take too much memory are refused before any work") {
  CHECK(
      testing::throws_error([] { (void)detail::CurvePredictions(true, 1'000'000, 50'000, 10, 0); },
                            ErrorCode::limit, "fewer sizes or estimators"));
}

TEST_CASE("predictions that memory does not hold are refused, those that wait among them") {
  const auto refused = [](Index rows, double in_flight) {
    return testing::throws_error(
        [&] { credence::detail::CurvePredictions(true, rows, 2, 3, in_flight); }, ErrorCode::limit,
        "the parts of errors keep predictions of");
  };
  CHECK(refused(Index{1} << 48, 0));
  CHECK(refused(10, 1e14));
  CHECK_NOTHROW(credence::detail::CurvePredictions(true, 10, 2, 3, 60));
  CHECK_NOTHROW(credence::detail::CurvePredictions(false, Index{1} << 48, 2, 3, 0));
}
