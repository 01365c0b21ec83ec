// Estimators side by side: accuracy and log loss with their intervals.
#include <credence/report/figures.hpp>

#include <credence/study/result.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/no_number.hpp"
#include "report/listing/result_name.hpp"
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace credence {
namespace {

using report::in_words;

constexpr double mass = 0.9;

// One measure of a result, with the ends of its interval.
struct Measure {
  double value = 0;
  Interval interval = {};
};

std::optional<Measure> accuracy_measured(const Result& result) {
  const std::optional<double> accuracy = accuracy_of(result);
  if (!accuracy) return std::nullopt;
  return Measure{.value = *accuracy, .interval = *accuracy_interval(result, mass)};
}

std::optional<Measure> log_loss_measured(const Result& result) {
  if (!result.metrics) return std::nullopt;
  const Metrics& metrics = *result.metrics;
  return Measure{.value = metrics.log_loss,
                 .interval = {.lower = metrics.log_loss - metrics.log_loss_error,
                              .upper = metrics.log_loss + metrics.log_loss_error}};
}

// The sets of rows in the order in which they first occur: each is a series.
std::vector<std::string> sets_of(std::span<const Result> results) {
  std::vector<std::string> sets;
  for (const Result& result : results)
    if (std::find(sets.begin(), sets.end(), result.on) == sets.end()) sets.push_back(result.on);
  return sets;
}

struct ShownMeasure {
  const char* name;
  const char* title;
  const char* axis;
  const char* interval;
  std::optional<Measure> (*measure)(const Result&);  ///< none where an estimate is undefined
};

FigureNumbers numbers_of(std::span<const Result> results, const ShownMeasure& shown) {
  FigureNumbers numbers{.columns = {"estimator", "on", shown.name, "lower", "upper", "undefined"},
                        .rows = {}};
  const bool weighted = std::any_of(results.begin(), results.end(), [](const Result& result) {
    return result.feature_weights != FeatureWeighting::none;
  });
  if (weighted) numbers.columns.emplace_back("feature_weights");
  for (const Result& result : results) {
    const Measure measure = shown.measure(result).value_or(
        Measure{.value = report::no_number, .interval = {report::no_number, report::no_number}});
    numbers.rows.push_back({report::plain_name_of(result), result.on, measure.value,
                            measure.interval.lower, measure.interval.upper,
                            static_cast<double>(result.undefined.size())});
    if (weighted) numbers.rows.back().emplace_back(std::string(to_string(result.feature_weights)));
  }
  return numbers;
}

// The ends of the axis: all intervals, and a little more.
report::Axis axis_over(std::span<const Result> results, const ShownMeasure& shown) {
  double lower = std::numeric_limits<double>::infinity();
  double upper = -lower;
  for (const Result& result : results) {
    const std::optional<Measure> measure = shown.measure(result);
    if (!measure || !std::isfinite(measure->value)) continue;
    lower = std::min(lower, measure->interval.lower);
    upper = std::max(upper, measure->interval.upper);
  }
  if (!(upper >= lower)) return {.lower = 0, .upper = 1, .title = shown.axis};
  const double more = 0.05 * (upper - lower);
  return {.lower = lower - more, .upper = upper + more, .title = shown.axis};
}

// Words in the place of a number, at the left or at the right end.
void draw_words(const std::string& text, Anchor end, double y, Index series,
                report::RowPlot& plot) {
  const double from = end == Anchor::start ? plot.across().from() : plot.across().to();
  const double inwards = end == Anchor::start ? 1 : -1;
  plot.drawing().mark({from + 7 * inwards, y}, series, 3.2);
  plot.drawing().text({from + 15 * inwards, y + 4}, text, end, "small halo");
}

void draw_result(const Result& result, const ShownMeasure& shown, report::RowPlot& plot, double y,
                 Index series) {
  const std::optional<Measure> found = shown.measure(result);
  if (!found)
    return draw_words(
        "undefined: " + report::counted(std::ssize(result.undefined), "cell", "cells"),
        Anchor::start, y, series, plot);
  const Measure& measure = *found;
  if (!std::isfinite(measure.value)) return draw_words("infinite", Anchor::end, y, series, plot);
  report::draw_whisker(plot.drawing(), plot.across(), measure.interval.lower,
                       measure.interval.upper, y, series);
  plot.drawing().mark({plot.x(measure.value), y}, series);
}

Figure draw(std::span<const Result> results, const ShownMeasure& shown) {
  constexpr double line = 15;
  const std::vector<std::string> sets = sets_of(results);
  std::vector<std::string> estimators;
  for (const Result& result : results)
    if (const std::string name = report::name_of(result);
        std::find(estimators.begin(), estimators.end(), name) == estimators.end())
      estimators.push_back(name);
  std::vector<std::string> named;
  for (const std::string& set : sets) named.push_back(in_words(set));
  const report::Legend legend(named, 430);
  report::RowPlot plot(estimators, axis_over(results, shown),
                       12 + line * static_cast<double>(std::max<std::size_t>(sets.size(), 1)),
                       sets.size() > 1 ? legend.height() : 0);
  for (const Result& result : results) {
    const auto row = std::find(estimators.begin(), estimators.end(), report::name_of(result)) -
                     estimators.begin();
    const auto series = std::find(sets.begin(), sets.end(), result.on) - sets.begin();
    const double shift =
        line * (static_cast<double>(series) - 0.5 * static_cast<double>(sets.size() - 1));
    draw_result(result, shown, plot, plot.y(row) + shift, series);
  }
  if (sets.size() > 1) legend.draw(plot.drawing(), 14, report::LegendOf::shapes);
  return {.name = shown.name,
          .title = shown.title,
          .caption = fmt::format("{} {}", shown.title, shown.interval),
          .drawing = std::move(plot.drawing()),
          .numbers = numbers_of(results, shown)};
}

}  // namespace

Figure accuracy_figure(std::span<const Result> results) {
  return draw(results, {.name = "accuracy",
                        .title = "Accuracy of each estimator",
                        .axis = "proportion of rows labelled correctly",
                        .interval = "on each set of rows. Bars are 90 % credible intervals, as if "
                                    "rows were independent. All estimators are scored on the same "
                                    "rows, so differences are more certain than overlapping bars "
                                    "suggest.",
                        .measure = accuracy_measured});
}

Figure log_loss_figure(std::span<const Result> all) {
  std::vector<Result> results;
  for (const Result& result : all)
    if (!has_labels_alone(result)) results.push_back(result);
  return draw(results, {.name = "log_loss",
                        .title = "Log loss of each estimator",
                        .axis = "mean of -ln p(true class), nats; less is better",
                        .interval = "on each set of rows. Bars extend one standard error of the "
                                    "mean over rows to each side.",
                        .measure = log_loss_measured});
}

}  // namespace credence
