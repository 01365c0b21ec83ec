// The rows of a learning curve: which are drawn, in what order, and what is refused.
#include <credence/study/learning_curve.hpp>

#include <credence/base/parallel.hpp>

#include <doctest/doctest.h>

#include <set>

#include "study/curve/curve_points.hpp"
#include "support/curve_tables.hpp"
#include "support/locale_free.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::close;
using testing::Doubles;
using testing::labelled;
using testing::model_of;
using testing::shipped;
using testing::with_scikit_learn;

TEST_CASE("a larger training set of nested splits holds the smaller ones; drawn anew it need not") {
  const auto rows = labelled(shipped("iris.csv"));
  const CurveOptions options{.training_sizes = {10, 40}, .seed = 7};

  const auto order = detail::curve_order(rows, 3, options, 4, {});
  CHECK(order == detail::curve_order(rows, 3, options, 4, {}));
  CHECK(order != detail::curve_order(rows, 3, options, 5, {}));
  CHECK(std::set<Index>(order.begin(), order.end()).size() == rows.rows.size());
  CHECK(order != rows.rows);
  const detail::CurveSize ten{.training_rows = 10};
  const detail::CurveSize forty{.training_rows = 40};
  CHECK(order == detail::curve_order(rows, 3, options, 4, ten));
  CurveOptions anew = options;
  anew.splits = CurveSplits::independent;
  CHECK(detail::curve_order(rows, 3, anew, 4, ten) != detail::curve_order(rows, 3, anew, 4, forty));

  CurveOptions other = options;
  other.seed = 8;
  CHECK(order != detail::curve_order(rows, 3, other, 4, {}));
}

