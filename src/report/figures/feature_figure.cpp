// The data of a feature beside the densities that were learned of it.
#include <credence/report/figures.hpp>

#include <credence/study/feature_pictures.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/by_size.hpp"
#include "report/listing/no_number.hpp"
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace credence {
namespace {

double finite_or(double value, double otherwise) {
  return std::isfinite(value) ? value : otherwise;
}

// The highest bar or curve; a curve far above all bars is cut.
double top_of(const FeaturePicture& picture, const std::vector<std::size_t>& classes) {
  double bars = 0;
  double curves = 0;
  for (const std::size_t klass : classes) {
    for (const double height : picture.observed[klass]) bars = std::max(bars, finite_or(height, 0));
    if (klass < picture.expected.size())
      for (const double height : picture.expected[klass])
        curves = std::max(curves, finite_or(height, 0));
  }
  const double top = bars > 0 ? std::min(curves, 2 * bars) : curves;
  return std::max({bars, top, std::numeric_limits<double>::min()}) * 1.08;
}

std::vector<std::string> names_of(const FeaturePicture& picture,
                                  const std::vector<std::size_t>& classes, std::string_view label) {
  std::vector<std::string> names;
  for (const std::size_t klass : classes) names.push_back(picture.classes[klass]);
  return report::class_names(label, std::move(names));
}

// The outline of a histogram, filled.
void draw_histogram(const FeaturePicture& picture, std::size_t klass, Index series,
                    report::Plot& plot) {
  std::vector<Point> outline{plot.at(picture.edges.front(), 0)};
  for (std::size_t bin = 0; bin + 1 < picture.edges.size(); ++bin)
    for (const std::size_t edge : {bin, bin + 1})
      outline.push_back(plot.at(picture.edges[edge], picture.observed[klass][bin]));
  outline.push_back(plot.at(picture.edges.back(), 0));
  plot.drawing.area(outline, series_role(series) + " band");
}

// Cuts what is above the field into what lies within it.
void draw_curve(const FeaturePicture& picture, std::size_t klass, Index series,
                report::Plot& plot) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < picture.points.size(); ++i) {
    const double height = picture.expected[klass][i];
    points.push_back(std::isnan(height) ? Point{report::no_number, report::no_number}
                                        : plot.at(picture.points[i], height));
  }
  plot.drawing.path(points, series_role(series) + " line");
}

bool has_curve(const FeaturePicture& picture, std::size_t klass) {
  const auto& heights = picture.expected[klass];
  return std::any_of(heights.begin(), heights.end(),
                     [](double height) { return !std::isnan(height); });
}

report::Label label_of(const FeaturePicture& picture, std::size_t klass, Index series,
                       const report::Plot& plot, std::string_view label) {
  const auto& heights = picture.expected[klass];
  std::size_t highest = 0;
  for (std::size_t i = 1; i < heights.size(); ++i)
    if (finite_or(heights[i], 0) > finite_or(heights[highest], 0)) highest = i;
  return {.at = plot.at(picture.points[highest], finite_or(heights[highest], 0)),
          .text = report::short_class_name(label, picture.classes, klass),
          .series = series};
}

Drawing draw_numbers(const FeaturePicture& picture, const std::vector<std::size_t>& classes,
                     std::string_view label) {
  report::Field field{.height = 270};
  const report::Legend legend(names_of(picture, classes, label),
                              field.width - field.left - field.right);
  field.make_room(legend);
  report::Plot plot =
      report::make_plot(field,
                        {.lower = picture.points.front(),
                         .upper = picture.points.back(),
                         .title = shortened(picture.feature, 40)},
                        {.lower = 0, .upper = top_of(picture, classes), .title = "density"});
  for (std::size_t i = 0; i < classes.size(); ++i)
    draw_histogram(picture, classes[i], static_cast<Index>(i), plot);
  std::vector<report::Label> labels;
  for (std::size_t i = 0; i < classes.size() && classes[i] < picture.expected.size(); ++i) {
    if (!has_curve(picture, classes[i])) continue;
    draw_curve(picture, classes[i], static_cast<Index>(i), plot);
    labels.push_back(label_of(picture, classes[i], static_cast<Index>(i), plot, label));
  }
  report::draw_labels(plot.drawing, labels, plot.across, plot.up);
  legend.draw(plot.drawing, field.left, report::LegendOf::lines);
  return std::move(plot.drawing);
}

