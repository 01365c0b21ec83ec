// Learning curves as plots of characters: what a scale has no room for is left out and said.
#include "report/listing/curve_text_plot.hpp"

#include <credence/study/result.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "report/listing/readable_range.hpp"
#include "report/listing/result_name.hpp"
#include "report/listing/text_plot.hpp"

namespace credence::report {
namespace {

// One measure of all estimators over the training rows.
struct Pictured {
  const char* name;
  std::optional<double> CurvePoint::*measure;
  double BestPossible::*best;
};

// Whether points have no such measure: a rule without probabilities has accuracies alone.
bool lacks(const std::vector<CurvePoint>& points, std::optional<double> CurvePoint::*measure) {
  return std::any_of(points.begin(), points.end(), [&](const CurvePoint& point) {
    return point.mean_accuracy && !(point.*measure);
  });
}

std::string picture_of(const LearningCurve& curve,
                       const std::vector<std::vector<CurvePoint>>& estimators,
                       const Pictured& pictured) {
  TextPlot plot{
      .x_name = curve.by_training_rows ? "training rows, logarithmic scale" : "training rows",
      .log_x = curve.by_training_rows};
  std::string legend;
  for (std::size_t e = 0; e < estimators.size(); ++e) {
    // Its accuracy, far below, would leave the others no room; the tables have it.
    if (estimators[e].front().estimator == baseline_name) continue;
    PlotSeries series{.mark = static_cast<char>('a' + e)};
    for (const CurvePoint& point : estimators[e]) {
      const std::optional<double>& value = point.*pictured.measure;
      if (!value || !std::isfinite(*value)) continue;
      series.x.push_back(static_cast<double>(point.training_rows));
      series.y.push_back(*value);
    }
    if (lacks(estimators[e], pictured.measure)) continue;
    legend += fmt::format("{}{} {}", legend.empty() ? "  " : ", ", series.mark,
                          name_of(estimators[e].front()));
    plot.series.push_back(std::move(series));
  }
  if (curve.best && !plot.series.empty()) {
    const std::vector<double> sizes = plot.series.back().x;
    plot.series.push_back({.mark = '=',
                           .x = sizes,
                           .y = std::vector<double>(sizes.size(), (*curve.best).*pictured.best)});
    legend += ", = best possible";
  }
  const std::string picture = plot.text();
  if (picture.empty()) return {};
  return fmt::format("\n{}\n{}{}{}", pictured.name, picture, legend,
                     plot.series.size() > (curve.best ? 2 : 1) ? ", + several\n" : "\n");
}

}  // namespace

std::string curve_text_plots(const LearningCurve& curve,
                             const std::vector<std::vector<CurvePoint>>& estimators) {
  const std::string text =
      picture_of(curve, estimators,
                 {"mean accuracy", &CurvePoint::mean_accuracy, &BestPossible::accuracy}) +
      picture_of(curve, estimators,
                 {"mean log loss, nats", &CurvePoint::mean_log_loss, &BestPossible::log_loss});
  if (text.empty()) return {};
  return text + fmt::format(
                    "a scale spans at least {}; infinite and a few far larger log losses are "
                    "left out\n",
                    least_span);
}

}  // namespace credence::report
