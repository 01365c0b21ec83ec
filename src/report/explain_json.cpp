// Explanations as JSON.
#include <credence/report/text.hpp>

#include <credence/predict/explain.hpp>

#include <cmath>

#include "data/schema_json.hpp"

namespace credence {
namespace {

Json number_or_word(double value) {
  if (std::isfinite(value)) return Json(value);
  return value > 0 ? "inf" : "-inf";
}

Json object(const Interval& interval) {
  return {{"lower", number_or_word(interval.lower)}, {"upper", number_or_word(interval.upper)}};
}

Json object(const ExplanationLine& line) {
  const bool has_value =
      line.kind != LineKind::prior && line.kind != LineKind::length && line.note != "missing";
  Json entry = {{"feature", line.feature},
                {"value", has_value ? Json(line.value) : Json(nullptr)},
                {"contribution", number_or_word(line.contribution)},
                {"kind", to_string(line.kind)}};
  if (line.kind == LineKind::word || line.kind == LineKind::length)
    entry["count"] = number_to_json(line.count);
  if (!line.note.empty()) entry["note"] = line.note;
  if (line.interval) entry["interval"] = object(*line.interval);
  return entry;
}

}  // namespace

std::string to_json(const Explanation& explanation) {
  Json all = {{"schema_version", 1},
              {"row", explanation.row + 1},
              {"class", explanation.klass},
              {"against", explanation.against},
              {"estimator", to_string(explanation.estimator)},
              {"unit", to_string(explanation.unit)},
              {"log_odds", number_or_word(explanation.log_odds)}};
  if (explanation.interval) {
    all["mass"] = explanation.mass;
    all["interval"] = object(*explanation.interval);
  }
  all["lines"] = Json::array();
  for (const ExplanationLine& line : explanation.lines) all["lines"].push_back(object(line));
  return write_json(all, 2) + '\n';
}

}  // namespace credence
