// Which rows the splits of a learning curve learn from.
#include <credence/base/file.hpp>
#include <credence/data/csv.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/learning_curve.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <sstream>

#include "study/curve/curve_splits.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;

namespace {

// Some rows of a text of lines below a header, as a table of their own.
Table rows_of(const std::string& text, const std::vector<Index>& rows) {
  std::istringstream stream{text};
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line + '\n');
  std::string part = lines.front();
  for (const Index row : rows) part += lines[static_cast<std::size_t>(row) + 1];
  return read_csv_text(part, "part.csv");
}

}  // namespace

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
  for (const CurveRun& run : point.runs) losses.push_back(*run.log_loss);
  REQUIRE(losses.size() == 5);
  std::sort(losses.begin(), losses.end());
  REQUIRE(std::isfinite(losses[2]));
  REQUIRE(std::isinf(losses[3]));
  CHECK(point.median_log_loss == losses[2]);
}

TEST_CASE("given splits are learned and tested as they are, each at its size") {
  const std::string text = read_file(testing::project_file("examples/data/iris.csv"));
  const Table iris = read_csv_text(text, "iris.csv");
  const Model model = infer_model(iris, {.label = "class"});
  // Two splits into every second row, one into every third.
  std::vector<GivenSplit> given(3);
  for (Index row = 0; row < iris.rows(); ++row) {
    (row % 2 == 0 ? given[0].learned : given[0].tested).push_back(row);
    (row % 2 == 1 ? given[1].learned : given[1].tested).push_back(row);
    (row % 3 == 0 ? given[2].learned : given[2].tested).push_back(row);
  }
  const std::vector<Estimator> estimators = {Estimator::predictive};

  const LearningCurve curve =
      learning_curve(model, iris, {.estimators = estimators, .given = given});

  CHECK(curve.splits == CurveSplits::given);
  CHECK(curve.repeats == 3);
  REQUIRE(curve.points.size() == 4);  // two sizes of the estimator and of the baseline
  CHECK(curve.points[0].training_rows == 75);
  CHECK(curve.points[0].repeats == 2);
  CHECK(curve.points[1].training_rows == 50);
  CHECK(curve.points[1].test_rows == 100);
  REQUIRE(curve.points[1].runs.size() == 1);
  CHECK(curve.points[1].runs[0].repeat == 3);
  for (std::size_t s = 0; s < given.size(); ++s) {
    CAPTURE(s);
    const auto posterior = observe(model, rows_of(text, given[s].learned));
    const Result alone =
        evaluate(posterior, rows_of(text, given[s].tested), {.estimators = estimators})
            .results.front();
    const CurveRun& run = s < 2 ? curve.points[0].runs[s] : curve.points[1].runs[0];
    CHECK(run.accuracy == doctest::Approx(alone.metrics->accuracy));
    CHECK(*run.log_loss == doctest::Approx(alone.metrics->log_loss).epsilon(1e-12));
  }
}

TEST_CASE("given splits that cannot be learned or tested are refused by name") {
  const Table table = read_csv_text("x,k\n1,a\n2,b\n4,a\n3,?\n", "few.csv");
  const Model model = infer_model(table, {.label = "k"});
  const auto refused = [&](const GivenSplit& split, const char* words) {
    return testing::throws_error([&] { (void)learning_curve(model, table, {.given = {split}}); },
                                 ErrorCode::domain, words);
  };
  CHECK(refused({.name = "s1", .learned = {0, 1}, .tested = {3}}, "split 's1' leaves nothing"));
  CHECK(refused({.name = "s1", .learned = {0, 1}, .tested = {4}}, "row 5"));
  CHECK(refused({.name = "s1", .learned = {0, 1}, .tested = {1, 2}}, "row 2 twice"));
  CHECK(testing::fails_with(
      ErrorCode::domain,
      "a learning curve was asked for given splits and got none; give some, or choose nested or "
      "independent ones",
      [&] {
        (void)learning_curve(model, table, {.training_sizes = {1}, .splits = CurveSplits::given});
      }));

  const auto splits =
      splits_of(read_csv_text("s1,s2\ntrain,test\ntest,train\n\"\",train\n", "s.csv"));
  CHECK(splits == std::vector<GivenSplit>{{.name = "s1", .learned = {0}, .tested = {1}},
                                          {.name = "s2", .learned = {1, 2}, .tested = {0}}});
  CHECK(testing::throws_error([] { (void)splits_of(read_csv_text("s1\ntrain\nTest\n", "s.csv")); },
                              ErrorCode::parse, "holds 'Test'"));
}

TEST_CASE("a table of splits without a column or a row is refused, and each kind has a name") {
  const std::string empty =
      "a table of splits is empty; give a column for each split, and a row for each row of the "
      "data";

  CHECK(testing::fails_with(ErrorCode::domain, empty, [] { (void)splits_of(Table{}); }));
  CHECK(testing::fails_with(ErrorCode::domain, empty, [] {
    Table without_rows;
    without_rows.add("s1", std::vector<std::string>{});
    (void)splits_of(without_rows);
  }));
  CHECK(to_string(CurveSplits::nested) == "nested");
  CHECK(to_string(CurveSplits::independent) == "independent");
  CHECK(to_string(CurveSplits::given) == "given");
}
