// Prior, likelihood and posterior of one parameter.
#include <credence/report/figures.hpp>

#include <credence/study/feature_pictures.hpp>

#include "base/from_to.hpp"
#include "report/drawing/plot.hpp"
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

const std::vector<std::string> curve_names{"posterior", "prior", "likelihood, scaled"};

// The highest that a curve is drawn. A density may rise without bound at an end, as that of
// Beta(0.5, 2) does at 0: its first height is hundreds of times the next and would squeeze all the
// rest. Of such an end the fiftieth part of the axis does not count.
double highest(const std::vector<double>& heights) {
  const std::size_t n = heights.size();
  const std::size_t part = std::max<std::size_t>(1, n / 50);
  const bool rises_first = n > 2 && heights[0] > 2 * heights[1];
  const bool rises_last = n > 2 && heights[n - 1] > 2 * heights[n - 2];
  double top = 0;
  for (std::size_t i = rises_first ? part : 0; i < (rises_last ? n - part : n); ++i)
    if (std::isfinite(heights[i])) top = std::max(top, heights[i]);
  return top;
}

// All of the posterior but an end without bound; a prior or likelihood that rises beyond twice as
// high is cut.
double top_of(const CellPicture& picture) {
  const double posterior = highest(picture.posterior);
  const double others = std::max(highest(picture.prior), highest(picture.likelihood));
  return 1.08 * std::max(posterior, std::min(others, 2 * posterior));
}

// Said where it concerns the posterior.
std::string cut_text(const CellPicture& picture) {
  const double top = top_of(picture);
  const bool cut = std::any_of(picture.posterior.begin(), picture.posterior.end(),
                               [top](double height) { return height > top; });
  return cut ? " Its density has no bound at an end, where it is cut." : "";
}

void draw_curve(const CellPicture& picture, const std::vector<double>& heights, Index series,
                report::Plot& plot) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < heights.size(); ++i)
    points.push_back(plot.at(picture.values[i], heights[i]));
  plot.drawing.path(points, series_role(series) + " line");
}

// The area of the posterior within its interval.
void draw_interval(const CellPicture& picture, report::Plot& plot) {
  std::vector<Point> outline;
  for (std::size_t i = 0; i < picture.values.size(); ++i) {
    const double value = picture.values[i];
    if (value < picture.interval.lower || value > picture.interval.upper) continue;
    if (outline.empty()) outline.push_back(plot.at(value, 0));
    outline.push_back(plot.at(value, picture.posterior[i]));
  }
  if (outline.size() < 3) return;
  outline.push_back({outline.back().x, plot.up(0)});
  plot.drawing.area(outline, "s0 band");
}

FigureNumbers numbers_of(const CellPicture& picture) {
  FigureNumbers numbers{.columns = {"value", "prior", "likelihood", "posterior"}, .rows = {}};
  for (std::size_t i = 0; i < picture.values.size(); ++i)
    numbers.rows.push_back(
        {picture.values[i], picture.prior[i], picture.likelihood[i], picture.posterior[i]});
  return numbers;
}

}  // namespace

Figure cell_figure(const CellPicture& picture, std::string_view label) {
  const std::string klass = report::class_name(label.empty() ? "class" : label, picture.klass);
  report::Field field{.height = 250};
  const report::Legend legend(curve_names, field.width - field.left);
  field.make_room(legend);
  report::Plot plot = report::make_plot(field,
                                        {.lower = picture.values.front(),
                                         .upper = picture.values.back(),
                                         .title = shortened(picture.parameter, 44)},
                                        {.lower = 0, .upper = top_of(picture), .title = "density"});
  draw_interval(picture, plot);
  draw_curve(picture, picture.posterior, 0, plot);
  draw_curve(picture, picture.prior, 1, plot);
  draw_curve(picture, picture.likelihood, 2, plot);
  legend.draw(plot.drawing, field.left, report::LegendOf::lines);
  return {.name = fmt::format("cell of {} in {}", picture.feature, picture.klass),
          .title = fmt::format("{} where {}", picture.feature, klass),
          .caption = fmt::format(
              "The {} of {} where {}: prior, likelihood (scaled to an area of 1) and posterior "
              "after {:.6g} rows. The area holds {:.4g} % of the posterior, from {}.{}",
              picture.parameter, picture.feature, klass, picture.rows, 100 * picture.mass,
              from_to(picture.interval.lower, picture.interval.upper), cut_text(picture)),
          .drawing = std::move(plot.drawing),
          .numbers = numbers_of(picture)};
}

}  // namespace credence
