// Prior sensitivity as text, JSON, CSV and a figure.
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>
#include <credence/study/prior_sensitivity.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/drawing/plot.hpp"
#include "report/listing/filled_list.hpp"
#include "report/listing/listing.hpp"
#include "report/listing/no_number.hpp"

namespace credence {
namespace {

using report::Shown;

constexpr std::size_t shown_rows = 10;

// "x 1/1024", "x 1", "x 32": powers of two.
std::string power(double factor) {
  return factor < 1 ? fmt::format("x 1/{:.0f}", 1 / factor) : fmt::format("x {:.0f}", factor);
}

std::string flip_text(const LabelFlip& flip) {
  return fmt::format("x {:.4g} to {}", flip.factor, flip.label);
}

}  // namespace

static void list(auto& to, const LabelFlip& flip) {
  to("kept", flip.kept);
  to("factor", flip.factor);
  to("label", flip.label);
}

static void list(auto& to, const StrengthPoint& point) {
  to("factor", point.factor, Shown{"prior sample size", power});
  to("flipped", point.flipped, Shown{"labels changed", "{:.4f}"});
  to("accuracy", point.accuracy, Shown{"accuracy", "{:.4f}"});
}

static void list(auto& to, const RowSensitivity& row) {
  to("row", row.row, Shown{"row"});
  to("label", row.label, Shown{"label"});
  to("probability", row.probability, Shown{"probability", "{:.4f}"});
  to("weaker", row.weaker, Shown{"weaker", flip_text});
  to("stronger", row.stronger, Shown{"stronger", flip_text});
}

static void list(auto& to, const PriorSensitivity& sensitivity) {
  to("label", sensitivity.label);
  to("classes", sensitivity.classes);
  to("estimator", sensitivity.estimator);
  to("octaves", sensitivity.octaves);
  to("resolution", sensitivity.resolution);
  to("points", sensitivity.points);
  to("results", sensitivity.rows);
  to("notes", sensitivity.notes);
}

namespace {

// All entries; the list of the rows is empty, to be filled one by one.
struct HeadEntries {
  static constexpr bool all = false;
  report::JsonEntries entries = {};

  void operator()(const char* name, const std::vector<RowSensitivity>&) {
    report::write_member(entries.object, name, Json::array());
  }
  template <class T>
  void operator()(const char* name, const T& value) {
    entries(name, value);
  }
};

std::string points_text(const std::vector<StrengthPoint>& points) {
  report::TextTable table = report::text_table(0, points);
  if (std::none_of(points.begin(), points.end(), [](const auto& point) { return point.accuracy; }))
    table.leave_out("accuracy");
  return table.text();
}

// The rows whose label changes first.
std::string rows_text(const PriorSensitivity& sensitivity) {
  std::vector<RowSensitivity> rows;
  for (const RowSensitivity& row : sensitivity.rows)
    if (nearest_flip(row)) rows.push_back(row);
  if (rows.empty()) return "\nno label changes\n";
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return *nearest_flip(a) < *nearest_flip(b);
  });
  const std::string head =
      fmt::format("\n{} of {} somewhere; the first of them\n", rows.size(),
                  report::counted(sensitivity.rows.size(), "label changes", "labels change"));
  rows.resize(std::min(rows.size(), shown_rows));
  return head + report::text_table(0, rows).text(2);
}

// Powers of two, about eight of them.
report::Axis axis_along(const PriorSensitivity& sensitivity) {
  const auto ends = static_cast<double>(sensitivity.octaves);
  report::Axis axis{.lower = -ends, .upper = ends, .title = "factor on the strength of all priors"};
  const Index step = std::max<Index>(1, (sensitivity.octaves + 3) / 4);
  for (Index at = -(sensitivity.octaves / step) * step; at <= sensitivity.octaves; at += step) {
    const std::string text = at == 0 ? "1" : fmt::format("2^{}", at);
    axis.ticks.push_back({.at = static_cast<double>(at), .text = text});
  }
  return axis;
}

}  // namespace

std::string to_text(const PriorSensitivity& sensitivity) {
  return report::label_text(sensitivity.label, sensitivity.classes) +
         fmt::format("{}, {}, priors from x 1/2^{} to x 2^{}\n\n",
                     report::counted(std::ssize(sensitivity.rows), "row", "rows"),
                     sensitivity.estimator, sensitivity.octaves, sensitivity.octaves) +
         points_text(sensitivity.points) + rows_text(sensitivity) +
         report::notes_text(sensitivity.notes);
}

std::string to_json(const PriorSensitivity& sensitivity) {
  HeadEntries head;
  report::write_member(head.entries.object, "schema_version", 1);
  list(head, sensitivity);
  return report::with_filled_list(
      write_json(head.entries.object, 2) + '\n', "results", sensitivity.rows.size(),
      [&](std::size_t row) { return report::json_of(sensitivity.rows[row]); });
}

std::string to_csv(const PriorSensitivity& sensitivity, int digits) {
  return to_csv(
      report::numbers_of(sensitivity.rows,
                         [](auto& to, const RowSensitivity& row) {
                           to("row", row.row);
                           to("label", row.label);
                           to("probability", row.probability);
                           to("weaker_factor",
                              row.weaker ? std::optional(row.weaker->factor) : std::nullopt);
                           to("weaker_label", row.weaker ? row.weaker->label : "");
                           to("stronger_factor",
                              row.stronger ? std::optional(row.stronger->factor) : std::nullopt);
                           to("stronger_label", row.stronger ? row.stronger->label : "");
                         }),
      digits);
}

Figure sensitivity_figure(const PriorSensitivity& sensitivity) {
  double most = 0;
  for (const StrengthPoint& point : sensitivity.points)
    most = std::max(most, point.flipped.value_or(0));
  report::Plot plot = report::make_plot(
      {.height = 260}, axis_along(sensitivity),
      {.lower = 0, .upper = most > 0 ? 1.06 * most : 1, .title = "share of labels changed"});
  const double own = plot.across(0);
  plot.drawing.line({own, plot.up.from()}, {own, plot.up.to()}, "guide");
  std::vector<Point> line;
  for (const StrengthPoint& point : sensitivity.points)
    line.push_back(point.flipped ? plot.at(std::log2(point.factor), *point.flipped)
                                 : Point{report::no_number, report::no_number});
  plot.drawing.path(line, "s0 line");
  for (const Point& at : line) plot.drawing.mark(at, 0, 3);
  return {.name = "sensitivity",
          .title = "Labels that change with the prior sample size",
          .caption = fmt::format(
              "Share of the {} whose label under {} is another one when the pseudo-counts of all "
              "priors are multiplied by a factor; at 1 they are as they are. Factors at which the "
              "estimate does not exist are left out.",
              report::counted(sensitivity.rows.size(), "row", "rows"), sensitivity.estimator),
          .drawing = std::move(plot.drawing),
          .numbers = report::numbers_of(sensitivity.points)};
}

Page page_of(const PriorSensitivity& sensitivity) {
  Page page{.title = "Sensitivity to priors",
            .lead = fmt::format("{}, label {} with classes {}.",
                                report::counted(sensitivity.rows.size(), "row", "rows"),
                                sensitivity.label, report::listed(sensitivity.classes))};
  Section section{.heading = "Prior sample size", .points = sensitivity.notes};
  section.figures.push_back(sensitivity_figure(sensitivity));
  page.sections.push_back(std::move(section));
  return page;
}

}  // namespace credence
