#include <credence/report/figures.hpp>

#include <credence/predict/explain.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/decision_surface.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/feature_pictures.hpp>
#include <credence/study/result.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/has.hpp"
#include "support/markup.hpp"

using namespace credence;
using testing::has;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double endless = std::numeric_limits<double>::infinity();

Result result_of(const std::string& estimator, const std::string& on, double log_loss) {
  Result result{.estimator = estimator, .on = on};
  result.metrics = Metrics{0.9, log_loss, 0.1, 0.95, 0, 100, log_loss / 10};
  result.confusion = Confusion{{testing::hostile_name, "b"}, {40, 10, 0, 50}};
  CalibrationCounts counts;
  for (int i = 0; i < 100; ++i) counts.add(i / 100.0, i % 3 != 0);
  result.calibration = counts.calibration();
  result.calibration->klass = testing::hostile_name;
  return result;
}

Comparison comparison() {
  Comparison comparison{.rows = 100, .label = "class"};
  for (const char* on : {"training", "cross_validation", "leave_one_out"}) {
    comparison.results.push_back(result_of("predictive", on, 0.3));
    comparison.results.push_back(result_of("posterior_mean", on, endless));
    Result undefined{.estimator = "maximum_likelihood", .on = on};
    undefined.undefined.push_back({.cell = {"x", "b", "no data"}, .fold = 1});
    comparison.results.push_back(undefined);
  }
  return comparison;
}

FeaturePicture numbers_picture() {
  FeaturePicture picture{.feature = testing::hostile_name, .family = "normal"};
  picture.classes = {"a", testing::hostile_name};
  picture.rows = {3, 0};
  picture.edges = {0, 1, 2};
  picture.points = {-1, 0, 1, 2, 3};
  picture.observed = {{0.5, 0.5}, {0, 0}};
  picture.expected = {{0.1, 0.3, 1e308, 0.3, 0.1},
                      {no_number, no_number, no_number, no_number, no_number}};
  picture.undefined = "no data";
  return picture;
}

DecisionSurface surface() {
  DecisionSurface surface{.across = testing::hostile_name, .up = "b"};
  surface.classes = {"p", testing::hostile_name};
  surface.x = {0, 1};
  surface.y = {0, 1e300};
  surface.label = {0, 1, 1, 1};
  surface.probability = {0.5, 0.9, 1, 0.99};
  surface.rows = {{0.5, 0.5, 1}, {50, 0, 0}};
  surface.rows_in_all = 9;
  return surface;
}

CellPicture cell() {
  return {.feature = testing::hostile_name,
          .klass = "p",
          .parameter = "rate",
          .rows = 4,
          .interval = {1, 2},
          .values = {0, 1, 1.5, 2, 3},
          .prior = {endless, 1, 0.5, 0.3, 0.1},
          .likelihood = {0, 0.3, 0.5, 0.3, 0},
          .posterior = {0, 0.4, 0.6, 0.4, 0}};
}

Explanation explanation(int features) {
  Explanation why{.row = 2, .klass = testing::hostile_name, .against = "b"};
  why.lines.push_back({.kind = LineKind::prior, .feature = "class", .contribution = -0.5});
  for (int i = 0; i < features; ++i)
    why.lines.push_back({.feature = "x" + std::to_string(i),
                         .value = testing::hostile_name,
                         .contribution = i % 2 == 0 ? i : -0.4 * i,
                         .interval = Interval{-1, 1}});
  why.log_odds = sum_of_lines(why.lines);
  return why;
}

