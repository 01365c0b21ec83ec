// Learning curves as figures.
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>

#include <credence/study/learning_curve.hpp>

#include <doctest/doctest.h>

#include <algorithm>
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
  CHECK(figures[0].caption.find("thin lines the training rows") != std::string::npos);
  const std::string marks = figures[0].drawing.marks();
  CHECK(marks.find("s0 line edge") != std::string::npos);
  CHECK(marks.find("s1 line edge") == std::string::npos);
  CHECK(marks.find("band") == std::string::npos);
  CHECK(marks.find(">1.0<") != std::string::npos);  // above all test rows
  // What is infinite has no place.
  CHECK(figures[1].drawing.marks().find("line edge") == std::string::npos);
  CHECK(figures[1].drawing.marks().find("inf") == std::string::npos);
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
  CHECK(log_loss_curve_figure(sample()).caption.find("A few far larger") == std::string::npos);
}