// A bar for what was observed and a shape at what is expected, for each level and class.
Drawing draw_levels(const FeaturePicture& picture, const std::vector<std::size_t>& classes,
                    std::string_view label) {
  constexpr double line = 11;
  const bool words = picture.kind == PictureKind::words;
  const report::Legend legend(names_of(picture, classes, label), 430);
  report::RowPlot plot(picture.levels,
                       {.lower = 0,
                        .upper = top_of(picture, classes),
                        .title = words ? "proportion of the tokens of a class"
                                       : "proportion of the rows of a class"},
                       6 + line * static_cast<double>(classes.size()), legend.height());
  for (std::size_t level = 0; level < picture.levels.size(); ++level)
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const double y =
          plot.y(static_cast<Index>(level)) +
          line * (static_cast<double>(i) - 0.5 * static_cast<double>(classes.size() - 1));
      const auto series = static_cast<Index>(i);
      plot.drawing().box({plot.x(0), y - line / 2 + 1},
                         {plot.x(picture.observed[classes[i]][level]), y + line / 2 - 1},
                         series_role(series) + " bar");
      if (classes[i] < picture.expected.size() && !std::isnan(picture.expected[classes[i]][level]))
        plot.drawing().mark({plot.x(picture.expected[classes[i]][level]), y}, series, 3.4);
    }
  legend.draw(plot.drawing(), 14, report::LegendOf::shapes);
  return std::move(plot.drawing());
}

FigureNumbers bins_and_points(const FeaturePicture& picture,
                              const std::vector<std::size_t>& classes) {
  FigureNumbers numbers{.columns = {"class", "kind", "from", "to", "density"}, .rows = {}};
  for (const std::size_t klass : classes) {
    for (std::size_t bin = 0; bin + 1 < picture.edges.size(); ++bin)
      numbers.rows.push_back({picture.classes[klass], "observed", picture.edges[bin],
                              picture.edges[bin + 1], picture.observed[klass][bin]});
    for (std::size_t i = 0; klass < picture.expected.size() && i < picture.points.size(); ++i)
      numbers.rows.push_back({picture.classes[klass], "expected", picture.points[i],
                              picture.points[i], picture.expected[klass][i]});
  }
  return numbers;
}

FigureNumbers level_numbers(const FeaturePicture& picture,
                            const std::vector<std::size_t>& classes) {
  FigureNumbers numbers{.columns = {"class", "level", "observed", "expected"}, .rows = {}};
  for (const std::size_t klass : classes)
    for (std::size_t level = 0; level < picture.levels.size(); ++level)
      numbers.rows.push_back(
          {picture.classes[klass], picture.levels[level], picture.observed[klass][level],
           klass < picture.expected.size() ? picture.expected[klass][level] : report::no_number});
  return numbers;
}

std::string caption(const FeaturePicture& picture, std::size_t classes) {
  std::string text;
  if (picture.kind == PictureKind::numbers)
    text = fmt::format(
        "Areas: the data of each class as a histogram. Lines: the {} density of "
        "family {}.",
        report::in_words(to_string(picture.estimator)), picture.family);
  else if (picture.kind == PictureKind::words)
    text = fmt::format(
        "The {} words, of {}, that tell the classes apart best. Bars: proportions in the "
        "data. Markers: what the {} expects.",
        picture.levels.size(), picture.levels_in_all,
        report::in_words(to_string(picture.estimator)));
  else
    text = fmt::format("Bars: proportions in the data. Markers: what the {} of family {} expects.",
                       report::in_words(to_string(picture.estimator)), picture.family);
  if (picture.kind == PictureKind::levels && picture.levels_in_all > std::ssize(picture.levels))
    text += fmt::format(" The most frequent of {} levels.", picture.levels_in_all);
  if (picture.outside > 0) text += fmt::format(" {:.6g} rows lie further out.", picture.outside);
  if (classes < picture.classes.size())
    text +=
        fmt::format(" Of {} classes the {} with the most rows.", picture.classes.size(), classes);
  if (!picture.undefined.empty()) text += " Undefined: " + picture.undefined + ".";
  return text;
}

}  // namespace

Figure feature_figure(const FeaturePicture& picture, std::string_view label) {
  constexpr std::size_t most_listed =
      200;  // the numbers of thousands of classes would fill the memory
  // Those with the most rows, as many as can be told apart.
  const std::vector<std::size_t> classes = report::largest(picture.rows, distinct_series);
  Figure figure{.name = "density of " + picture.feature,
                .title = picture.feature,
                .caption = caption(picture, classes.size())};
  if (picture.observed.empty()) return figure;
  const bool numbers = picture.kind == PictureKind::numbers;
  figure.drawing =
      numbers ? draw_numbers(picture, classes, label) : draw_levels(picture, classes, label);
  const std::vector<std::size_t> listed = report::largest(picture.rows, most_listed);
  figure.numbers = numbers ? bins_and_points(picture, listed) : level_numbers(picture, listed);
  return figure;
}

}  // namespace credence
