#include <credence/study/learning_curve.hpp>

#include <credence/base/parallel.hpp>
#include <credence/base/random.hpp>
#include <credence/study/evaluate.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <set>

#include "study/curve_points.hpp"
#include "support/locale_free.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::Doubles;

namespace {

Table shipped(const std::string& name) {
  return read_csv(testing::project_file("examples/data/" + name));
}

Model model_of(const Table& table) { return infer_model(table, {.label = "class"}); }

const std::vector<Estimator> with_scikit_learn{
    Estimator::maximum_likelihood, Estimator::maximum_a_posteriori, Estimator::posterior_mean,
    Estimator::predictive, Estimator::scikit_learn};

// The rows with a label and the class of each.
detail::LabelledRows labelled(const Table& table) {
  const CodeColumn codes = codes_of(table, table.column("class"));
  const auto truth = detail::positions_that_count(codes, codes.levels, {});
  return detail::labelled_rows(truth, {});
}

// One split the slow way: tables of the rows themselves, a fit and an evaluation.
std::vector<Result> refitted(const Model& model, const Table& table, std::span<const Index> order,
                             const CurvePoint& size, std::span<const Estimator> estimators) {
  Schema schema = model.schema();
  schema.classes = codes_of(table, table.column("class")).levels;
  const auto first = order.first(static_cast<std::size_t>(size.training_rows));
  const auto last = order.last(static_cast<std::size_t>(size.test_rows));
  const auto posterior =
      observe(Model(schema), table.select(std::vector<Index>(first.begin(), first.end())));
  return evaluate(posterior, table.select(std::vector<Index>(last.begin(), last.end())), estimators)
      .results;
}

bool close(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(b));
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
  const auto rows = labelled(table);
  const std::size_t sizes = curve.points.size() / (options.estimators.size() + 1);
  Index undefined = 0;
  for (std::size_t at = 0; at < sizes; ++at)
    for (Index repeat = 0; repeat < options.repeats; ++repeat) {
      CAPTURE(at);
      CAPTURE(repeat);
      const std::vector<Index> order =
          detail::curve_order(rows, std::ssize(curve.classes), options, repeat,
                              {.training_rows = curve.points[at].training_rows});
      const auto expected = refitted(model, table, order, curve.points[at], options.estimators);
      for (std::size_t e = 0; e < options.estimators.size(); ++e) {
        const CurvePoint& point = curve.points[e * sizes + at];
        CAPTURE(point.estimator);
        REQUIRE(point.estimator == expected[e].estimator);
        const CurveRun* run = run_of(point, repeat + 1);
        REQUIRE((run != nullptr) == expected[e].metrics.has_value());
        undefined += run == nullptr ? 1 : 0;
        if (run == nullptr) continue;
        CHECK(close(run->accuracy, expected[e].metrics->accuracy));
        CHECK(close(run->log_loss, expected[e].metrics->log_loss));
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
                                            .log_loss = static_cast<double>(i)};
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
      CHECK(close(point.runs[i].log_loss, expected.runs[i].log_loss));
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
