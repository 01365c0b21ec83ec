// Rankings of features, and how many of them are enough, as figures.
#include <credence/report/figures.hpp>

#include <credence/select/mutual_information.hpp>
#include <credence/study/feature_selection.hpp>
#include <credence/study/selection_curve.hpp>

#include "report/drawing/plot.hpp"
#include "report/listing/no_number.hpp"
#include "report/listing/result_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

FeatureInformation as_information(const RankedFeature& feature) {
  FeatureInformation information{
      .feature = feature.name,
      .family = feature.family,
      .mutual_information = feature.mutual_information.value_or(report::no_number),
      .interval = feature.bounds,
      .mean = feature.posterior_mean,
      .undefined = feature.undefined};
  if (!feature.mutual_information && feature.undefined.empty())
    information.undefined = "it was not asked for";
  return information;
}

// The loss of each point and a standard error to each side.
struct Loss {
  double features = 0;
  double value = report::no_number;
  double error = 0;
};

std::vector<Loss> losses_of(const SelectionCurve& curve) {
  std::vector<Loss> losses;
  for (const SelectionPoint& point : curve.points)
    if (point.metrics && std::isfinite(point.metrics->log_loss))
      losses.push_back({.features = static_cast<double>(point.features),
                        .value = point.metrics->log_loss,
                        .error = point.standard_error.value_or(0)});
  return losses;
}

// Few features are counted one by one: there are no halves of them.
report::Axis axis_across(const SelectionCurve& curve) {
  constexpr Index few = 8;
  const Index most = curve.points.empty() ? 1 : curve.points.back().features;
  report::Axis axis{.lower = 0, .upper = static_cast<double>(most), .title = "number of features"};
  for (Index count = 0; most <= few && count <= most; ++count)
    axis.ticks.push_back({.at = static_cast<double>(count), .text = std::to_string(count)});
  return axis;
}

report::Axis axis_up(const std::vector<Loss>& losses, const std::optional<Metrics>& baseline) {
  if (losses.empty()) return {.title = "log loss, nats"};
  const double first = baseline ? baseline->log_loss : losses.front().value;
  report::Axis axis{.lower = first, .upper = first};
  for (const Loss& loss : losses) {
    axis.lower = std::min(axis.lower, loss.value - loss.error);
    axis.upper = std::max(axis.upper, loss.value + loss.error);
  }
  const double more = 0.06 * (axis.upper - axis.lower);
  return {.lower = axis.lower - more, .upper = axis.upper + more, .title = "log loss, nats"};
}

void draw_losses(const std::vector<Loss>& losses, report::Plot& plot) {
  std::vector<Point> line;
  std::vector<Point> band;
  for (const Loss& loss : losses) {
    line.push_back(plot.at(loss.features, loss.value));
    band.push_back(plot.at(loss.features, loss.value + loss.error));
  }
  for (auto loss = losses.rbegin(); loss != losses.rend(); ++loss)
    band.push_back(plot.at(loss->features, loss->value - loss->error));
  if (band.size() > 3) plot.drawing.area(band, "s0 band");
  plot.drawing.path(line, "s0 line");
  if (line.size() <= 40)
    for (const Point& at : line) plot.drawing.mark(at, 0, 3);
}

void draw_baseline(const std::optional<Metrics>& baseline, report::Plot& plot) {
  if (!baseline) return;
  const double y = plot.up(baseline->log_loss);
  plot.drawing.line({plot.across.from(), y}, {plot.across.to(), y}, "guide");
  plot.drawing.text({plot.across.to() - 4, y - 5}, "baseline", Anchor::end, "small halo");
}

void draw_chosen(const SelectionCurve& curve, report::Plot& plot) {
  if (!curve.chosen) return;
  const double x = plot.across(static_cast<double>(*curve.chosen));
  plot.drawing.line({x, plot.up.from()}, {x, plot.up.to()}, "guide");
  const bool at_right = x > 0.7 * plot.across.to();
  plot.drawing.text({x + (at_right ? -5 : 5), plot.up.to() + 12},
                    fmt::format("{} chosen", *curve.chosen), at_right ? Anchor::end : Anchor::start,
                    "small halo");
}

}  // namespace

Figure ranking_figure(const RankedFeatures& ranked) {
  std::vector<FeatureInformation> information;
  for (const RankedFeature& feature : ranked.features)
    information.push_back(as_information(feature));
  Figure figure = information_figure(information, ranked.unit);
  if (ranked.by != RankBy::posterior_mean && ranked.by != RankBy::mutual_information)
    figure.caption += " The ranking is by another measure.";
  return figure;
}

Figure trade_off_figure(const SelectionCurve& curve) {
  const std::vector<Loss> losses = losses_of(curve);
  report::Plot plot =
      report::make_plot({.height = 270}, axis_across(curve), axis_up(losses, curve.baseline));
  if (!losses.empty()) draw_baseline(curve.baseline, plot);
  draw_losses(losses, plot);
  draw_chosen(curve, plot);
  return {.name = "trade-off",
          .title = "How many features are enough",
          .caption = fmt::format(
              "Log loss of {} on {} with the best features of the ranking{}; the band reaches one "
              "standard error to each side. The baseline is that of the class frequencies alone. "
              "Points where the loss is "
              "infinite or undefined are left "
              "out. The number is chosen by the rule {}.",
              curve.estimator, curve.on,
              curve.ranked_anew ? ", made anew without the rows that are judged" : "",
              to_string(curve.rule)),
          .drawing = std::move(plot.drawing),
          .numbers = report::numbers_of(curve.points)};
}

Page page_of(const RankedFeatures& ranked) {
  Page page{.title = "Features ranked",
            .lead = fmt::format("{} rows, label {} with classes {}; {} of {} features are kept.",
                                ranked.rows, ranked.label, report::listed(ranked.classes),
                                ranked.kept, ranked.features.size())};
  Section section{.heading = "Mutual information of features and class", .points = ranked.notes};
  section.figures.push_back(ranking_figure(ranked));
  if (ranked.curve) section.figures.push_back(trade_off_figure(*ranked.curve));
  page.sections.push_back(std::move(section));
  return page;
}

}  // namespace credence
