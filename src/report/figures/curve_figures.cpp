// Learning curves as figures.
#include <credence/report/figures.hpp>

#include <credence/study/learning_curve.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/curve_listing.hpp"
#include "report/listing/no_number.hpp"
#include "report/listing/readable_range.hpp"
#include "report/listing/result_name.hpp"
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace credence {
namespace {

// One measure of a point, with the ends of its band, or with the same of the training rows.
struct CurveMeasure {
  double value = report::no_number;
  double lower = report::no_number;
  double upper = report::no_number;
  double training = report::no_number;
};

struct ShownCurve {
  const char* name;
  const char* title;
  const char* axis;
  const char* band;
  CurveMeasure (*measure)(const CurvePoint&);
  double (*best)(const BestPossible&);  ///< null where there is none
};

CurveMeasure accuracy_of(const CurvePoint& point) {
  return {.value = point.mean_accuracy.value_or(report::no_number),
          .lower = point.lower_accuracy.value_or(report::no_number),
          .upper = point.upper_accuracy.value_or(report::no_number)};
}

template <auto part>
CurveMeasure part_of(const CurvePoint& point) {
  return {.value = point.parts ? (*point.parts).*part : report::no_number};
}

// What variance adds to the error, less what it takes away.
CurveMeasure net_variance_of(const CurvePoint& point) {
  if (!point.parts) return {};
  return {.value = point.parts->variance_unbiased - point.parts->variance_biased};
}

CurveMeasure log_loss_of(const CurvePoint& point) {
  return {.value = point.mean_log_loss.value_or(report::no_number)};
}

CurveMeasure both_accuracies_of(const CurvePoint& point) {
  return {.value = point.mean_accuracy.value_or(report::no_number),
          .training = point.mean_training_accuracy.value_or(report::no_number)};
}

CurveMeasure both_log_losses_of(const CurvePoint& point) {
  return {.value = point.mean_log_loss.value_or(report::no_number),
          .training = point.mean_training_log_loss.value_or(report::no_number)};
}

std::vector<std::string> estimators_of(const LearningCurve& curve) {
  std::vector<std::string> names;
  for (const CurvePoint& point : curve.points)
    if (std::find(names.begin(), names.end(), report::name_of(point)) == names.end())
      names.push_back(report::name_of(point));
  return names;
}

// Where a point stands along the axis: from few training rows to many.
double place(const LearningCurve& curve, const CurvePoint& point) {
  const auto rows = static_cast<double>(point.training_rows);
  return curve.by_training_rows ? std::log10(rows) : rows;
}

std::vector<CurvePoint> points_of(const LearningCurve& curve, const std::string& estimator) {
  std::vector<CurvePoint> points;
  for (const CurvePoint& point : curve.points)
    if (report::name_of(point) == estimator) points.push_back(point);
  std::stable_sort(points.begin(), points.end(),
                   [&](const auto& a, const auto& b) { return place(curve, a) < place(curve, b); });
  return points;
}

// 1, 2 and 5 times powers of ten.
std::vector<Tick> logarithmic_ticks(double lower, double upper) {
  std::vector<Tick> ticks;
  const bool few = upper - lower > 2.5;
  for (double power = std::floor(lower); power <= upper; power += 1)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double at = power + std::log10(factor);
      if (at < lower - 1e-9 || at > upper + 1e-9 || (few && factor != 1)) continue;
      ticks.push_back({.at = at, .text = fmt::format("{:.0f}", factor * std::pow(10.0, power))});
    }
  return ticks;
}

// The sizes themselves, where few round numbers lie between them: at most 8, evenly chosen.
std::vector<Tick> ticks_at_sizes(const LearningCurve& curve) {
  std::set<Index> sizes;
  for (const CurvePoint& point : curve.points) sizes.insert(point.training_rows);
  const std::size_t step = (sizes.size() + 7) / 8;
  std::vector<Tick> ticks;
  std::size_t i = 0;
  for (const Index size : sizes)
    if (i++ % step == 0)
      ticks.push_back({.at = std::log10(static_cast<double>(size)), .text = std::to_string(size)});
  return ticks;
}

report::Axis axis_along(const LearningCurve& curve) {
  report::Axis axis{.lower = std::numeric_limits<double>::infinity(),
                    .upper = -std::numeric_limits<double>::infinity()};
  for (const CurvePoint& point : curve.points) {
    axis.lower = std::min(axis.lower, place(curve, point));
    axis.upper = std::max(axis.upper, place(curve, point));
  }
  axis.title = "training rows";
  if (curve.by_training_rows) {
    axis.ticks = logarithmic_ticks(axis.lower, axis.upper);
    if (axis.ticks.size() < 2) axis.ticks = ticks_at_sizes(curve);
  }
  return axis;
}

report::Axis axis_up(const LearningCurve& curve, const ShownCurve& shown) {
  std::vector<double> values;
  for (const CurvePoint& point : curve.points) {
    const CurveMeasure measure = shown.measure(point);
    for (const double value : {measure.value, measure.lower, measure.upper, measure.training})
      if (std::isfinite(value)) values.push_back(value);
  }
  if (curve.best && shown.best != nullptr) values.push_back(shown.best(*curve.best));
  if (values.empty()) return {.title = shown.axis};
  const Interval range = report::readable_range(values);
  const double more = 0.05 * (range.upper - range.lower);
  return {.lower = range.lower - more, .upper = range.upper + more, .title = shown.axis};
}

// One edge of a band, as a thin line in the dash of its series.
void draw_edge(const std::vector<CurvePoint>& points, const LearningCurve& curve,
               const ShownCurve& shown, double CurveMeasure::*edge, const std::string& role,
               report::Plot& plot) {
  std::vector<Point> line;
  for (const CurvePoint& point : points) {
    const double value = shown.measure(point).*edge;
    line.push_back(std::isnan(value) ? Point{report::no_number, report::no_number}
                                     : plot.at(place(curve, point), value));
  }
  plot.drawing.path(line, role + " line edge");
}

void draw_band(const std::vector<CurvePoint>& points, const LearningCurve& curve,
               const ShownCurve& shown, Index series, report::Plot& plot) {
  std::vector<Point> outline;
  for (const CurvePoint& point : points)
    if (const CurveMeasure measure = shown.measure(point); !std::isnan(measure.upper))
      outline.push_back(plot.at(place(curve, point), measure.upper));
  for (auto point = points.rbegin(); point != points.rend(); ++point)
    if (const CurveMeasure measure = shown.measure(*point); !std::isnan(measure.lower))
      outline.push_back(plot.at(place(curve, *point), measure.lower));
  if (outline.size() <= 3) return;
  plot.drawing.area(outline, series_role(series) + " band faint");
  draw_edge(points, curve, shown, &CurveMeasure::lower, series_role(series), plot);
  draw_edge(points, curve, shown, &CurveMeasure::upper, series_role(series), plot);
}

// Breaks where nothing is defined, and where a number lies beyond the axis.
std::vector<Point> broken_line(const std::vector<CurvePoint>& points, const LearningCurve& curve,
                               const ShownCurve& shown, double CurveMeasure::*member,
                               const report::Plot& plot) {
  std::vector<Point> line;
  for (const CurvePoint& point : points) {
    const double value = shown.measure(point).*member;
    line.push_back(value <= plot.up.upper() ? plot.at(place(curve, point), value)
                                            : Point{report::no_number, report::no_number});
  }
  return line;
}

void draw_line(const std::vector<CurvePoint>& points, const LearningCurve& curve,
               const ShownCurve& shown, Index series, report::Plot& plot) {
  const std::vector<Point> line = broken_line(points, curve, shown, &CurveMeasure::value, plot);
  plot.drawing.path(line, series_role(series) + " line");
  if (points.size() <= 24)
    for (const Point& at : line) plot.drawing.mark(at, series, 3);
}

// A thin line with small marks, where a figure shows training rows.
void draw_training(const std::vector<CurvePoint>& points, const LearningCurve& curve,
                   const ShownCurve& shown, Index series, report::Plot& plot) {
  const std::vector<Point> line = broken_line(points, curve, shown, &CurveMeasure::training, plot);
  plot.drawing.path(line, series_role(series) + " line edge");
  if (points.size() <= 24)
    for (const Point& at : line) plot.drawing.mark(at, series, 1.5);
}

void draw_best(const LearningCurve& curve, const ShownCurve& shown, report::Plot& plot) {
  if (!curve.best || shown.best == nullptr) return;
  const double y = plot.up(shown.best(*curve.best));
  plot.drawing.line({plot.across.from(), y}, {plot.across.to(), y}, "guide");
  plot.drawing.text({plot.across.to() - 4, y - 5}, "best possible", Anchor::end, "small halo");
}

Figure draw(const LearningCurve& curve, const ShownCurve& shown) {
  const std::vector<std::string> estimators = estimators_of(curve);
  report::Field field{.width = 460, .height = 300, .left = 60};
  std::vector<std::string> words;
  for (const std::string& estimator : estimators) words.push_back(report::in_words(estimator));
  const report::Legend legend(words, field.width - field.left);
  field.make_room(legend);
  report::Plot plot = report::make_plot(field, axis_along(curve), axis_up(curve, shown));
  for (std::size_t i = 0; i < estimators.size(); ++i)
    draw_band(points_of(curve, estimators[i]), curve, shown, static_cast<Index>(i), plot);
  for (std::size_t i = 0; i < estimators.size(); ++i)
    draw_training(points_of(curve, estimators[i]), curve, shown, static_cast<Index>(i), plot);
  draw_best(curve, shown, plot);
  for (std::size_t i = 0; i < estimators.size(); ++i)
    draw_line(points_of(curve, estimators[i]), curve, shown, static_cast<Index>(i), plot);
  legend.draw(plot.drawing, field.left, report::LegendOf::lines);
  return {
      .name = shown.name,
      .title = shown.title,
      .caption = fmt::format(
          "{} over {}. {}{}{}", shown.title,
          curve.splits == CurveSplits::given
              ? report::counted(curve.repeats, "given split", "given splits")
              : report::counted(curve.repeats, "random split", "random splits") + " at each size",
          shown.band,
          curve.best && shown.best != nullptr
              ? " The dashed line is the best that any classifier can "
                "do on these simulated rows."
              : "",
          curve.complete ? "" : " The study was stopped early."),
      .drawing = std::move(plot.drawing),
      .numbers = report::numbers_of(curve)};
}

}  // namespace

