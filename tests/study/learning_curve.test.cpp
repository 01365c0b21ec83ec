#include <credence/study/learning_curve.hpp>

#include <credence/base/parallel.hpp>
#include <credence/base/random.hpp>
#include <credence/study/evaluate.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "study/curve/curve_points.hpp"
#include "support/curve_tables.hpp"
#include "support/locale_free.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::close;
using testing::Doubles;
using testing::labelled;
using testing::model_of;
using testing::shipped;
using testing::with_scikit_learn;

namespace {

// One split the slow way: tables of the rows themselves, a fit and an evaluation.
std::vector<Result> refitted(const Model& model, const Table& table, std::span<const Index> order,
                             const CurvePoint& size, const CurveOptions& options) {
  Schema schema = model.schema();
  schema.classes = codes_of(table, table.column("class")).levels;
  if (!options.weight.empty())
    *schema.find(options.weight) = {.name = options.weight, .family = "none"};
  const auto first = order.first(static_cast<std::size_t>(size.training_rows));
  const auto last = order.last(static_cast<std::size_t>(size.test_rows));
  const auto posterior = observe(
      Model(schema), table.select(std::vector<Index>(first.begin(), first.end())), options.weight);
  return evaluate(posterior, table.select(std::vector<Index>(last.begin(), last.end())),
                  {.estimators = options.estimators, .weight = options.weight})
      .results;
}

// The run of a repeat (from 1) at a point; none where it was undefined.
const CurveRun* run_of(const CurvePoint& point, Index repeat) {
  const auto found = std::find_if(point.runs.begin(), point.runs.end(),
                                  [&](const CurveRun& run) { return run.repeat == repeat; });
  return found == point.runs.end() ? nullptr : &*found;
}

// Compares every run of a curve with a fit of its own; returns how many were undefined.
Index check_against_refits(const Model& model, const Table& table, const CurveOptions& options) {
  const LearningCurve curve = learning_curve(model, table, options);
  const auto rows = options.weight.empty()
                        ? labelled(table)
                        : labelled(table, credence::bind(model, table, options.weight).weights);
  const std::size_t sizes = curve.points.size() / (options.estimators.size() + 1);
  Index undefined = 0;
  for (std::size_t at = 0; at < sizes; ++at)
    for (Index repeat = 0; repeat < options.repeats; ++repeat) {
      CAPTURE(at);
      CAPTURE(repeat);
      const std::vector<Index> order =
          detail::curve_order(rows, std::ssize(curve.classes), options, repeat,
                              {.training_rows = curve.points[at].training_rows});
      const auto expected = refitted(model, table, order, curve.points[at], options);
      for (std::size_t e = 0; e < options.estimators.size(); ++e) {
        const CurvePoint& point = curve.points[e * sizes + at];
        CAPTURE(point.estimator);
        REQUIRE(point.estimator == expected[e].estimator);
        const CurveRun* run = run_of(point, repeat + 1);
        REQUIRE((run != nullptr) == expected[e].metrics.has_value());
        undefined += run == nullptr ? 1 : 0;
        if (run == nullptr) continue;
        CHECK(close(run->accuracy, expected[e].metrics->accuracy));
        CHECK(close(*run->log_loss, expected[e].metrics->log_loss));
        CHECK(close(*run->ruled_out, expected[e].metrics->ruled_out));
      }
    }
  Index counted = 0;
  for (const CurvePoint& point : curve.points) counted += point.undefined_repeats;
  CHECK(counted == undefined);
  return undefined;
}

}  // namespace

TEST_CASE("a learning curve of numbers is that of a fit and an evaluation for each split") {
  const Table wine = shipped("wine.csv");
  const CurveOptions options{.estimators = with_scikit_learn,
                             .test_sizes = {0.3, 0.95, 0.98, 40},
                             .repeats = 6,
                             .seed = 20261121};
  // Six or so rows of three classes: some class has but one.
  CHECK(check_against_refits(model_of(wine), wine, options) > 0);
}

TEST_CASE("splits drawn anew give the curve of a fit for each split, too") {
  const Table iris = shipped("iris.csv");
  CurveOptions options{.estimators = with_scikit_learn,
                       .training_sizes = {75, 6, 12},
                       .repeats = 5,
                       .splits = CurveSplits::independent};
  check_against_refits(model_of(iris), iris, options);
  options.stratified = true;
  check_against_refits(model_of(iris), iris, options);
}

