// The waterfall of one explanation: each line moves the log odds from where the one before left them.
#include <credence/report/figures.hpp>

#include <credence/predict/explain.hpp>

#include "base/from_to.hpp"
#include "report/drawing/plot.hpp"
#include "report/listing/no_number.hpp"
#include "report/results/explanation_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

constexpr std::size_t most_steps = 18;

struct Step {
  std::string name;
  double from = 0;
  double to = 0;
  std::optional<Interval> interval = {};
};

std::string name_of(const ExplanationLine& line) {
  if (line.kind == LineKind::prior) return "prior";
  if (line.kind == LineKind::length) return "length of " + line.feature;
  if (line.kind == LineKind::word)
    return line.count == 1 ? line.value : fmt::format("{} x {:.6g}", line.value, line.count);
  if (line.kind == LineKind::row) return line.feature;
  if (line.kind == LineKind::models) return line.feature + ' ' + line.value;
  const std::string given = line.given.empty() ? "" : " | " + line.given;
  if (line.note == "missing") return line.feature + " missing" + given;
  return fmt::format("{} = {}{}", line.feature, line.value, given);
}

// The smallest of many lines are one step.
std::vector<Step> steps_of(const Explanation& explanation) {
  const std::vector<ExplanationLine> lines = report::lines_by_size(explanation);
  const std::size_t alone = lines.size() > most_steps ? most_steps - 1 : lines.size();
  std::vector<Step> steps;
  double at = 0;
  for (std::size_t i = 0; i < alone; ++i) {
    steps.push_back({.name = name_of(lines[i]),
                     .from = at,
                     .to = at + lines[i].contribution,
                     .interval = lines[i].interval});
    at = steps.back().to;
  }
  if (alone < lines.size()) {
    Step rest{.name = fmt::format("{} smaller lines", lines.size() - alone), .from = at, .to = at};
    for (std::size_t i = alone; i < lines.size(); ++i) rest.to += lines[i].contribution;
    steps.push_back(std::move(rest));
  }
  steps.push_back({.name = "log odds", .from = 0, .to = explanation.log_odds});
  return steps;
}

report::Axis axis_over(const std::vector<Step>& steps, const Explanation& explanation) {
  double lower = 0;
  double upper = 0;
  for (const Step& step : steps)
    for (const double end : {step.from, step.to}) {
      if (!std::isfinite(end)) continue;
      lower = std::min(lower, end);
      upper = std::max(upper, end);
    }
  const double more = 0.16 * (upper - lower);
  return {.lower = lower - more,
          .upper = upper + more,
          .title = fmt::format("log odds of {} against {}, {}", shortened(explanation.klass, 14),
                               shortened(explanation.against, 14), to_string(explanation.unit))};
}

void draw_step(const Step& step, double y, Index series, report::RowPlot& plot) {
  const double from = plot.x(step.from);
  const double to = plot.x(step.to);
  plot.drawing().box({from, y - 7}, {to, y + 7}, series_role(series) + " cell", 0.75);
  const bool right = to >= from;
  const double change = step.to - step.from;
  plot.drawing().text({to + (right ? 4 : -4), y + 4},
                      std::isnan(change) ? "" : fmt::format("{:+.3g}", change),
                      right ? Anchor::start : Anchor::end, "small number");
}

Drawing draw(const std::vector<Step>& steps, const Explanation& explanation) {
  std::vector<std::string> names;
  for (const Step& step : steps) names.push_back(step.name);
  report::RowPlot plot(names, axis_over(steps, explanation));
  const double zero = plot.x(0);
  plot.drawing().line({zero, plot.top()}, {zero, plot.bottom()}, "axis");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double y = plot.y(static_cast<Index>(i));
    const bool last = i + 1 == steps.size();
    const Index series = last ? 6 : steps[i].to >= steps[i].from ? 0 : 1;
    draw_step(steps[i], y, series, plot);
    if (!last)
      plot.drawing().line({plot.x(steps[i].to), y + 7},
                          {plot.x(steps[i].to), plot.y(static_cast<Index>(i) + 1) - 7}, "guide");
  }
  return std::move(plot.drawing());
}

// A column for the parents of features and their levels.
void add_given(const Explanation& explanation, FigureNumbers& numbers) {
  numbers.columns.insert(numbers.columns.begin() + 2, "given");
  const std::vector<ExplanationLine> lines = report::lines_by_size(explanation);
  for (std::size_t i = 0; i < lines.size(); ++i)
    numbers.rows[i].insert(numbers.rows[i].begin() + 2, lines[i].given);
  numbers.rows.back().insert(numbers.rows.back().begin() + 2, std::string());
}

FigureNumbers numbers_of(const Explanation& explanation) {
  FigureNumbers numbers{.columns = {"line", "value", "contribution", "lower", "upper"}, .rows = {}};
  for (const ExplanationLine& line : report::lines_by_size(explanation))
    numbers.rows.push_back({line.kind == LineKind::prior ? "prior" : line.feature, line.value,
                            line.contribution,
                            line.interval ? line.interval->lower : report::no_number,
                            line.interval ? line.interval->upper : report::no_number});
  numbers.rows.push_back({"log odds", std::string(), explanation.log_odds,
                          explanation.interval ? explanation.interval->lower : report::no_number,
                          explanation.interval ? explanation.interval->upper : report::no_number});
  if (report::any_given(explanation)) add_given(explanation, numbers);
  return numbers;
}

}  // namespace

Figure explanation_figure(const Explanation& explanation) {
  std::string caption = fmt::format(
      "How each line moves the log odds of {} against {} in row {} under {}: to the right it "
      "favours {}, to the left it does not. The lines add up to the log odds below them.",
      explanation.klass, explanation.against, explanation.row + 1, to_string(explanation.estimator),
      explanation.klass);
  if (report::any_given(explanation))
    caption +=
        " Behind the sign | stand the parents that the feature depends on, with their values.";
  if (!explanation.models.empty())
    caption += fmt::format(" Each line is an average over the lines of {} models ({}).",
                           explanation.models.size(), explanation.structure);
  if (explanation.interval)
    caption += fmt::format(" With {:.4g} % of the posterior the log odds lie from {}.",
                           100 * explanation.mass,
                           from_to(explanation.interval->lower, explanation.interval->upper));
  if (const std::string why = report::why_no_interval(explanation); !why.empty())
    caption += " Without an interval: " + why + '.';
  return {.name = "explanation",
          .title = report::classes_text(explanation),
          .caption = caption,
          .drawing = draw(steps_of(explanation), explanation),
          .numbers = numbers_of(explanation)};
}

}  // namespace credence
