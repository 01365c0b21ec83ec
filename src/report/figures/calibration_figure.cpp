// Reliability diagrams.
#include <credence/report/figures.hpp>

#include <credence/study/metrics.hpp>
#include <credence/study/result.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/result_listing.hpp"
#include "report/listing/result_name.hpp"
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

constexpr double rows_strip = 40;  // the rows of each bin, below the field

// Estimators whose calibrations are equal, such as the posterior mean and the posterior predictive of
// categories: they are one series.
struct Series {
  std::string names = {};
  const Calibration* calibration = nullptr;
};

bool agree(const Calibration& a, const Calibration& b) {
  constexpr double rounding = 1e-9;
  const auto near = [](double x, double y) { return std::abs(x - y) <= rounding; };
  return a.klass == b.klass &&
         std::equal(a.bins.begin(), a.bins.end(), b.bins.begin(), b.bins.end(),
                    [&](const CalibrationBin& x, const CalibrationBin& y) {
                      return near(x.weight, y.weight) && near(x.right, y.right) &&
                             near(x.mean_probability, y.mean_probability);
                    });
}

std::vector<Series> series_of(std::span<const Result> results) {
  std::vector<Series> all;
  for (const Result& result : results) {
    if (!result.calibration) continue;
    const std::string name = report::name_of(result);
    const auto same = std::find_if(all.begin(), all.end(), [&](const Series& series) {
      return agree(*series.calibration, *result.calibration);
    });
    if (same == all.end())
      all.push_back({.names = name, .calibration = &*result.calibration});
    else
      same->names += ", " + name;
  }
  return all;
}

std::string caption(std::span<const Result> results, const std::vector<Series>& all,
                    std::string_view label) {
  const Calibration& first = *all.front().calibration;
  std::string text = fmt::format(
      "Predicted probability of {} in bins of a tenth, against the proportion of {} ({}). On the "
      "diagonal the two are equal; a curve that is flatter than the diagonal is over-confident. "
      "Bars hold {:.4g} % of the posterior of each proportion; "
      "the strip below shows how many rows a bin has. Mean distance from the diagonal: ",
      first.klass.empty() ? "each row's label" : report::class_name(label, first.klass),
      first.klass.empty() ? "labels that are correct" : "rows of that class",
      report::in_words(results.front().on), 100 * first.mass);
  for (std::size_t i = 0; i < all.size(); ++i)
    text += fmt::format("{}{} {:.4f} ({:.4f} to {:.4f})", i == 0 ? "" : "; ", all[i].names,
                        all[i].calibration->error, all[i].calibration->error_interval.lower,
                        all[i].calibration->error_interval.upper);
  return text + fmt::format(
                    ". In brackets stand {:.4g} % intervals from draws of the proportions; bins of "
                    "few rows push both ends up.",
                    100 * first.mass);
}

// Side by side within their bins, each series beside the next.
void draw_strip(const std::vector<Series>& all, report::Plot& plot, double base) {
  double most = 0;
  for (const Series& series : all)
    for (const CalibrationBin& bin : series.calibration->bins) most = std::max(most, bin.weight);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const CalibrationBin& bin : all[i].calibration->bins) {
      const double left = plot.across(bin.lower) + 2;
      const double width = (plot.across(bin.upper) - 2 - left) / static_cast<double>(all.size());
      const double x = left + width * static_cast<double>(i);
      plot.drawing.box({x, base - (rows_strip - 8) * bin.weight / most}, {x + width, base},
                       series_role(static_cast<Index>(i)) + " bar");
    }
}

// A line through the points of a series, whiskers a little beside those of the others.
void draw_series(const Calibration& calibration, Index series, double shift, report::Plot& plot) {
  std::vector<Point> points;
  for (const CalibrationBin& bin : calibration.bins) {
    Point at = plot.at(bin.mean_probability, bin.share());
    at.x += shift;
    points.push_back(at);
  }
  const std::string role = series_role(series) + " line thin";
  plot.drawing.path(points, series_role(series) + " line");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double x = points[i].x;
    const double lower = plot.up(calibration.bins[i].interval.lower);
    const double upper = plot.up(calibration.bins[i].interval.upper);
    plot.drawing.line({x, lower}, {x, upper}, role);
    for (const double y : {lower, upper}) plot.drawing.line({x - 2, y}, {x + 2, y}, role);
    plot.drawing.mark(points[i], series, 3.4);
  }
}

FigureNumbers bin_numbers(std::span<const Result> results) {
  FigureNumbers numbers;
  for (const Result& result : results) {
    if (!result.calibration) continue;
    FigureNumbers bins = report::numbers_of(result.calibration->bins);
    if (numbers.columns.empty()) {
      numbers.columns = std::move(bins.columns);
      numbers.columns.insert(numbers.columns.begin(), "estimator");
    }
    for (auto& row : bins.rows) {
      row.insert(row.begin(), report::plain_name_of(result));
      numbers.rows.push_back(std::move(row));
    }
  }
  return numbers;
}

}  // namespace

Figure calibration_figure(std::span<const Result> results, std::string_view label) {
  const std::vector<Series> all = series_of(results);
  const Calibration& first = *all.front().calibration;
  std::vector<std::string> names;
  for (const Series& series : all) names.push_back(series.names);
  report::Field field{.height = 430, .bottom = 48 + rows_strip};
  const report::Legend legend(names, field.width - field.left, 60);
  field.make_room(legend);
  report::Plot plot = report::make_plot(
      field, {.lower = 0, .upper = 1, .title = {}},
      {.lower = 0,
       .upper = 1,
       .title = first.klass.empty() ? "proportion correct" : "proportion of the class"});
  plot.drawing.line(plot.at(0, 0), plot.at(1, 1), "guide");
  const double base = field.height - 20;
  draw_strip(all, plot, base);
  for (std::size_t i = 0; i < all.size(); ++i)
    draw_series(*all[i].calibration, static_cast<Index>(i),
                3 * (static_cast<double>(i) - 0.5 * static_cast<double>(all.size() - 1)), plot);
  plot.drawing.line({plot.across.from(), base}, {plot.across.to(), base}, "axis");
  plot.drawing.text({field.left - 6, base - 2}, "rows", Anchor::end, "tick");
  plot.drawing.text(
      {0.5 * (plot.across.from() + plot.across.to()), field.height - 4},
      "predicted probability of " + (first.klass.empty()
                                         ? "the label"
                                         : shortened(report::class_name(label, first.klass), 34)),
      Anchor::middle, "name");
  legend.draw(plot.drawing, field.left, report::LegendOf::lines);
  return {.name = "calibration",
          .title = "Calibration of each estimator",
          .caption = caption(results, all, label),
          .drawing = std::move(plot.drawing),
          .numbers = bin_numbers(results)};
}

}  // namespace credence
