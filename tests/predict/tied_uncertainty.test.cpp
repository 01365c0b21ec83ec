// Intervals of answers and lines of explanations where variances are tied.
#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>
#include <credence/base/parallel.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/explain.hpp>
#include <credence/predict/uncertainty.hpp>

#include "support/learned.hpp"
#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using enum Estimator;

Study tied_study(const std::string& name, Tying tying, Strings columns) {
  return study_of(
      read_csv(project_file("examples/data/" + name)),
      schema_of(
          {{.name = "sizes", .family = "normal", .columns = std::move(columns), .tied = tying}}));
}

Study cells(Tying tying) {
  return tied_study("breast_cancer.csv", tying, {"mean_radius", "mean_texture", "mean_smoothness"});
}

Study flowers(Tying tying) {
  return tied_study("iris.csv", tying, {"sepal_length", "petal_length", "petal_width"});
}

std::vector<Interval> intervals(const Study& study, Index rows, IntervalOptions options) {
  const std::vector<Index> classes(static_cast<std::size_t>(rows), 0);
  return log_odds_intervals(study.believed, study.bound, RowSpan{.count = rows}, classes, options);
}

template <class Check>
void for_each_tying(Check&& check) {
  for (const Tying tying : all_tyings) {
    CAPTURE(std::string(to_string(tying)));
    check(tying);
  }
}

double centre(const Interval& interval) { return (interval.lower + interval.upper) / 2; }
double half(const Interval& interval) { return (interval.upper - interval.lower) / 2; }

// The largest distance of the ends, in widths.
double distance(const std::vector<Interval>& found, const std::vector<Interval>& expected) {
  double largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    largest =
        std::max({largest, std::abs(found[i].lower - expected[i].lower) / half(expected[i]) / 2,
                  std::abs(found[i].upper - expected[i].upper) / half(expected[i]) / 2});
  return largest;
}

}  // namespace

TEST_CASE("tied classes have intervals in closed form that agree with draws") {
  for_each_tying([](Tying tying) {
    const Study study = cells(tying);

    const auto closed = intervals(study, 10, {.mass = 0.8});
    const auto drawn = intervals(study, 10, {.mass = 0.8, .draws = 4000, .seed = 3});

    CHECK(has_closed_form(study.believed));
    // A quantile of 4000 draws has a standard error of 0.02 widths; the normal shape is not exact.
    CHECK(distance(closed, drawn) < 0.1);
  });
}

TEST_CASE("a block tied to nothing has the intervals of its columns one by one") {
  const Study block = cells(Tying::free);
  const Study single = study_of(read_csv(project_file("examples/data/breast_cancer.csv")),
                                schema_of({{.name = "mean_radius", .family = "normal"},
                                           {.name = "mean_texture", .family = "normal"},
                                           {.name = "mean_smoothness", .family = "normal"}}));

  CHECK(distance(intervals(block, 50, {}), intervals(single, 50, {})) < 1e-12);
}

TEST_CASE("tied draws are the same bits for any number of threads and other rows beside") {
  for_each_tying([](Tying tying) {
    const Study study = flowers(tying);
    const IntervalOptions options{.draws = 30, .seed = 9};

    const auto all = intervals(study, 150, options);
    const auto first = intervals(study, 20, options);
    const ThreadLimit alone(1);
    const auto serial = intervals(study, 150, options);

    CHECK(all == serial);
    CHECK(std::equal(first.begin(), first.end(), all.begin()));
    for (const Interval& interval : all) CHECK(interval.lower <= interval.upper);
  });
}

TEST_CASE("a plug-in explains a tied block column by column, in agreement with its answers") {
  for_each_tying([](Tying tying) {
    const Study study = flowers(tying);
    for (const Estimator estimator : {maximum_likelihood, posterior_mean}) {
      const auto estimates = estimate(study.posterior, estimator);
      const Predictions answers = Classifier(estimates).predict(study.bound, {.count = 150});
      for (const Index row : {0, 70, 120}) {
        const Explanation why = explain(estimates, study.bound, row);

        REQUIRE(why.lines.size() == 4);
        CHECK(why.lines[1].feature == "sepal_length");
        CHECK(why.lines[3].feature == "petal_width");
        CHECK(why.lines[3].value == as_written(study.table->column("petal_width"), row));
        const auto joints = answers.log_joints(row);
        const auto at = [&](const std::string& klass) {
          return joints[static_cast<std::size_t>(
              std::find(answers.classes.begin(), answers.classes.end(), klass) -
              answers.classes.begin())];
        };
        CHECK(std::abs(why.log_odds - (at(why.klass) - at(why.against))) <
              1e-12 * (1 + std::abs(at(why.against))));
      }
    }
  });
}

