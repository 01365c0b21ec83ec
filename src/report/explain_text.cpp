// Explanations as text.
#include <credence/data/number.hpp>
#include <credence/predict/explain.hpp>
#include <credence/report/drawing.hpp>
#include <credence/report/text.hpp>

#include "report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace credence {
namespace {

using report::printable;
using report::short_number;
using report::TextTable;

// A longer text is cut, so that a table of lines stays one.
constexpr Index most_letters = 40;

std::string value_text(const ExplanationLine& line) {
  if (line.kind == LineKind::prior) return "(prior)";
  if (line.kind == LineKind::length) return fmt::format("(length {})", to_text(line.count));
  std::string value = shortened(printable(line.value), most_letters);
  if (line.kind == LineKind::word && line.count != 1) value += " x " + to_text(line.count);
  if (line.note.empty()) return value;
  return value + (value.empty() ? "" : " ") + '(' + line.note + ')';
}

std::vector<std::string> interval_text(const std::optional<Interval>& interval) {
  if (!interval) return {"-", "-"};
  return {short_number(interval->lower), short_number(interval->upper)};
}

std::string table_text(const Explanation& explanation) {
  const bool intervals =
      std::any_of(explanation.lines.begin(), explanation.lines.end(),
                  [](const ExplanationLine& line) { return line.interval.has_value(); });
  TextTable table(2);
  const auto add = [&](std::vector<std::string> row, const std::vector<std::string>& ends) {
    if (intervals) row.insert(row.end(), ends.begin(), ends.end());
    table.add(std::move(row));
  };
  add({"feature", "value", "contribution"}, {"lower", "upper"});
  for (const ExplanationLine& line : explanation.lines)
    add({printable(line.feature), value_text(line), to_text(line.contribution)},
        interval_text(line.interval));
  add({"log odds", "", to_text(explanation.log_odds)}, interval_text(explanation.interval));
  return table.text();
}

}  // namespace

std::string to_text(const Explanation& explanation) {
  std::string head = fmt::format("row {}: {} against {}, {}, in {}", explanation.row + 1,
                                 printable(explanation.klass), printable(explanation.against),
                                 to_string(explanation.estimator), to_string(explanation.unit));
  if (explanation.mass > 0)
    head += fmt::format("; intervals of mass {}", to_text(explanation.mass));
  return head + "\n\n" + table_text(explanation);
}

}  // namespace credence
