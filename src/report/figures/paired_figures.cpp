// Paired comparisons as figures.
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>
#include <credence/study/compare_paired.hpp>
#include <credence/study/result.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

constexpr double folds_strip = 26;  // the differences of single folds, below the field

std::string axis_title(PairedMeasure measure) {
  if (measure == PairedMeasure::log_loss) return "log loss, nats";
  return measure == PairedMeasure::brier ? "Brier score" : "accuracy";
}

// Most of the posterior, the region of equivalence, and 0.
report::Axis axis_of(const DifferencePosterior& test, PairedMeasure measure) {
  const double reach = test.scale > 0 ? 4 * test.scale : 0;
  double lower = std::min({test.seen.mean - reach, -1.3 * test.rope, 0.0});
  double upper = std::max({test.seen.mean + reach, 1.3 * test.rope, 0.0});
  const double more = lower == upper ? 0.01 : 0.04 * (upper - lower);
  lower -= more;
  upper += more;
  return {.lower = lower,
          .upper = upper,
          .title = "mean difference in " + axis_title(measure) + "; above 0 the first is better"};
}

// Numbers of the curve: places across, densities up; a point mass has none.
std::vector<std::pair<double, double>> curve_of(const DifferencePosterior& test,
                                                const report::Axis& axis) {
  std::vector<std::pair<double, double>> curve;
  if (!(test.scale > 0)) return curve;
  constexpr int steps = 200;
  for (int i = 0; i <= steps; ++i) {
    const double at = std::lerp(axis.lower, axis.upper, static_cast<double>(i) / steps);
    curve.emplace_back(at, std::exp(log_density(test, at)));
  }
  return curve;
}

void draw_region(const DifferencePosterior& test, report::Plot& plot) {
  plot.drawing.box({plot.across(-test.rope), plot.up.to()},
                   {plot.across(test.rope), plot.up.from()}, "strip");
  const double zero = plot.across(0);
  plot.drawing.line({zero, plot.up.from()}, {zero, plot.up.to()}, "guide");
}

void draw_posterior(const DifferencePosterior& test,
                    const std::vector<std::pair<double, double>>& curve, report::Plot& plot) {
  if (curve.empty()) {
    const double x = plot.across(test.seen.mean);
    plot.drawing.line({x, plot.up.from()}, {x, plot.up.to()}, "s0 line");
    return;
  }
  std::vector<Point> line;
  for (const auto& [at, density] : curve) line.push_back(plot.at(at, density));
  std::vector<Point> outline = line;
  outline.push_back({line.back().x, plot.up.from()});
  outline.push_back({line.front().x, plot.up.from()});
  plot.drawing.area(outline, "s0 band");
  plot.drawing.path(line, "s0 line");
}

void draw_folds(const PairedComparison& comparison, report::Plot& plot, double base) {
  for (const PairedFold& fold : comparison.differences) {
    if (!(fold.difference >= plot.across.lower() && fold.difference <= plot.across.upper()))
      continue;
    const double x = plot.across(fold.difference);
    plot.drawing.line({x, base - folds_strip + 8}, {x, base - 4}, "s1 line thin");
  }
  plot.drawing.text({plot.across.from() - 6, base - folds_strip / 2 + 6}, "folds", Anchor::end,
                    "tick");
}

std::string caption(const PairedComparison& comparison) {
  const DifferencePosterior& test = *comparison.test;
  return fmt::format(
      "What is believed of the mean difference between {} (first) and {} (second) after {} folds "
      "whose training rows overlap. Grey: the region of practical equivalence, {} to each side of "
      "0. "
      "Probabilities: first better by more than that {:.4f}, equivalent {:.4f}, second better "
      "{:.4f}. "
      "Strokes below are single folds; those beyond the axis are left out.",
      comparison.first.classifier, comparison.second.classifier, test.seen.count,
      report::short_number(test.rope), test.first, test.equivalent, test.second);
}

std::vector<Result> results_of(const PairedComparison& comparison) {
  std::vector<Result> results{comparison.first.result, comparison.second.result};
  results[0].estimator = "first: " + results[0].estimator;
  results[1].estimator = "second: " + results[1].estimator;
  return results;
}

}  // namespace

Figure difference_figure(const PairedComparison& comparison) {
  const DifferencePosterior& test = *comparison.test;
  const report::Axis axis = axis_of(test, comparison.measure);
  const auto curve = curve_of(test, axis);
  double most = 0;
  for (const auto& point : curve) most = std::max(most, point.second);
  const report::Field field{.height = 280, .bottom = 48 + folds_strip};
  report::Plot plot = report::make_plot(
      field, {.lower = axis.lower, .upper = axis.upper, .title = {}},
      {.lower = 0, .upper = most > 0 ? 1.08 * most : 1, .title = "posterior density"});
  draw_region(test, plot);
  draw_posterior(test, curve, plot);
  draw_folds(comparison, plot, field.height - 18);
  plot.drawing.text({0.5 * (plot.across.from() + plot.across.to()), field.height - 4}, axis.title,
                    Anchor::middle, "name");
  FigureNumbers numbers{.columns = {"difference", "density"}, .rows = {}};
  for (const auto& [at, density] : curve) numbers.rows.push_back({at, density});
  return {.name = "difference",
          .title = "Which is better, and by how much",
          .caption = caption(comparison),
          .drawing = std::move(plot.drawing),
          .numbers = std::move(numbers)};
}

Page page_of(const PairedComparison& comparison) {
  Page page{
      .title = "Two classifiers on the same folds",
      .lead = fmt::format("{} rows, label {} with classes {}; {}, {}. First: {}. "
                          "Second: {}.",
                          comparison.rows, comparison.label, report::listed(comparison.classes),
                          report::counted(comparison.folds, "fold", "folds"),
                          report::counted(comparison.repeats, "repeat", "repeats"),
                          comparison.first.classifier, comparison.second.classifier)};
  Section section{.heading = "Difference", .points = comparison.notes};
  if (comparison.test) section.figures.push_back(difference_figure(comparison));
  page.sections.push_back(std::move(section));
  const std::vector<Result> sides = results_of(comparison);
  std::vector<Result> results = sides;
  results.push_back(comparison.baseline);
  page.sections.push_back({.heading = "Both classifiers",
                           .figures = {accuracy_figure(results), log_loss_figure(results)}});
  if (sides[0].calibration || sides[1].calibration)
    page.sections.push_back(
        {.heading = "Calibration", .figures = {calibration_figure(sides, comparison.label)}});
  return page;
}

}  // namespace credence
