// Prior sensitivity as a figure.
#include <credence/report/figures.hpp>

#include <credence/study/prior_sensitivity.hpp>

#include "report/plot.hpp"
#include "report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace credence {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Powers of two, about eight of them.
report::Axis axis_along(const PriorSensitivity& sensitivity) {
  const auto ends = static_cast<double>(sensitivity.octaves);
  report::Axis axis{.lower = -ends, .upper = ends, .title = "factor on the strength of all priors"};
  const Index step = std::max<Index>(1, (sensitivity.octaves + 3) / 4);
  for (Index at = -(sensitivity.octaves / step) * step; at <= sensitivity.octaves; at += step) {
    const std::string text = at == 0 ? "1" : fmt::format("2^{}", at);
    axis.ticks.push_back({.at = static_cast<double>(at), .text = text});
  }
  return axis;
}

FigureNumbers numbers_of(const PriorSensitivity& sensitivity) {
  FigureNumbers numbers{.columns = {"factor", "flipped", "accuracy"}, .rows = {}};
  for (const StrengthPoint& point : sensitivity.points)
    numbers.rows.push_back(
        {point.factor, point.flipped.value_or(none), point.accuracy.value_or(none)});
  return numbers;
}

}  // namespace

Figure sensitivity_figure(const PriorSensitivity& sensitivity) {
  double most = 0;
  for (const StrengthPoint& point : sensitivity.points)
    most = std::max(most, point.flipped.value_or(0));
  report::Plot plot = report::make_plot(
      {.height = 260}, axis_along(sensitivity),
      {.lower = 0, .upper = most > 0 ? 1.06 * most : 1, .title = "share of labels changed"});
  const double own = plot.across(0);
  plot.drawing.line({own, plot.up.from()}, {own, plot.up.to()}, "guide");
  std::vector<Point> line;
  for (const StrengthPoint& point : sensitivity.points)
    line.push_back(point.flipped ? plot.at(std::log2(point.factor), *point.flipped)
                                 : Point{none, none});
  plot.drawing.path(line, "s0 line");
  for (const Point& at : line) plot.drawing.mark(at, 0, 3);
  return {
      .name = "sensitivity",
      .title = "How much labels owe to the strength of priors",
      .caption = fmt::format(
          "Share of the {} rows whose label under {} is another one when the pseudo-counts of all "
          "priors are multiplied by a factor; at 1 they are as they are. Factors at which the "
          "estimate does not exist are left out.",
          sensitivity.rows.size(), sensitivity.estimator),
      .drawing = std::move(plot.drawing),
      .numbers = numbers_of(sensitivity)};
}

Page page_of(const PriorSensitivity& sensitivity) {
  Page page{.title = "Sensitivity to priors",
            .lead = fmt::format("{} rows, label {} with classes {}.", sensitivity.rows.size(),
                                sensitivity.label, report::listed(sensitivity.classes))};
  Section section{.heading = "Strength of priors", .points = sensitivity.notes};
  section.figures.push_back(sensitivity_figure(sensitivity));
  page.sections.push_back(std::move(section));
  return page;
}

}  // namespace credence
