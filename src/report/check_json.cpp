// Predictive checks as JSON and CSV.
#include <credence/report/text.hpp>

#include <credence/study/predictive_check.hpp>

#include "report/check_table.hpp"
#include "report/result_json.hpp"

namespace credence {
namespace {

using report::number;

Json object(const CheckedCell& cell, const CheckedQuantity& checked, const PredictiveCheck& check) {
  Json entry = {{"quantity", to_string(checked.name.quantity)}};
  if (!checked.name.level.empty()) entry["level"] = checked.name.level;
  if (checked.name.share > 0) entry["share"] = number(checked.name.share);
  entry["observed"] = number(checked.observed);
  entry["median"] = number(checked.median);
  entry["lower"] = number(checked.simulated.lower);
  entry["upper"] = number(checked.simulated.upper);
  entry["tail_probability"] = number(checked.tail_probability);
  entry["extreme"] = check.is_extreme(checked);
  if (check.is_extreme(checked)) entry["sentence"] = sentence_on(cell, checked, check.options);
  return entry;
}

Json object(const CheckedCell& cell, const PredictiveCheck& check) {
  Json entry = {{"feature", cell.feature},
                {"family", cell.family},
                {"class", cell.klass},
                {"rows", cell.rows},
                {"quantities", Json::array()}};
  for (const CheckedQuantity& checked : cell.quantities)
    entry["quantities"].push_back(object(cell, checked, check));
  return entry;
}

}  // namespace

std::string to_json(const PredictiveCheck& check) {
  const ExtremeCounts counts = extreme_counts(check);
  Json all = {{"schema_version", 1},
              {"simulated_from", to_string(check.options.from)},
              {"simulations", check.options.simulations},
              {"seed", check.options.seed},
              {"mass", number(check.options.mass)},
              {"threshold", number(check.options.threshold)},
              {"rows", check.rows},
              {"skipped_rows", check.skipped_rows},
              {"label", check.label},
              {"classes", check.classes},
              {"quantities", counts.quantities},
              {"extreme", counts.extreme},
              {"expected_extreme", number(counts.expected)},
              {"results", Json::array()},
              {"not_checked", Json::array()}};
  for (const CheckedCell& cell : check.cells) all["results"].push_back(object(cell, check));
  for (const NotChecked& cell : check.not_checked) {
    Json entry = {{"feature", cell.feature}};
    entry["class"] = cell.klass.empty() ? Json(nullptr) : Json(cell.klass);
    entry["why"] = cell.why;
    all["not_checked"].push_back(std::move(entry));
  }
  all["notes"] = check.notes;
  return write_json(all, 2) + '\n';
}

std::string to_csv(const PredictiveCheck& check) { return to_csv(report::check_table(check)); }

}  // namespace credence
