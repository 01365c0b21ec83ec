// Learning curves as figures.
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>

#include <credence/study/learning_curve.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "support/has.hpp"
#include "support/markup.hpp"

using namespace credence;
using testing::has;

namespace {

CurvePoint point(const std::string& estimator, Index training_rows, double accuracy) {
  return {.estimator = estimator,
          .test_size = 0.5,
          .test_rows = 1000 - training_rows,
          .training_rows = training_rows,
          .repeats = 10,
          .mean_accuracy = accuracy,
          .median_accuracy = accuracy,
          .lower_accuracy = accuracy - 0.1,
          .upper_accuracy = accuracy + 0.05,
          .sd_accuracy = 0.02,
          .mean_log_loss = 1 - accuracy,
          .test_noise = 0.01,
          .training_noise = 0.01};
}

LearningCurve sample() {
  LearningCurve curve{.rows = 1000, .label = "class", .repeats = 10};
  curve.classes = {"a", testing::hostile_name};
  for (const Index rows : {2, 10, 100, 900}) {
    curve.points.push_back(point("predictive", rows, 0.7 + 0.0002 * static_cast<double>(rows)));
    curve.points.push_back(point("maximum_likelihood", rows, 0.6));
  }
  curve.points[1].mean_accuracy.reset();
  curve.points[1].lower_accuracy.reset();
  curve.points[1].upper_accuracy.reset();
  curve.points[1].mean_log_loss.reset();
  curve.points[3].mean_log_loss = std::numeric_limits<double>::infinity();
  return curve;
}

}  // namespace

TEST_CASE("learning curves are well-formed figures with bands, for test sizes and training sizes") {
  LearningCurve curve = sample();

  for (const bool by_training_rows : {false, true}) {
    curve.by_training_rows = by_training_rows;
    const testing::Markup page = testing::markup_of(to_html(page_of(curve)));
    CHECK(page.fault == "");
    CHECK(page.count("svg") == 2);
    const Figure figure = accuracy_curve_figure(curve);
    CHECK(has(figure.drawing.marks(), "s0 band"));
    CHECK(has(figure.drawing.marks(), ">maximum likelihood<"));
    CHECK_FALSE(has(figure.drawing.marks(), "nan"));
    CHECK(figure.numbers.rows.size() == 8);
  }
}

TEST_CASE("sizes of training sets stand on a logarithmic axis") {
  LearningCurve curve = sample();
  curve.by_training_rows = true;

  const std::string marks = accuracy_curve_figure(curve).drawing.marks();

  for (const char* tick : {">10<", ">100<"}) CHECK(has(marks, tick));
  CHECK_FALSE(has(marks, ">900<"));
}

TEST_CASE("bands have thin edges, so that those of several estimators can be told apart") {
  const std::string marks = accuracy_curve_figure(sample()).drawing.marks();

  CHECK(has(marks, "s0 line edge"));
  CHECK(has(marks, "s1 line edge"));
}

TEST_CASE("a picture on its own bears its title, a page writes it as a heading") {
  const testing::Markup picture = testing::markup_of(to_svg(accuracy_curve_figure(sample())));
  CHECK(picture.fault == "");
  CHECK(picture.says("Mean accuracy of each estimator"));
}

TEST_CASE("the best possible is a line where it is known") {
  LearningCurve curve = sample();
  CHECK_FALSE(has(accuracy_curve_figure(curve).drawing.marks(), "best possible"));

  curve.best = BestPossible{.accuracy = 0.93, .log_loss = 0.2};

  CHECK(has(accuracy_curve_figure(curve).drawing.marks(), "best possible"));
  CHECK(has(log_loss_curve_figure(curve).caption, "best that any classifier"));
}

TEST_CASE("a study without a point has figures") {
  CHECK(testing::markup_of(to_html(page_of(LearningCurve{}))).fault == "");
}

TEST_CASE("an axis without round numbers shows the numbers of training rows") {
  LearningCurve curve = sample();
  curve.by_training_rows = true;
  curve.points = {point("predictive", 70, 0.7), point("predictive", 90, 0.8)};

  const std::string marks = accuracy_curve_figure(curve).drawing.marks();
  CHECK(has(marks, ">70<"));
  CHECK(has(marks, ">90<"));
  CHECK_FALSE(has(marks, ">1.85<"));
}

TEST_CASE("training rows are thin lines beside those of test rows, and take part in the axis") {
  LearningCurve curve = sample();
  CHECK(training_score_figures(curve).empty());
  CHECK(accuracy_curve_figure(curve).numbers.columns.back() == "training_noise");
  const Page without = page_of(curve);

  for (std::size_t at = 0; at < 8; at += 2) {  // of the first estimator
    curve.points[at].mean_training_accuracy = 0.99;
    curve.points[at].mean_training_log_loss = std::numeric_limits<double>::infinity();
  }

  const Page page = page_of(curve);
  REQUIRE(page.sections.size() == 2);
  CHECK(page.sections[1].heading == "On training rows and on test rows");
  CHECK(testing::markup_of(to_html(page)).fault == "");
  const std::vector<Figure>& figures = page.sections[1].figures;
  REQUIRE(figures.size() == 2);
  CHECK(figures[0].name == "training_accuracy");
  CHECK(figures[1].name == "training_log_loss");
  CHECK(has(figures[0].caption, "thin lines the training rows"));
  const std::string marks = figures[0].drawing.marks();
  CHECK(has(marks, "s0 line edge"));
  CHECK_FALSE(has(marks, "s1 line edge"));
  CHECK_FALSE(has(marks, "band"));
  CHECK(has(marks, ">1.0<"));  // above all test rows
  // What is infinite has no place.
  CHECK_FALSE(has(figures[1].drawing.marks(), "line edge"));
  CHECK_FALSE(has(figures[1].drawing.marks(), "inf"));
  CHECK(figures[0].numbers.columns.back() == "mean_training_log_loss");
  CHECK(figures[0].numbers.rows[0][17] == FigureNumbers::Cell(0.99));
  // The other figures are drawn as they were.
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(page.sections[0].figures[i].drawing == without.sections[0].figures[i].drawing);
}

TEST_CASE("the numbers of a curve on its page are those of its CSV") {
  LearningCurve curve = sample();
  curve.points[0].split_noise = 0.03;
  curve.points[0].mean_ruled_out = 0.25;

  for (const Figure& figure : figures_of(page_of(curve)))
    CHECK(to_csv(figure.numbers) == to_csv(curve));
  const std::vector<std::string> columns = accuracy_curve_figure(curve).numbers.columns;
  CHECK(std::find(columns.begin(), columns.end(), "split_noise") != columns.end());
}

TEST_CASE("the caption of log losses does not say that some lie beyond the axis where none does") {
  CHECK_FALSE(has(log_loss_curve_figure(sample()).caption, "A few far larger"));
}