TEST_CASE("the predictive has a line for each column where it is a product over columns") {
  for_each_tying([](Tying tying) {
    const Study study = flowers(tying);

    const Explanation why = explain(estimate(study.posterior, predictive), study.bound, 0);

    CHECK(why.lines.size() == (ties_columns(tying) ? 2 : 4));
    CHECK(why.lines[1].feature == (ties_columns(tying) ? "sizes" : "sepal_length"));
  });
}

TEST_CASE("a number that is missing in a tied block has a line of nothing that says so") {
  const Study study = study_of(
      table_of("x,y,class\n1,5,a\n2,7,a\n4,?,b\n?,?,b\n5,9,b\n"),
      schema_of(
          {{.name = "sizes", .family = "normal", .columns = {"x", "y"}, .tied = Tying::classes}}));
  const auto estimates = estimate(study.posterior, predictive);

  const Explanation one = explain(estimates, study.believed, study.bound, 2);
  const Explanation none = explain(estimates, study.believed, study.bound, 3);

  CHECK(one.lines[2].feature == "y");
  CHECK(one.lines[2].contribution == 0);
  CHECK(one.lines[2].note == "missing");
  CHECK(one.lines[2].interval == Interval{.lower = 0, .upper = 0});
  REQUIRE(none.lines.size() == 2);
  CHECK(none.lines[1].feature == "sizes");
  CHECK(none.lines[1].note == "missing");
}

TEST_CASE("lines of columns that share no spread combine to the interval of the whole") {
  for (const Tying tying : {Tying::free, Tying::classes}) {
    const Study study = flowers(tying);

    const Explanation why = explain(estimate(study.posterior, predictive), study.believed,
                                    study.bound, 70, {.mass = 0.5});

    double middle = 0;
    double squares = 0;
    for (const ExplanationLine& line : why.lines) {
      middle += centre(*line.interval);
      squares += half(*line.interval) * half(*line.interval);
    }
    CHECK(centre(*why.interval) == doctest::Approx(middle).epsilon(1e-12));
    CHECK(half(*why.interval) == doctest::Approx(std::sqrt(squares)).epsilon(1e-12));
  }
}

TEST_CASE("lines of columns that share a spread have the mean of the whole, not its width") {
  for (const Tying tying : {Tying::features, Tying::all}) {
    const Study study = flowers(tying);
    const ExplainOptions options{.klass = "virginica", .against = "versicolor"};

    const Explanation by_column = explain(estimate(study.posterior, posterior_mean), study.believed,
                                          study.bound, 130, options);
    const Explanation whole =
        explain(estimate(study.posterior, predictive), study.believed, study.bound, 130, options);

    double middle = 0;
    double squares = 0;
    for (const ExplanationLine& line : by_column.lines) {
      middle += centre(*line.interval);
      squares += half(*line.interval) * half(*line.interval);
    }
    CHECK(centre(*by_column.interval) == doctest::Approx(middle).epsilon(1e-12));
    CHECK(std::abs(half(*by_column.interval) / std::sqrt(squares) - 1) > 1e-3);
    CHECK(*whole.interval == *by_column.interval);
  }
}

TEST_CASE("numbers far out have intervals that are numbers") {
  const Table far = table_of("x,y\n1e200,2\n-1e300,1e300\n1e154,-1e154\n");
  for_each_tying([&](Tying tying) {
    const Study study = study_of(
        table_of("x,y,class\n1,5,a\n2,7,a\n4,6,b\n3,5,b\n5,9,b\n"),
        schema_of({{.name = "sizes", .family = "normal", .columns = {"x", "y"}, .tied = tying}}));
    const auto bound = bind(study.posterior.model, far);
    for (const Index draws : {0, 20})
      for (const Interval& interval :
           log_odds_intervals(study.believed, bound, RowSpan{.count = 3},
                              std::vector<Index>{0, 1, 0}, {.draws = draws}))
        CHECK(interval.lower <= interval.upper);
  });
}
