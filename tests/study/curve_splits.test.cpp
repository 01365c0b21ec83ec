// Which rows the splits of a learning curve learn from.
#include <credence/data/csv.hpp>
#include <credence/study/learning_curve.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "study/curve_splits.hpp"
#include "support/paths.hpp"

using namespace credence;

TEST_CASE("independent splits learn every row, and every pair of rows, equally often") {
  detail::LabelledRows rows;
  rows.rows.resize(150);
  std::iota(rows.rows.begin(), rows.rows.end(), Index{0});
  const auto size = static_cast<double>(rows.rows.size());
  const CurveOptions options{.splits = CurveSplits::independent};
  constexpr Index repeats = 20000;
  for (const Index count : {1, 7, 75, 76, 149}) {
    CAPTURE(count);
    std::vector<double> learned(rows.rows.size());
    double together = 0;
    for (Index repeat = 0; repeat < repeats; ++repeat) {
      const auto order = detail::curve_order(rows, 3, options, repeat, {.training_rows = count});
      REQUIRE(order.size() == rows.rows.size());
      const std::set<Index> first(order.begin(), order.begin() + count);
      REQUIRE(std::ssize(first) == count);
      for (const Index row : first) ++learned[static_cast<std::size_t>(row)];
      together += first.contains(3) && first.contains(140) ? 1 : 0;
    }
    const double share = static_cast<double>(count) / size;
    for (const double times : learned)
      CHECK(std::abs(times / repeats - share) < 5 * std::sqrt(share * (1 - share) / repeats));
    const double pair = share * static_cast<double>(count - 1) / (size - 1);
    CHECK(std::abs(together / repeats - pair) <= 5 * std::sqrt(pair * (1 - pair) / repeats));
  }
}

TEST_CASE("a median beside infinite losses is a number") {
  // Five repeats have an estimate, and the losses of some are infinite.
  const Table wine = read_csv(testing::project_file("examples/data/wine.csv"));
  const CurveOptions options{.estimators = {Estimator::maximum_likelihood},
                             .test_sizes = {0.95},
                             .repeats = 20,
                             .splits = CurveSplits::independent};
  const LearningCurve curve = learning_curve(infer_model(wine, {.label = "class"}), wine, options);
  const CurvePoint& point = curve.points.front();
  std::vector<double> losses;
  for (const CurveRun& run : point.runs) losses.push_back(run.log_loss);
  REQUIRE(losses.size() == 5);
  std::sort(losses.begin(), losses.end());
  REQUIRE(std::isfinite(losses[2]));
  REQUIRE(std::isinf(losses[3]));
  CHECK(point.median_log_loss == losses[2]);
}
