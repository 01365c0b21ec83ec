// Results as JSON.
#include "report/result_json.hpp"

#include <cmath>

namespace credence::report {

Json number(double value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return number_to_json(value);
}

Json interval_object(const Interval& interval) {
  return {{"lower", number(interval.lower)}, {"upper", number(interval.upper)}};
}

Json undefined_cells(const std::vector<UndefinedInFold>& undefined) {
  Json list = Json::array();
  for (const auto& [cell, fold] : undefined) {
    Json entry = {{"feature", cell.feature}, {"class", cell.klass}, {"why", cell.why}};
    if (cell.klass.empty()) entry["class"] = nullptr;
    if (fold > 0) entry["fold"] = fold;
    list.push_back(std::move(entry));
  }
  return list;
}

namespace {

Json object(const CalibrationBin& bin) {
  return {{"from", bin.lower},
          {"to", bin.upper},
          {"rows", number(bin.weight)},
          {"right", number(bin.right)},
          {"mean_probability", number(bin.mean_probability)},
          {"share", number(bin.share())},
          {"interval", {{"lower", bin.interval.lower}, {"upper", bin.interval.upper}}}};
}

// How sure the metrics are, and whether probabilities are what they say.
void add_uncertainty(Json& entry, const Result& result) {
  constexpr double mass = 0.9;
  const Interval interval = accuracy_interval(*result.metrics, mass);
  entry["accuracy_interval"] = {
      {"mass", mass}, {"lower", number(interval.lower)}, {"upper", number(interval.upper)}};
  entry["log_loss_error"] = number(result.metrics->log_loss_error);
  if (!result.calibration) return;
  const Calibration& calibration = *result.calibration;
  Json& object_of = entry["calibration"];
  object_of = {{"class", calibration.klass},
               {"mass", calibration.mass},
               {"error", number(calibration.error)},
               {"bins", Json::array()}};
  if (calibration.klass.empty()) object_of["class"] = nullptr;
  for (const CalibrationBin& bin : calibration.bins) object_of["bins"].push_back(object(bin));
}

}  // namespace

Json result_object(const Result& result) {
  Json entry = {{"estimator", result.estimator}, {"on", result.on}};
  const std::optional<Metrics>& metrics = result.metrics;
  entry["accuracy"] = metrics ? number(metrics->accuracy) : nullptr;
  entry["log_loss"] = metrics ? number(metrics->log_loss) : nullptr;
  entry["brier"] = metrics ? number(metrics->brier) : nullptr;
  entry["confidence"] = metrics ? number(metrics->confidence) : nullptr;
  if (metrics) add_uncertainty(entry, result);
  entry["impossible_rows"] = metrics ? metrics->impossible_rows : 0;
  entry["unseen_cells"] = result.unseen_cells;
  entry["undefined"] = undefined_cells(result.undefined);
  return entry;
}

}  // namespace credence::report
