// The data of a feature over the bands that simulated data make.
#include <credence/report/figures.hpp>

#include <credence/study/predictive_check.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/by_size.hpp"
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace credence {
namespace {

// Those with the most rows, as many as can be told apart: the same as in the density of the feature.
std::vector<std::size_t> shown_classes(const CheckPicture& picture) {
  std::vector<double> rows;
  for (const std::vector<double>& counts : picture.observed)
    rows.push_back(std::accumulate(counts.begin(), counts.end(), 0.0));
  return report::largest(rows, distinct_series);
}

double highest(const CheckPicture& picture, std::size_t klass) {
  double top = 0;
  for (const auto* heights : {&picture.observed[klass], &picture.upper[klass]})
    for (const double height : *heights) top = std::max(top, height);
  return top > 0 ? 1.08 * top : 1;
}

// A step for each bin.
std::vector<Point> steps(const CheckPicture& picture, const std::vector<double>& heights,
                         const AxisScale& across, const AxisScale& up) {
  std::vector<Point> line;
  for (std::size_t bin = 0; bin < heights.size(); ++bin)
    for (const std::size_t edge : {bin, bin + 1})
      line.push_back({across(picture.edges[edge]), up(heights[bin])});
  return line;
}

// The bins of one class: a band that holds the simulated heights, their medians, and the data.
void draw_class(const CheckPicture& picture, std::size_t klass, Index series,
                const AxisScale& across, const AxisScale& up, Drawing& drawing) {
  const std::string role = series_role(series);
  for (std::size_t bin = 0; bin + 1 < picture.edges.size(); ++bin)
    drawing.box({across(picture.edges[bin]), up(picture.lower[klass][bin])},
                {across(picture.edges[bin + 1]), up(picture.upper[klass][bin])}, role + " band");
  drawing.path(steps(picture, picture.median[klass], across, up), role + " line thin");
  for (std::size_t bin = 0; bin + 1 < picture.edges.size(); ++bin)
    drawing.mark({across(0.5 * picture.edges[bin] + 0.5 * picture.edges[bin + 1]),
                  up(picture.observed[klass][bin])},
                 series, 2.6);
}

// A field for each class, one below the other, over one axis.
Drawing draw_numbers(const CheckPicture& picture, const std::vector<std::size_t>& classes,
                     std::string_view label) {
  constexpr double width = 460, left = 52, right = 14, panel = 92, gap = 22;
  const double bottom = gap + static_cast<double>(classes.size()) * (panel + gap);
  Drawing drawing(width, bottom - gap + 54);
  const AxisScale across(picture.edges.front(), picture.edges.back(), left, width - right);
  report::draw_axis_below(
      drawing, across, gap, bottom - gap,
      {.lower = across.lower(), .upper = across.upper(), .title = shortened(picture.feature, 40)});
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::size_t klass = classes[i];
    const auto series = static_cast<Index>(i);
    const double top = gap + static_cast<double>(i) * (panel + gap);
    const AxisScale up(0, highest(picture, klass), top + panel, top);
    for (const Tick& tick : round_ticks(0, up.upper(), 3)) {
      drawing.line({left, up(tick.at)}, {width - right, up(tick.at)}, "grid");
      drawing.text({left - 6, up(tick.at) + 4}, tick.text, Anchor::end, "tick number");
    }
    drawing.line({left, top + panel}, {width - right, top + panel}, "axis");
    draw_class(picture, klass, series, across, up, drawing);
    drawing.text({left, top - 6}, shortened(report::class_name(label, picture.classes[klass]), 40),
                 Anchor::start, series_role(series) + " halo");
  }
  return drawing;
}

// For each level and class a whisker that holds the simulated counts, and a shape at the data.
Drawing draw_levels(const CheckPicture& picture, const std::vector<std::size_t>& classes,
                    std::string_view label) {
  constexpr double line = 12;
  std::vector<std::string> names;
  double top = 0;
  for (const std::size_t klass : classes) {
    names.push_back(picture.classes[klass]);
    top = std::max(top, highest(picture, klass));
  }
  const report::Legend legend(report::class_names(label, names), 430);
  report::RowPlot plot(
      picture.levels,
      {.lower = 0, .upper = top, .title = picture.kind == PictureKind::words ? "tokens" : "rows"},
      6 + line * static_cast<double>(classes.size()), legend.height());
  for (std::size_t level = 0; level < picture.levels.size(); ++level)
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const std::size_t klass = classes[i];
      const double y =
          plot.y(static_cast<Index>(level)) +
          line * (static_cast<double>(i) - 0.5 * static_cast<double>(classes.size() - 1));
      const auto series = static_cast<Index>(i);
      const double lower = picture.lower[klass][level];
      const double upper = picture.upper[klass][level];
      plot.drawing().box({plot.x(lower), y - 4}, {plot.x(upper), y + 4},
                         series_role(series) + " band");
      report::draw_whisker(plot.drawing(), plot.across(), lower, upper, y, series);
      plot.drawing().mark({plot.x(picture.observed[klass][level]), y}, series, 3.4);
    }
  legend.draw(plot.drawing(), 14, report::LegendOf::shapes);
  return std::move(plot.drawing());
}

FigureNumbers numbers_of(const CheckPicture& picture) {
  const bool numbers = picture.kind == PictureKind::numbers;
  FigureNumbers table{.columns = {"class", "observed", "median", "lower", "upper"}, .rows = {}};
  if (numbers)
    table.columns.insert(table.columns.begin() + 1, {"from", "to"});
  else
    table.columns.insert(table.columns.begin() + 1, "level");
  for (std::size_t klass = 0; klass < picture.classes.size(); ++klass)
    for (std::size_t bin = 0; bin < picture.observed[klass].size(); ++bin) {
      std::vector<FigureNumbers::Cell> row{picture.classes[klass]};
      if (numbers)
        row.insert(row.end(), {picture.edges[bin], picture.edges[bin + 1]});
      else
        row.emplace_back(picture.levels[bin]);
      row.insert(row.end(), {picture.observed[klass][bin], picture.median[klass][bin],
                             picture.lower[klass][bin], picture.upper[klass][bin]});
      table.rows.push_back(std::move(row));
    }
  return table;
}

std::string caption(const CheckPicture& picture, std::size_t classes) {
  const bool numbers = picture.kind == PictureKind::numbers;
  const char* counted = picture.kind == PictureKind::words ? "tokens" : "rows";
  std::string text = fmt::format(
      "Markers: {} of the data. {}: {:.6g} % of the data simulated from the {} of family {}.",
      counted, numbers ? "Bands" : "Bars", 100 * picture.mass, to_string(picture.from),
      picture.family);
  if (numbers)
    text += " Lines: the median of the simulated data. Values further out are not drawn.";
  if (picture.levels_in_all > std::ssize(picture.levels))
    text +=
        fmt::format(" The {} most frequent of {}.", picture.levels.size(), picture.levels_in_all);
  if (classes < picture.classes.size())
    text += fmt::format(" Of {} classes the {} with the most {}.", picture.classes.size(), classes,
                        counted);
  return text;
}

}  // namespace

Figure check_figure(const CheckPicture& picture, std::string_view label) {
  const std::vector<std::size_t> classes = shown_classes(picture);
  return {.name = "check of " + picture.feature,
          .title = picture.feature,
          .caption = caption(picture, classes.size()),
          .drawing = picture.kind == PictureKind::numbers ? draw_numbers(picture, classes, label)
                                                          : draw_levels(picture, classes, label),
          .numbers = numbers_of(picture)};
}

}  // namespace credence