TEST_CASE("every row comes first in about its share of the orders") {
  const auto rows = labelled(shipped("iris.csv"));
  for (const bool stratified : {false, true}) {
    CAPTURE(stratified);
    std::map<Index, int> first;
    for (Index repeat = 0; repeat < 15'000; ++repeat)
      ++first[detail::curve_order(rows, 3, {.stratified = stratified}, repeat, {}).front()];
    // 100 times each is expected, give or take 10; five of those.
    CHECK(first.size() == 150);
    for (const auto& entry : first) CHECK(std::abs(entry.second - 100) < 50);
  }
}

TEST_CASE("stratified training sets hold each class by its share, to within two rows") {
  const auto rows = labelled(shipped("wine.csv"));  // 59, 71 and 48 rows
  std::vector<double> shares(3);
  for (const Index klass : rows.truth) shares[static_cast<std::size_t>(klass)] += 1.0 / 178;
  for (Index repeat = 0; repeat < 20; ++repeat) {
    const auto order = detail::curve_order(rows, 3, {.stratified = true}, repeat, {});
    std::vector<double> seen(3);
    for (std::size_t i = 0; i < order.size(); ++i) {
      CAPTURE(repeat);
      CAPTURE(i);
      seen[static_cast<std::size_t>(rows.truth[static_cast<std::size_t>(order[i])])] += 1;
      for (std::size_t klass = 0; klass < 3; ++klass)
        CHECK(std::abs(seen[klass] - shares[klass] * static_cast<double>(i + 1)) < 2);
    }
  }
}

TEST_CASE("one large class among many small ones leaves no training set off its share") {
  detail::LabelledRows rows;
  std::vector<double> shares;
  for (Index klass = 0; klass < 50; ++klass) {
    const Index count = klass == 0 ? 2000 : 1 + klass % 5;
    shares.push_back(static_cast<double>(count));
    for (Index i = 0; i < count; ++i) {
      rows.truth.push_back(klass);
      rows.rows.push_back(std::ssize(rows.rows));
    }
  }
  for (double& share : shares) share /= static_cast<double>(rows.rows.size());
  double furthest = 0;
  for (Index repeat = 0; repeat < 20; ++repeat) {
    const auto order = detail::curve_order(rows, 50, {.stratified = true}, repeat, {});
    std::vector<double> seen(50);
    for (std::size_t i = 0; i < order.size(); ++i) {
      seen[static_cast<std::size_t>(rows.truth[static_cast<std::size_t>(order[i])])] += 1;
      for (std::size_t klass = 0; klass < 50; ++klass)
        furthest =
            std::max(furthest, std::abs(seen[klass] - shares[klass] * static_cast<double>(i + 1)));
    }
  }
  CHECK(furthest < 2);
}

TEST_CASE("the same bits come out for any number of threads") {
  const Table wine = shipped("wine.csv");
  for (const CurveSplits splits : {CurveSplits::nested, CurveSplits::independent}) {
    const CurveOptions options{.estimators = with_scikit_learn,
                               .test_sizes = {0.2, 0.5, 0.95},
                               .repeats = 20,
                               .splits = splits};
    const auto with_threads = [&](int count) {
      const ThreadLimit limit(count);
      return learning_curve(model_of(wine), wine, options);
    };
    const LearningCurve one = with_threads(1);
    CHECK(one == with_threads(2));
    CHECK(one == with_threads(5));
  }
}

TEST_CASE("a size has the same splits whatever other sizes and estimators are asked for") {
  const Table iris = shipped("iris.csv");
  for (const CurveSplits splits : {CurveSplits::nested, CurveSplits::independent}) {
    const CurveOptions all{.test_sizes = {0.2, 0.5}, .repeats = 4, .splits = splits};
    const CurveOptions few{
        .estimators = {Estimator::predictive}, .test_sizes = {0.5}, .repeats = 4, .splits = splits};
    const LearningCurve more = learning_curve(model_of(iris), iris, all);
    const LearningCurve less = learning_curve(model_of(iris), iris, few);
    const CurvePoint& expected = more.points[7];  // of the predictive, at 0.5
    const CurvePoint& point = less.points.front();
    REQUIRE(point.runs.size() == expected.runs.size());
    for (std::size_t i = 0; i < point.runs.size(); ++i) {
      CAPTURE(i);
      CHECK(point.runs[i].accuracy == expected.runs[i].accuracy);
      CHECK(close(*point.runs[i].log_loss, *expected.runs[i].log_loss));
    }
  }
}

TEST_CASE("sizes are shares or numbers of rows, and what is not tested is learned") {
  const auto sizes = detail::curve_sizes({.test_sizes = {0.98, 0.01, 0.07, 1, 99, 0.5}}, 100);
  const std::vector<Index> tested{98, 1, 7, 1, 99, 50};
  REQUIRE(sizes.size() == tested.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    CAPTURE(i);
    CHECK(sizes[i].test_rows == tested[i]);
    CHECK(sizes[i].training_rows == 100 - tested[i]);
  }
  // 205.8 test rows of 210 are 206, as scikit-learn has it.
  CHECK(detail::curve_sizes({.test_sizes = {0.98}}, 210).front().test_rows == 206);
  const auto learned = detail::curve_sizes({.training_sizes = {25}}, 100).front();
  CHECK(learned.asked == 0.75);
  CHECK(learned.test_rows == 75);
}

TEST_CASE("sizes and repeats that make no sense are refused") {
  const auto refused = [](const CurveOptions& options) {
    return testing::throws_error([&] { (void)detail::curve_sizes(options, 100); },
                                 ErrorCode::domain);
  };
  for (const double size : {0.0, -0.5, 1.5, 100.0, 0.999}) {
    CAPTURE(size);
    CHECK(refused({.test_sizes = {size}}));
  }
  CHECK(refused({.training_sizes = {0}}));
  CHECK(refused({.training_sizes = {100}}));
  CHECK(refused({}));
  CHECK(testing::fails_with(ErrorCode::domain,
                            "a test size of 0.999 leaves nothing to learn or to test of 100 rows "
                            "with a label; give a share that leaves at least one row to learn: "
                            "at most 99/100",
                            [] { (void)detail::curve_sizes({.test_sizes = {0.999}}, 100); }));
  CHECK(detail::curve_sizes({.test_sizes = {99.0 / 100}}, 100).front().training_rows == 1);
  CHECK(refused({.test_sizes = {0.5}, .training_sizes = {5}}));
  CHECK(refused({.test_sizes = {0.5}, .repeats = 0}));
}

TEST_CASE("a study that is stopped keeps no half of a repeat") {
  const Table iris = shipped("iris.csv");
  CurveProgress progress;
  progress.stop = true;
  const LearningCurve curve = learning_curve(
      model_of(iris), iris, CurveOptions{.test_sizes = {0.5}, .repeats = 4}, &progress);
  CHECK_FALSE(curve.complete);
  CHECK(progress.repeats_done == 0);
  CHECK(curve.points.size() == 5);  // the baseline is the last
  CHECK(curve.points.front().repeats == 0);
  CHECK_FALSE(curve.points.front().mean_accuracy.has_value());

  progress.stop = false;
  CHECK(learning_curve(model_of(iris), iris, CurveOptions{.test_sizes = {0.5}, .repeats = 4},
                       &progress)
            .complete);
  CHECK(progress.repeats_done == 4);
}

TEST_CASE(
    "the spread is that of the training sets or that of the test rows where the other is large") {
  // Two classes of one normal column, 1.5 apart.
  Random random{20261121};
  std::string csv = "x,class\n";
  for (int row = 0; row < 5000; ++row) {
    const bool first = random.uniform() < 0.5;
    csv += testing::decimal_text(random.normal() + (first ? 0.0 : 1.5)) + (first ? ",a\n" : ",b\n");
  }
  const Table table = testing::table_of(csv);
  const LearningCurve curve = learning_curve(model_of(table), table,
                                             CurveOptions{.estimators = {Estimator::predictive},
                                                          .training_sizes = {8, 4950},
                                                          .repeats = 400,
                                                          .splits = CurveSplits::independent});
  // Eight rows learned and all others tested.
  const CurvePoint& few_learned = curve.points[0];
  CHECK(*few_learned.split_noise < 0.01 * *few_learned.sd_accuracy);
  CHECK(*few_learned.training_noise > 0.99 * *few_learned.sd_accuracy);
  // 50 tested and all others learned; 3.5 standard errors of a standard deviation from 400.
  const CurvePoint& few_tested = curve.points[1];
  CHECK(std::abs(*few_tested.sd_accuracy / *few_tested.split_noise - 1) < 3.5 / std::sqrt(800.0));
}

TEST_CASE("stratified test rows vary within classes alone") {
  // Whatever is learned, the baseline has the same seven of ten rows right in every split.
  const Table german = shipped("german_credit.csv");
  const LearningCurve curve = learning_curve(model_of(german), german,
                                             {.estimators = {Estimator::predictive},
                                              .training_sizes = {500},
                                              .repeats = 20,
                                              .stratified = true});
  const CurvePoint& predictive = curve.points.front();
  const CurvePoint& baseline = curve.points.back();
  CHECK(*baseline.sd_accuracy == doctest::Approx(0));
  CHECK(*baseline.split_noise == 0);
  CHECK(*baseline.training_noise == doctest::Approx(0));
  CHECK(*baseline.test_noise == doctest::Approx(std::sqrt(0.7 * 0.3 / 500)));
  // Half of the rows are tested, and those of one class are more alike than those of both.
  CHECK(*predictive.split_noise > 0);
  CHECK(*predictive.split_noise < *predictive.test_noise / std::sqrt(2.0));
}