Figure accuracy_curve_figure(const LearningCurve& curve) {
  return draw(curve,
              {.name = "accuracy",
               .title = "Mean accuracy of each estimator",
               .axis = "accuracy",
               .band = "Thin lines enclose 90 % of the splits. A line breaks where an estimate "
                       "exists in none of them.",
               .measure = accuracy_of,
               .best = [](const BestPossible& best) { return best.accuracy; }});
}

Figure log_loss_curve_figure(const LearningCurve& curve) {
  return draw(
      curve,
      {.name = "log_loss",
       .title = "Mean log loss of each estimator",
       .axis = "log loss, nats",
       .band = "A line breaks where no estimate exists, and where the loss is infinite or so much "
               "larger than the others that it lies beyond the axis.",
       .measure = log_loss_of,
       .best = [](const BestPossible& best) { return best.log_loss; }});
}

std::vector<Figure> training_score_figures(const LearningCurve& curve) {
  if (!is_scored_on_training(curve)) return {};
  const char* lines =
      "Thick lines are test rows, thin lines the training rows themselves. The gap between the two "
      "is overfitting. A line breaks where a number is beyond the axis or no estimate exists.";
  return {draw(curve, {.name = "training_accuracy",
                       .title = "Mean accuracy on training rows and on test rows",
                       .axis = "accuracy",
                       .band = lines,
                       .measure = both_accuracies_of,
                       .best = nullptr}),
          draw(curve, {.name = "training_log_loss",
                       .title = "Mean log loss on training rows and on test rows",
                       .axis = "log loss, nats",
                       .band = lines,
                       .measure = both_log_losses_of,
                       .best = nullptr})};
}