TEST_CASE("levels that the training rows lack are unseen, as in a fit of those rows") {
  const Table german = shipped("german_credit.csv");
  check_against_refits(model_of(german), german, {.training_sizes = {20, 200}, .repeats = 3});
  const Table votes = shipped("house_votes_84.csv");
  check_against_refits(model_of(votes), votes,
                       {.test_sizes = {0.97}, .repeats = 3, .stratified = true});
}

TEST_CASE("automatic and empirical priors come from the training rows of each split") {
  const Table iris = shipped("iris.csv");
  Schema schema = model_of(iris).schema();
  for (ColumnSchema& column : schema.columns)
    if (column.family == "normal") column.prior = testing::word("empirical");
  check_against_refits(Model(schema), iris, {.training_sizes = {30, 60}, .repeats = 2});
}

TEST_CASE("rows with weights give the curve of a weighted fit and evaluation for each split") {
  Table iris = shipped("iris.csv");
  Doubles weights;
  for (Index row = 0; row < iris.rows(); ++row) weights.push_back(static_cast<double>(row % 4) / 2);
  iris.add("w", weights);
  check_against_refits(model_of(iris), iris,
                       {.training_sizes = {20, 60}, .repeats = 3, .weight = "w"});
}

TEST_CASE("rows of weight 0 are never drawn, and equal weights change nothing") {
  const std::string plain = "x,class\n1,a\n2,b\n3,a\n5,b\n4,a\n2.5,a\n7,b\n6,b\n1.5,a\n5.5,b\n";
  std::string weighted;
  for (std::size_t at = 0, row = 0; at < plain.size(); ++at)
    weighted += plain[at] == '\n' ? (row++ == 0 ? ",w\n" : ",1\n") : std::string(1, plain[at]);
  const Table table = testing::table_of(plain);
  const Table same = testing::table_of(weighted);
  const Table more = testing::table_of(weighted + "100,a,0\n-100,b,0\n");
  CurveOptions options{.training_sizes = {4, 6}, .repeats = 4};
  options.decompose = true;
  const LearningCurve bare = learning_curve(model_of(table), table, options);
  options.weight = "w";
  CHECK(learning_curve(model_of(same), same, options).points == bare.points);
  const LearningCurve without = learning_curve(model_of(more), more, options);
  CHECK(without.rows == 10);
  CHECK(without.points == bare.points);
}

TEST_CASE("the parts of an error weigh rows, and add up to its mean by weight") {
  // One split that tests every row once: the mean over repeats is the mean over rows.
  Table iris = shipped("iris.csv");
  Doubles weights;
  GivenSplit split{.name = "half"};
  for (Index row = 0; row < iris.rows(); ++row) {
    weights.push_back(1 + static_cast<double>(row % 7));
    (row % 2 == 0 ? split.learned : split.tested).push_back(row);
  }
  iris.add("w", weights);
  CurveOptions options{.weight = "w", .given = {split}};
  options.decompose = true;
  const LearningCurve curve = learning_curve(model_of(iris), iris, options);
  REQUIRE(curve.points.size() == 5);
  for (const CurvePoint& point : curve.points) {
    CAPTURE(point.estimator);
    REQUIRE(point.parts.has_value());
    CHECK(point.parts->tests == 75);
    CHECK(close(point.parts->error, 1 - *point.mean_accuracy));
    CHECK(close(point.parts->error,
                point.parts->bias + point.parts->variance_unbiased - point.parts->variance_biased));
  }
}

TEST_CASE("unequal weights lift the noise of the test rows") {
  // Half of the rows weigh three times as much: 4 (1 + 9) / 2 / (1 + 3)^2 = 1.25.
  CHECK(detail::design_effect(Doubles{1, 3, 1, 3}) == 1.25);
  CHECK(detail::design_effect(Doubles{0.3, 0.3, 0.3}) == doctest::Approx(1).epsilon(1e-15));
  // Also where the squares of the weights are no doubles.
  for (const double size : {1e155, 1e300, 1e-200, 5e-324}) {
    CAPTURE(size);
    CHECK(detail::design_effect(Doubles{size, 3 * size, size, 3 * size}) == doctest::Approx(1.25));
  }
}

TEST_CASE("rows without a label are never drawn, and neither learned nor tested") {
  const Table table =
      testing::table_of("x,class\n1,a\n2,\n3,a\n5,b\n4,?\n2.5,a\n7,b\n6,b\n1.5,a\n5.5,b\n");
  const LearningCurve curve =
      learning_curve(model_of(table), table, CurveOptions{.training_sizes = {6}, .repeats = 3});
  CHECK(curve.rows == 8);
  CHECK(curve.skipped_rows == 2);
  CHECK(curve.points.front().test_rows == 2);
  check_against_refits(model_of(table), table, {.training_sizes = {4, 6}, .repeats = 4});
}

