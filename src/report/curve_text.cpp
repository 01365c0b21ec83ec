// Learning curves as text.
#include <credence/report/text.hpp>

#include <credence/study/learning_curve.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "report/text_plot.hpp"
#include "report/text_table.hpp"

namespace credence {
namespace {

using report::counted;
using report::TextTable;

// What a reader takes in at once; JSON and CSV have the rest.
constexpr std::size_t shown_sizes = 12;

std::string share(const std::optional<double>& value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

// The points of one estimator after another.
std::vector<std::span<const CurvePoint>> by_estimator(const LearningCurve& curve) {
  std::vector<std::span<const CurvePoint>> parts;
  const std::span<const CurvePoint> all = curve.points;
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first;
    while (end < all.size() && all[end].estimator == all[first].estimator) ++end;
    parts.push_back(all.subspan(first, end - first));
    first = end;
  }
  return parts;
}

// Some positions out of `count`, evenly spread, the first and the last among them.
std::vector<std::size_t> spread_positions(std::size_t count) {
  std::vector<std::size_t> positions;
  const std::size_t shown = std::min(count, shown_sizes);
  for (std::size_t i = 0; i < shown; ++i)
    positions.push_back(shown == 1 ? 0 : (i * (count - 1) + (shown - 1) / 2) / (shown - 1));
  return positions;
}

std::string head(const LearningCurve& curve, std::size_t sizes) {
  std::string text = report::label_text(curve.label, curve.classes);
  text += fmt::format("{}, {} of {}, {} splits{}, seed {}\n",
                      counted(curve.rows, "row", "rows") + (curve.best ? " drawn for each" : ""),
                      counted(curve.repeats, "repeat", "repeats"),
                      counted(static_cast<Index>(sizes), "size", "sizes"),
                      curve.splits == CurveSplits::nested ? "nested" : "independent",
                      curve.stratified ? ", stratified" : "", curve.seed);
  if (!curve.complete)
    text += fmt::format(
        "stopped after {}\n",
        counted(curve.points.empty() ? 0 : curve.points.front().repeats, "repeat", "repeats"));
  if (sizes > shown_sizes)
    text += fmt::format("{} of the sizes are shown; --format csv or json has all\n", shown_sizes);
  text +=
      "spread: standard deviation of the accuracy over repeats; by tested, by learned: what of it\n"
      "comes from which rows are tested, and from which rows are learned\n";
  return text;
}

std::string table_of(std::span<const CurvePoint> points) {
  TextTable table(0);
  table.add({"test size", "tested", "learned", "accuracy", "median", "5 %", "95 %", "spread",
             "by tested", "by learned", "log loss", "undefined"});
  for (const std::size_t at : spread_positions(points.size())) {
    const CurvePoint& point = points[at];
    table.add({fmt::format("{:.4g}", point.test_size), std::to_string(point.test_rows),
               std::to_string(point.training_rows), share(point.mean_accuracy),
               share(point.median_accuracy), share(point.lower_accuracy),
               share(point.upper_accuracy), share(point.sd_accuracy), share(point.split_noise),
               share(point.training_noise), share(point.mean_log_loss),
               std::to_string(point.undefined_repeats)});
  }
  return '\n' + points.front().estimator + '\n' + table.text(2);
}

std::string picture_of(const LearningCurve& curve,
                       const std::vector<std::span<const CurvePoint>>& estimators) {
  report::TextPlot plot{
      .x_name = curve.by_training_rows ? "rows learned, by ratios" : "rows tested",
      .log_x = curve.by_training_rows};
  std::string legend;
  for (std::size_t e = 0; e < estimators.size(); ++e) {
    report::PlotSeries series{.mark = static_cast<char>('a' + e)};
    for (const CurvePoint& point : estimators[e]) {
      if (!point.mean_accuracy) continue;
      series.x.push_back(
          static_cast<double>(curve.by_training_rows ? point.training_rows : point.test_rows));
      series.y.push_back(*point.mean_accuracy);
    }
    legend +=
        fmt::format("{}{} {}", e == 0 ? "  " : ", ", series.mark, estimators[e].front().estimator);
    plot.series.push_back(std::move(series));
  }
  if (curve.best && !plot.series.empty()) {
    const std::vector<double> sizes = plot.series.back().x;
    plot.series.push_back(
        {.mark = '=', .x = sizes, .y = std::vector<double>(sizes.size(), curve.best->accuracy)});
    legend += ", = best possible";
  }
  const std::string picture = plot.text();
  if (picture.empty()) return {};
  return "\nmean accuracy\n" + picture + legend + (estimators.size() > 1 ? ", + several\n" : "\n");
}

std::string best_text(const LearningCurve& curve) {
  if (!curve.best) return {};
  const std::string error =
      curve.best->standard_error > 0 ? fmt::format(" +- {:.2g}", curve.best->standard_error) : "";
  return fmt::format("\nbest possible: accuracy {:.4f}{}, log loss {:.4f}\n", curve.best->accuracy,
                     error, curve.best->log_loss);
}

}  // namespace

std::string to_text(const LearningCurve& curve) {
  const auto estimators = by_estimator(curve);
  std::string text = head(curve, estimators.empty() ? 0 : estimators.front().size());
  for (const auto& points : estimators) text += table_of(points);
  return text + picture_of(curve, estimators) + best_text(curve);
}

}  // namespace credence