void check(const Figure& figure) {
  CAPTURE(figure.name);
  const std::string svg = to_svg(figure);
  CHECK(testing::markup_of(svg).fault == "");
  CHECK_FALSE(has(figure.drawing.marks(), "nan"));
  CHECK_FALSE(has(figure.drawing.marks(), "inf,"));
  CHECK_FALSE(has(figure.drawing.marks(), "<b "));
  CHECK_FALSE(figure.caption.empty());
  CHECK_FALSE(figure.numbers.rows.empty());
  for (const auto& row : figure.numbers.rows) CHECK(row.size() == figure.numbers.columns.size());
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("figures of any numbers and names are well-formed and have their numbers beside them") {
  for (const Figure& figure : figures_of(comparison())) check(figure);
  check(feature_figure(numbers_picture()));
  check(surface_figure(surface()));
  check(cell_figure(cell()));
  for (const int features : {0, 5, 60}) check(explanation_figure(explanation(features)));
  check(information_figure(
      std::vector{FeatureInformation{.feature = testing::hostile_name,
                                     .mutual_information = 0.3,
                                     .interval = Interval{0.2, 0.4}},
                  FeatureInformation{.feature = "text", .part = "word", .mutual_information = 0.1},
                  FeatureInformation{.feature = "x", .undefined = "constant"}}));
  check(evidence_figure(std::vector{
      Relevance{.feature = testing::hostile_name, .log_bayes_factor = 3, .probability = 0.9},
      Relevance{.feature = "x", .undefined = "constant"}}));
}

TEST_CASE("a figure of means in the order of plug-in values says so") {
  const auto caption = [](double first, double second) {
    return information_figure(std::vector{FeatureInformation{.feature = "a",
                                                             .mutual_information = 0.3,
                                                             .interval = Interval{0.1, 0.4},
                                                             .mean = first},
                                          FeatureInformation{.feature = "b",
                                                             .mutual_information = 0.2,
                                                             .interval = Interval{0.1, 0.4},
                                                             .mean = second}})
        .caption;
  };

  CHECK(has(caption(0.2, 0.3), "in the order of plug-in values"));
  CHECK_FALSE(has(caption(0.3, 0.2), "order"));
}

TEST_CASE("a comparison shows accuracy, loss, and calibration and confusion of rows not learned") {
  std::vector<std::string> names;
  for (const Figure& figure : figures_of(comparison())) names.push_back(figure.name);

  CHECK(names == std::vector<std::string>{"accuracy", "log_loss", "calibration", "confusion"});
}

TEST_CASE("one calibration figure holds a series for each estimator, those that coincide once") {
  std::vector<Result> results{result_of("predictive", "test", 0.3),
                              result_of("posterior_mean", "test", 0.4),
                              result_of("maximum_likelihood", "test", 0.5)};
  CalibrationCounts counts;
  for (int i = 0; i < 100; ++i) counts.add(i / 100.0, i % 2 == 0);
  results[2].calibration = counts.calibration();
  results[2].calibration->klass = "b";

  const Figure figure = calibration_figure(results, "y");

  const std::string& marks = figure.drawing.marks();
  CHECK(has(marks, ">posterior predictive, posterior mean<"));
  CHECK(has(marks, ">maximum likelihood<"));
  CHECK(has(marks, "s1 line"));
  CHECK_FALSE(has(marks, "s2 line"));
  CHECK(figure.numbers.columns.front() == "estimator");
  CHECK(figure.numbers.rows.size() == 30);
}

TEST_CASE("the numbers of a feature's figure are of the 200 classes with the most rows") {
  FeaturePicture picture{.feature = "city", .kind = PictureKind::levels, .levels = {"a", "b"}};
  for (int klass = 0; klass < 205; ++klass) {
    picture.classes.push_back("k" + std::to_string(klass));
    picture.rows.push_back(klass < 5 ? 1 : 2);
    picture.observed.push_back({0.5, 0.5});
    picture.expected.push_back({0.4, 0.6});
  }

  const Figure figure = feature_figure(picture, "y");

  REQUIRE(figure.numbers.rows.size() == 400);
  CHECK(std::get<std::string>(figure.numbers.rows.front().front()) == "k5");
  CHECK(std::get<std::string>(figure.numbers.rows.back().front()) == "k204");
}

TEST_CASE("the confusion matrix drawn is that of least log loss, the numbers are of all") {
  const std::vector<Result> results{result_of("posterior_mean", "test", 0.4),
                                    result_of("predictive", "test", 0.3)};

  const Figure figure = confusion_figure(results, "Survived");

  CHECK(figure.title == "Confusion matrix of the posterior predictive");
  CHECK(has(figure.drawing.marks(), ">predicted Survived<"));
  CHECK(figure.numbers.rows.size() == 8);
}

TEST_CASE("classes stand beside the name of the label in legends") {
  const Figure figure = feature_figure(numbers_picture(), "Survived");

  CHECK(has(figure.drawing.marks(), ">Survived = a<"));
  CHECK(has(surface_figure(surface(), "y").drawing.marks(), ">y = p<"));
  CHECK(has(cell_figure(cell(), "y").title, " where y = p"));
}

TEST_CASE("classes beside points have the name of the label, or none of them has") {
  FeaturePicture picture = numbers_picture();
  picture.classes = {"Kama", "Rosa"};
  const auto marks = [&] { return feature_figure(picture, "class").drawing.marks(); };

  CHECK(times(marks(), ">class = Kama<") == 2);  // in the legend and beside the point
  picture.classes[1] = "Canadian";
  CHECK(times(marks(), ">class = Kama<") == 1);
  CHECK(times(marks(), ">Kama<") == 1);
}

TEST_CASE("an estimator without a number is said to be undefined or infinite") {
  const std::vector<Result> results = comparison().results;

  CHECK(times(accuracy_figure(results).drawing.marks(), "undefined: 1 cell") == 3);
  CHECK(times(log_loss_figure(results).drawing.marks(), ">infinite<") == 3);
  // Less is better at the left: infinite losses stand at the right.
  CHECK(times(log_loss_figure(results).drawing.marks(), "text-anchor=\"end\">infinite<") == 3);
}

TEST_CASE("the metrics on a page hold the true classes ruled out, and nothing that is undefined") {
  Comparison compared = comparison();
  compared.results[0].metrics->ruled_out = 0.125;

  const FigureNumbers numbers = page_of(compared).sections[0].tables[0].numbers;

  const auto at = [&](std::size_t row, const std::string& name) {
    const auto column = std::find(numbers.columns.begin(), numbers.columns.end(), name);
    REQUIRE(column != numbers.columns.end());
    return std::get<double>(
        numbers.rows[row][static_cast<std::size_t>(column - numbers.columns.begin())]);
  };
  CHECK(at(0, "true class ruled out") == 0.125);
  CHECK(at(2, "undefined cells") == 1);
  for (const char* name : {"accuracy", "true class ruled out", "impossible rows"})
    CHECK(std::isnan(at(2, name)));
}

TEST_CASE("a class whose density does not exist has no name beside its curve") {
  FeaturePicture picture = numbers_picture();
  picture.classes = {"Kama", "Rosa"};

  const std::string marks = feature_figure(picture).drawing.marks();

  CHECK(times(marks, ">Kama<") == 2);  // in the legend and beside the curve
  CHECK(times(marks, ">Rosa<") == 1);
}

TEST_CASE("the numbers of the accuracy are its interval's ends") {
  const Figure figure = accuracy_figure(std::vector{result_of("predictive", "test", 0.3)});

  const Interval interval = accuracy_interval(Metrics{0.9, 0.3, 0.1, 0.95, 0, 100, 0.03});
  CHECK(std::get<double>(figure.numbers.rows[0][2]) == 0.9);
  CHECK(std::get<double>(figure.numbers.rows[0][3]) == interval.lower);
  CHECK(std::get<double>(figure.numbers.rows[0][4]) == interval.upper);
}

TEST_CASE("the steps of a waterfall end at the log odds, small lines of many in one") {
  const Explanation many = explanation(60);

  const Figure figure = explanation_figure(many);

  CHECK(has(figure.drawing.marks(), "44 smaller lines"));
  CHECK(figure.numbers.rows.size() == 62);
  CHECK(std::get<double>(figure.numbers.rows.back()[2]) == many.log_odds);
}

TEST_CASE("of more classes than can be told apart those with the most rows are drawn") {
  FeaturePicture picture = numbers_picture();
  picture.classes.clear();
  picture.rows.clear();
  picture.observed.clear();
  picture.expected.clear();
  for (int klass = 0; klass < 10; ++klass) {
    picture.classes.push_back("c" + std::to_string(klass));
    picture.rows.push_back(klass);
    picture.observed.push_back({0.5, 0.5});
    picture.expected.push_back({0.1, 0.2, 0.3, 0.2, 0.1});
  }

  const Figure figure = feature_figure(picture);

  CHECK_FALSE(has(figure.drawing.marks(), ">c1<"));
  CHECK(has(figure.drawing.marks(), ">c9<"));
  CHECK(has(figure.caption, "Of 10 classes the 8 with the most rows"));
}

TEST_CASE("names of many classes stand whole above a confusion matrix") {
  Result result = result_of("predictive", "test", 0.3);
  std::vector<std::string> classes;
  for (int klass = 100; klass < 110; ++klass) classes.push_back("class" + std::to_string(klass));
  result.confusion = Confusion(classes, std::vector<double>(100, 1));

  const std::string marks = confusion_figure(std::vector{result}).drawing.marks();

  for (const std::string& name : classes) CHECK(times(marks, ">" + name + "<") == 2);
}

TEST_CASE("a large confusion matrix is cut and says so") {
  Result result = result_of("predictive", "test", 0.3);
  std::vector<std::string> classes;
  for (int klass = 0; klass < 30; ++klass) classes.push_back("c" + std::to_string(klass));
  result.confusion = Confusion(classes, std::vector<double>(900, 1));

  const Figure figure = confusion_figure(std::vector{result});

  CHECK(has(figure.caption, "Of 30 classes the 12 with the most rows"));
  CHECK(figure.numbers.rows.size() == 900);
}

TEST_CASE("the numbers of a confusion matrix of very many classes leave pairs without rows out") {
  Result result = result_of("predictive", "test", 0.3);
  std::vector<std::string> classes;
  for (int klass = 0; klass < 50000; ++klass) classes.push_back("c" + std::to_string(klass));
  result.confusion = Confusion(classes);
  result.confusion->add(49999, 0, 3);
  result.confusion->add(49999, 49999);

  const Figure figure = confusion_figure(std::vector{result});

  REQUIRE(figure.numbers.rows.size() == 2);
  CHECK(std::get<std::string>(figure.numbers.rows[0][1]) == "c49999");
  CHECK(std::get<double>(figure.numbers.rows[0][4]) == 0.75);
}

TEST_CASE("an evaluation is drawn as a comparison of its results") {
  Evaluation evaluation{.label = "class"};
  evaluation.results = {result_of("predictive", "test", 0.3)};

  const std::vector<Figure> figures = figures_of(evaluation);

  std::vector<std::string> names;
  for (const Figure& figure : figures) names.push_back(figure.name);
  CHECK(names == std::vector<std::string>{"accuracy", "log_loss", "calibration", "confusion"});
  for (const Figure& figure : figures) check(figure);
}

TEST_CASE("a posterior without bound at an end is cut there and says so") {
  CellPicture picture = cell();
  picture.values = {0, 0.25, 0.5, 0.75, 1};
  picture.prior = {1, 1, 1, 1, 1};
  picture.likelihood = {1, 1, 1, 1, 1};
  picture.posterior = {1437, 1, 0.7, 0.6, 0.5};

  const Figure cut = cell_figure(picture);

  CHECK_FALSE(has(to_svg(cut), ">1000<"));
  CHECK(has(to_svg(cut), ">1.0<"));
  CHECK(cut.caption.ends_with(" Its density has no bound at an end, where it is cut."));
  picture.posterior = {1, 2, 0.9, 0.6, 0.5};
  CHECK_FALSE(has(cell_figure(picture).caption, "no bound"));
}

TEST_CASE("a picture of the most frequent levels says of how many") {
  FeaturePicture picture{.feature = "city", .family = "categorical", .kind = PictureKind::levels};
  picture.classes = {"a"};
  picture.rows = {10};
  picture.levels = {"Oslo", "Rome"};
  picture.levels_in_all = 2;
  picture.observed = {{0.5, 0.25}};
  picture.expected = {{0.4, 0.3}};
  CHECK_FALSE(has(feature_figure(picture).caption, "most frequent"));

  picture.levels_in_all = 40;

  CHECK(feature_figure(picture).caption.ends_with(" The most frequent of 40 levels."));
}

TEST_CASE("of many feature weights the largest are drawn, and all are among the numbers") {
  FeatureWeights weights{.rows = 9};
  for (int j = 0; j < 50; ++j) {
    weights.names.push_back("x" + std::to_string(j));
    weights.values.push_back(0.01 * j);
  }

  const Figure figure = feature_weights_figure(weights);

  const std::size_t drawn = times(figure.drawing.marks(), "s0 bar");
  CHECK(drawn < 50);
  CHECK(figure.caption.ends_with(" The " + std::to_string(drawn) + " largest of 50."));
  CHECK(has(figure.drawing.marks(), ">x49<"));
  CHECK_FALSE(has(figure.drawing.marks(), ">x1<"));
  CHECK(figure.numbers.rows.size() == 50);
}
