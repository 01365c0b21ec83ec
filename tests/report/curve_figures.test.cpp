// Learning curves as figures.
#include <credence/report/figures.hpp>

#include <credence/study/learning_curve.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "support/markup.hpp"

using namespace credence;

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
    CHECK(figure.drawing.marks().find("s0 band") != std::string::npos);
    CHECK(figure.drawing.marks().find(">maximum likelihood<") != std::string::npos);
    CHECK(figure.drawing.marks().find("nan") == std::string::npos);
    CHECK(figure.numbers.rows.size() == 8);
  }
}

TEST_CASE("sizes of training sets stand on a logarithmic axis") {
  LearningCurve curve = sample();
  curve.by_training_rows = true;

  const std::string marks = accuracy_curve_figure(curve).drawing.marks();

  for (const char* tick : {">10<", ">100<"}) CHECK(marks.find(tick) != std::string::npos);
  CHECK(marks.find(">900<") == std::string::npos);
}

TEST_CASE("bands have thin edges, so that those of several estimators can be told apart") {
  const std::string marks = accuracy_curve_figure(sample()).drawing.marks();

  CHECK(marks.find("s0 line edge") != std::string::npos);
  CHECK(marks.find("s1 line edge") != std::string::npos);
}

TEST_CASE("a picture on its own bears its title, a page writes it as a heading") {
  const testing::Markup picture = testing::markup_of(to_svg(accuracy_curve_figure(sample())));
  CHECK(picture.fault == "");
  CHECK(picture.says("Mean accuracy of each estimator"));
}

TEST_CASE("the best possible is a line where it is known") {
  LearningCurve curve = sample();
  CHECK(accuracy_curve_figure(curve).drawing.marks().find("best possible") == std::string::npos);

  curve.best = BestPossible{.accuracy = 0.93, .log_loss = 0.2};

  CHECK(accuracy_curve_figure(curve).drawing.marks().find("best possible") != std::string::npos);
  CHECK(log_loss_curve_figure(curve).caption.find("best that any classifier") != std::string::npos);
}

TEST_CASE("a study without a point has figures") {
  CHECK(testing::markup_of(to_html(page_of(LearningCurve{}))).fault == "");
}

TEST_CASE("an axis without round numbers shows the numbers of training rows") {
  LearningCurve curve = sample();
  curve.by_training_rows = true;
  curve.points = {point("predictive", 70, 0.7), point("predictive", 90, 0.8)};

  const std::string marks = accuracy_curve_figure(curve).drawing.marks();
  CHECK(marks.find(">70<") != std::string::npos);
  CHECK(marks.find(">90<") != std::string::npos);
  CHECK(marks.find(">1.85<") == std::string::npos);
}