TEST_CASE("an estimate that exists in no repeat has no numbers, and is counted") {
  // One row has no spread; two may be of one class, so that the others cannot be chosen.
  const Table iris = shipped("iris.csv");
  const CurveOptions options{.training_sizes = {1, 2}, .repeats = 12};
  const LearningCurve curve = learning_curve(model_of(iris), iris, options);
  const CurvePoint& one = curve.points[0];
  CHECK(one.estimator == "maximum_likelihood");
  CHECK(one.repeats == 12);
  CHECK(one.undefined_repeats == 12);
  CHECK_FALSE(one.mean_accuracy.has_value());
  CHECK_FALSE(one.mean_log_loss.has_value());
  CHECK_FALSE(one.test_noise.has_value());
  CHECK(one.why_undefined.starts_with("column 'sepal_length', class '"));
  CHECK(one.why_undefined.find("so that the variance would be 0") != std::string::npos);
  CHECK(curve.points.back().why_undefined.empty());
  const CurvePoint& two = curve.points[1];
  CHECK(two.undefined_repeats > 0);
  CHECK(two.undefined_repeats < 12);
  CHECK(two.mean_accuracy.has_value());
  check_against_refits(model_of(iris), iris, options);
}

TEST_CASE("the numbers of a point are those of its runs") {
  using detail::CurveRepeat;
  // given four of five repeats with an estimate, 40 of 100 rows tested
  std::vector<CurveRepeat> repeats(6);
  const Doubles accuracies{0.5, 0.7, 0.9, 0.8};
  for (std::size_t i = 0; i < 5; ++i) {
    repeats[i].finished = true;
    repeats[i].outcomes.resize(2);  // the second is the baseline, which is left out here
    if (i < 4)
      repeats[i].outcomes[0].run = CurveRun{.repeat = static_cast<Index>(i) + 1,
                                            .accuracy = accuracies[i],
                                            .log_loss = static_cast<double>(i),
                                            .ruled_out = i == 1 ? 0.25 : 0};
  }
  const std::vector<detail::CurveSize> sizes{{.asked = 0.4, .test_rows = 40, .training_rows = 60}};
  LearningCurve curve{.rows = 100};

  detail::add_points(sizes, repeats,
                     {.estimators = {Estimator::predictive}, .test_sizes = {0.4}, .repeats = 6}, {},
                     {.drawn_from = 100}, curve);

  REQUIRE(curve.points.size() == 2);
  const CurvePoint& point = curve.points.front();
  CHECK_FALSE(curve.complete);  // the sixth was not finished
  CHECK(point.repeats == 5);
  CHECK(point.undefined_repeats == 1);
  CHECK(*point.mean_accuracy == doctest::Approx(0.725).epsilon(1e-15));
  CHECK(*point.median_accuracy == doctest::Approx(0.75).epsilon(1e-15));
  CHECK(*point.lower_accuracy == doctest::Approx(0.53).epsilon(1e-15));  // 0.15 of the way to 0.7
  CHECK(*point.upper_accuracy == doctest::Approx(0.885).epsilon(1e-15));
  CHECK(*point.mean_log_loss == doctest::Approx(1.5).epsilon(1e-15));
  CHECK(*point.median_log_loss == doctest::Approx(1.5).epsilon(1e-15));
  CHECK(point.mean_ruled_out == 0.0625);
  // Squares about 0.725: 0.050625, 0.000625, 0.030625, 0.005625.
  const double variance = 0.0875 / 3;
  const double of_test = 0.725 * 0.275 / 40;
  CHECK(*point.sd_accuracy == doctest::Approx(std::sqrt(variance)).epsilon(1e-14));
  CHECK(*point.test_noise == doctest::Approx(std::sqrt(of_test)).epsilon(1e-14));
  CHECK(*point.split_noise == doctest::Approx(std::sqrt(of_test * 60 / 99)).epsilon(1e-14));
  CHECK(*point.training_noise ==
        doctest::Approx(std::sqrt(variance - of_test * 60 / 99)).epsilon(1e-14));

  // Fresh test rows in every repeat: the whole of the noise.
  LearningCurve fresh{.rows = 100};
  detail::add_points(sizes, repeats, {.estimators = {Estimator::predictive}, .repeats = 6}, {}, {},
                     fresh);
  CHECK(*fresh.points.front().split_noise == *point.test_noise);
}

