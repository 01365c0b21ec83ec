// Units and sums of explanations.
#include <credence/predict/explain.hpp>

#include <algorithm>
#include <array>
#include <numbers>

namespace credence {
namespace {

struct UnitName {
  LogUnit unit;
  std::string_view name;
  double per_nat;
};
constexpr std::array unit_names{UnitName{LogUnit::nats, "nats", 1},
                                UnitName{LogUnit::bits, "bits", 1 / std::numbers::ln2},
                                UnitName{LogUnit::decibans, "decibans", 10 / std::numbers::ln10}};

const UnitName& entry_of(LogUnit unit) {
  return *std::find_if(unit_names.begin(), unit_names.end(),
                       [&](const UnitName& entry) { return entry.unit == unit; });
}

void scale(std::optional<Interval>& interval, double factor) {
  if (interval) interval = {.lower = interval->lower * factor, .upper = interval->upper * factor};
}

}  // namespace

std::string_view to_string(LogUnit unit) { return entry_of(unit).name; }

double units_per_nat(LogUnit unit) { return entry_of(unit).per_nat; }

std::string_view to_string(LineKind kind) {
  constexpr std::array<std::string_view, 6> names{"prior",  "feature", "word",
                                                  "length", "row",     "models"};
  return names[static_cast<std::size_t>(kind)];
}

double sum_of_lines(const std::vector<ExplanationLine>& lines) {
  // Plainly, so that a reader who adds what is printed gets the same bits.
  double sum = 0;
  for (const ExplanationLine& line : lines) sum += line.contribution;
  return sum;
}

Explanation in_unit(Explanation explanation, LogUnit unit) {
  if (unit == explanation.unit) return explanation;
  const double factor = units_per_nat(unit) / units_per_nat(explanation.unit);
  for (ExplanationLine& line : explanation.lines) {
    line.contribution *= factor;
    scale(line.interval, factor);
  }
  scale(explanation.interval, factor);
  explanation.log_odds = sum_of_lines(explanation.lines);
  explanation.unit = unit;
  return explanation;
}

}  // namespace credence
