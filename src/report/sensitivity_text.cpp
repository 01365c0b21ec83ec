// Prior sensitivity as text.
#include <credence/report/text.hpp>

#include <credence/study/prior_sensitivity.hpp>

#include "report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

using report::listed;
using report::printable;
using report::TextTable;

constexpr std::size_t shown_rows = 10;

std::string share(const std::optional<double>& value) {
  return value ? fmt::format("{:.4f}", *value) : std::string("-");
}

// "1/1024", "1", "32": powers of two.
std::string power(double factor) {
  return factor < 1 ? fmt::format("1/{:.0f}", 1 / factor) : fmt::format("{:.0f}", factor);
}

std::string points_text(const PriorSensitivity& sensitivity) {
  const bool judged = std::any_of(sensitivity.points.begin(), sensitivity.points.end(),
                                  [](const StrengthPoint& point) { return point.accuracy; });
  TextTable table(0);
  table.add({"strength of priors", "labels changed", judged ? "accuracy" : ""});
  for (const StrengthPoint& point : sensitivity.points)
    table.add({"x " + power(point.factor), share(point.flipped),
               judged ? share(point.accuracy) : std::string()});
  return table.text();
}

std::string flip_text(const std::optional<LabelFlip>& flip) {
  return flip ? fmt::format("x {:.4g} to {}", flip->factor, printable(flip->label))
              : std::string("-");
}

// The rows whose label changes first.
std::string rows_text(const PriorSensitivity& sensitivity) {
  std::vector<const RowSensitivity*> rows;
  for (const RowSensitivity& row : sensitivity.rows)
    if (nearest_flip(row)) rows.push_back(&row);
  if (rows.empty()) return "\nno label changes\n";
  std::stable_sort(rows.begin(), rows.end(), [](const auto* a, const auto* b) {
    return *nearest_flip(*a) < *nearest_flip(*b);
  });
  TextTable table(0);
  table.add({"row", "label", "probability", "weaker", "stronger"});
  for (std::size_t i = 0; i < std::min(rows.size(), shown_rows); ++i)
    table.add({fmt::format("{}", rows[i]->row), printable(rows[i]->label),
               fmt::format("{:.4f}", rows[i]->probability), flip_text(rows[i]->weaker),
               flip_text(rows[i]->stronger)});
  return fmt::format("\n{} of {} labels change somewhere; the first of them\n", rows.size(),
                     sensitivity.rows.size()) +
         table.text(2);
}

}  // namespace

std::string to_text(const PriorSensitivity& sensitivity) {
  return fmt::format(
             "label {} with {} classes: {}\n{} rows, {}, priors from x 1/2^{} to x 2^{}\n\n",
             printable(sensitivity.label), sensitivity.classes.size(), listed(sensitivity.classes),
             sensitivity.rows.size(), sensitivity.estimator, sensitivity.octaves,
             sensitivity.octaves) +
         points_text(sensitivity) + rows_text(sensitivity) + report::notes_text(sensitivity.notes);
}

}  // namespace credence