std::vector<Figure> error_part_figures(const LearningCurve& curve) {
  if (!is_decomposed(curve)) return {};
  const char* of_bias = curve.best ? "Against the most probable labels of the simulated rows."
                                   : "Labels of data do not tell noise from bias: this holds both.";
  return {
      draw(curve, {.name = "bias",
                   .title = "Bias of the error",
                   .axis = "share of test rows",
                   .band = of_bias,
                   .measure = part_of<&ErrorParts::bias>,
                   .best = nullptr}),
      draw(curve, {.name = "variance",
                   .title = "Net variance of the error",
                   .axis = "share of test rows",
                   .band = "Training sets that get a row wrong which most get right, less those "
                           "that get a row right which most get wrong.",
                   .measure = net_variance_of,
                   .best = nullptr}),
      draw(curve, {.name = "brier_bias",
                   .title = "Bias of the Brier score",
                   .axis = "Brier score",
                   .band = curve.best ? "Against the probabilities that the rows were drawn from."
                                      : "Labels of data do not tell noise from bias: this holds "
                                        "both.",
                   .measure = part_of<&ErrorParts::brier_bias>,
                   .best = nullptr}),
      draw(curve, {.name = "brier_variance",
                   .title = "Variance of the Brier score",
                   .axis = "Brier score",
                   .band = "The mean squared distance of the probabilities of a row from their "
                           "mean over training sets.",
                   .measure = part_of<&ErrorParts::brier_variance>,
                   .best = nullptr})};
}

Page page_of(const LearningCurve& curve) {
  Page page{
      .title = "Learning curves",
      .lead = fmt::format("{}; label {} with classes {}.", report::splits_text(curve), curve.label,
                          report::listed(curve.classes)),
      .sections = {{.heading = "Estimators by number of training rows",
                    .figures = {accuracy_curve_figure(curve), log_loss_curve_figure(curve)}}}};
  if (is_scored_on_training(curve))
    page.sections.push_back(
        {.heading = "On training rows and on test rows", .figures = training_score_figures(curve)});
  if (is_decomposed(curve))
    page.sections.push_back(
        {.heading = "What the errors are made of", .figures = error_part_figures(curve)});
  return page;
}

}  // namespace credence
