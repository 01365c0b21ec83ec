// Reliability diagrams.
#include <credence/report/figures.hpp>

#include <credence/study/metrics.hpp>
#include <credence/study/result.hpp>

#include "report/plot.hpp"
#include "report/result_listing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace credence {
namespace {

constexpr double strip = 34;  // the rows of each bin, below the field

std::string caption(const Result& result, const Calibration& calibration) {
  const std::string whose =
      calibration.klass.empty() ? "the label of each row" : "class " + calibration.klass;
  const std::string come_true =
      calibration.klass.empty() ? "labels that are right" : "rows that are of that class";
  return fmt::format(
      "Probability of {} under {} on {}, in bins of a tenth, against the share of {}. Bars hold "
      "{:.0f} % of the posterior of each share; the strip below shows how many rows a bin has. "
      "Mean "
      "distance from the diagonal: {:.4f}.",
      whose, result.estimator, result.on, come_true, 100 * calibration.mass, calibration.error);
}

void draw_strip(const Calibration& calibration, report::Plot& plot, double base) {
  double most = 0;
  for (const CalibrationBin& bin : calibration.bins) most = std::max(most, bin.weight);
  for (const CalibrationBin& bin : calibration.bins)
    plot.drawing.box({plot.across(bin.lower) + 1, base - (strip - 6) * bin.weight / most},
                     {plot.across(bin.upper) - 1, base}, "s0 bar");
}

void draw_bins(const Calibration& calibration, report::Plot& plot) {
  std::vector<Point> points;
  for (const CalibrationBin& bin : calibration.bins)
    points.push_back(plot.at(bin.mean_probability, bin.share()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double x = points[i].x;
    const double lower = plot.up(calibration.bins[i].interval.lower);
    const double upper = plot.up(calibration.bins[i].interval.upper);
    plot.drawing.line({x, lower}, {x, upper}, "s0 line thin");
    for (const double y : {lower, upper}) plot.drawing.line({x - 3, y}, {x + 3, y}, "s0 line thin");
    plot.drawing.mark(points[i], 0);
  }
}

}  // namespace

Figure calibration_figure(const Result& result) {
  const Calibration& calibration = *result.calibration;
  const report::Field field{.width = 340, .height = 356, .bottom = 48 + strip};
  report::Plot plot = report::make_plot(
      field, {.lower = 0, .upper = 1, .title = {}},
      {.lower = 0,
       .upper = 1,
       .title = calibration.klass.empty() ? "share that is right" : "share that is of the class"});
  plot.drawing.line(plot.at(0, 0), plot.at(1, 1), "guide");
  draw_bins(calibration, plot);
  const double base = field.height - 20;
  draw_strip(calibration, plot, base);
  plot.drawing.line({plot.across.from(), base}, {plot.across.to(), base}, "axis");
  plot.drawing.text({field.left - 6, base - 2}, "rows", Anchor::end, "tick");
  plot.drawing.text({0.5 * (plot.across.from() + plot.across.to()), field.height - 4},
                    calibration.klass.empty()
                        ? "probability of the label"
                        : "probability of " + shortened(calibration.klass, 22),
                    Anchor::middle, "name");
  return {.name = "calibration of " + result.estimator,
          .title = "Calibration of " + result.estimator,
          .caption = caption(result, calibration),
          .drawing = std::move(plot.drawing),
          .numbers = report::numbers_of(calibration.bins)};
}

}  // namespace credence
