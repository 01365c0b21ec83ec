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

// All of the posterior; a prior or likelihood that rises beyond twice as high is cut.
double top_of(const CellPicture& picture) {
  const auto highest = [](const std::vector<double>& heights) {
    double top = 0;
    for (const double height : heights)
      if (std::isfinite(height)) top = std::max(top, height);
    return top;
  };
  const double posterior = highest(picture.posterior);
  const double others = std::max(highest(picture.prior), highest(picture.likelihood));
  return 1.08 * std::max(posterior, std::min(others, 2 * posterior));
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
              "after {:.6g} rows. The area holds {:.4g} % of the posterior, from {}.",
              picture.parameter, picture.feature, klass, picture.rows, 100 * picture.mass,
              from_to(picture.interval.lower, picture.interval.upper)),
          .drawing = std::move(plot.drawing),
          .numbers = numbers_of(picture)};
}

}  // namespace credence