TEST_CASE("the part of the spread that test rows have follows from how they are drawn") {
  const std::vector<detail::CurveSize> sizes{{.asked = 0.4, .test_rows = 40, .training_rows = 60}};
  std::vector<detail::CurveRepeat> repeats(2);
  for (std::size_t i = 0; i < 2; ++i) {
    repeats[i].finished = true;
    repeats[i].outcomes.resize(2);
    // Of the classes 18 of 24 and 8 of 16, then 20 of 24 and 6 of 16.
    const double first = i == 0 ? 18 : 20;
    const double second = i == 0 ? 8 : 6;
    repeats[i].outcomes[0] = {
        .run = CurveRun{.repeat = static_cast<Index>(i) + 1, .accuracy = (first + second) / 40},
        .classes = {{.rows = 24, .weight = 24, .right = first},
                    {.rows = 16, .weight = 16, .right = second}}};
  }
  detail::CurvePredictions tests;
  for (detail::CurveRepeat& repeat : repeats) tests.add(repeat);
  const auto point_on = [&](const detail::CurveGround& ground) {
    LearningCurve curve{.rows = 100};
    detail::add_points(sizes, repeats, {.estimators = {Estimator::predictive}, .repeats = 2}, tests,
                       ground, curve);
    return curve.points.front();
  };

  // Drawn from 60 and 40 rows: (3/5)^2 19/24 5/24 / 24 36/59 + (2/5)^2 7/16 9/16 / 16 24/39.
  const double variance = 0.36 * 95 / 576 / 24 * 36 / 59 + 0.16 * 63 / 256 / 16 * 24 / 39;
  const CurvePoint stratified = point_on({.drawn_from = 100, .class_rows = {60, 40}});
  CHECK(*stratified.split_noise == doctest::Approx(std::sqrt(variance)).epsilon(1e-14));
  // Weights that have nothing to do with labels vary the shares of the classes, too.
  const double apart = 19.0 / 24 - 0.65;
  const double other = 7.0 / 16 - 0.65;
  const double weighted = 0.36 * (1.5 * 95 / 576 + 0.5 * apart * apart) / 24 * 36 / 59 +
                          0.16 * (1.5 * 63 / 256 + 0.5 * other * other) / 16 * 24 / 39;
  CHECK(*point_on({.drawn_from = 100, .design_effect = 1.5, .class_rows = {60, 40}}).split_noise ==
        doctest::Approx(std::sqrt(weighted)).epsilon(1e-14));

  const CurvePoint same = point_on({.same_test_rows = true});
  CHECK(*same.split_noise == 0);
  CHECK(*same.training_noise == *same.sd_accuracy);
  CHECK(*same.test_noise == doctest::Approx(std::sqrt(0.65 * 0.35 / 40)));
}

TEST_CASE("one repeat has no spread, and a spread below that of the test rows leaves no rest") {
  const Table iris = shipped("iris.csv");
  const LearningCurve one =
      learning_curve(model_of(iris), iris, CurveOptions{.test_sizes = {0.5}, .repeats = 1});
  CHECK_FALSE(one.points.front().sd_accuracy.has_value());
  CHECK_FALSE(one.points.front().training_noise.has_value());
  CHECK(one.points.front().test_noise.has_value());

  const LearningCurve many =
      learning_curve(model_of(iris), iris, CurveOptions{.test_sizes = {0.01, 0.3}, .repeats = 50});
  for (const CurvePoint& point : many.points) {
    CHECK(*point.training_noise >= 0);
    const double rest =
        *point.sd_accuracy * *point.sd_accuracy - *point.split_noise * *point.split_noise;
    CHECK(close(*point.training_noise * *point.training_noise, std::max(rest, 0.0)));
  }
}

TEST_CASE("repeats in which lazy rules have no estimate are counted, and have no accuracy") {
  const Table table = testing::table_of("x,y,class\n1,s,a\n2,t,a\n3,s,b\n3,t,b\n5,s,a\n3,t,b\n");
  const Model model(testing::schema_of(
      {{.name = "x", .family = "normal"}, {.name = "y", .family = "categorical"}}));

  // All numbers of class b are equal, whichever rows are learned.
  const LearningCurve curve = learning_curve(model, table,
                                             {.estimators = {Estimator::maximum_likelihood},
                                              .training_sizes = {4},
                                              .repeats = 3,
                                              .lazy_rules = true});

  const CurvePoint& lazy = curve.points.front();
  CHECK(lazy.estimator == "maximum_likelihood");
  CHECK(lazy.undefined_repeats == 3);
  CHECK(lazy.runs.empty());
  CHECK(lazy.why_undefined.find("'normal' does not exist") != std::string::npos);
  CHECK_FALSE(lazy.mean_accuracy.has_value());
  CHECK(curve.points.back().undefined_repeats == 0);
}
