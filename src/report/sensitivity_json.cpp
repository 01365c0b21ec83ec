// Prior sensitivity as JSON and CSV.
#include <credence/data/number.hpp>
#include <credence/report/text.hpp>
#include <credence/study/prior_sensitivity.hpp>

#include "report/result_json.hpp"
#include "report/text_table.hpp"

#include <fmt/format.h>

namespace credence {
namespace {

using report::number;

Json number_or_null(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}

Json object(const std::optional<LabelFlip>& flip) {
  if (!flip) return nullptr;
  return {{"kept", number(flip->kept)}, {"factor", number(flip->factor)}, {"label", flip->label}};
}

std::string cells(const std::optional<LabelFlip>& flip) {
  return flip ? ',' + to_text(flip->factor) + ',' + report::csv_cell(flip->label)
              : std::string(",,");
}

}  // namespace

std::string to_json(const PriorSensitivity& sensitivity) {
  Json all = {{"schema_version", 1},
              {"label", sensitivity.label},
              {"classes", sensitivity.classes},
              {"estimator", sensitivity.estimator},
              {"octaves", sensitivity.octaves},
              {"resolution", number(sensitivity.resolution)}};
  all["points"] = Json::array();
  for (const StrengthPoint& point : sensitivity.points)
    all["points"].push_back({{"factor", number(point.factor)},
                             {"flipped", number_or_null(point.flipped)},
                             {"accuracy", number_or_null(point.accuracy)}});
  all["results"] = Json::array();
  for (const RowSensitivity& row : sensitivity.rows)
    all["results"].push_back({{"row", row.row},
                              {"label", row.label},
                              {"probability", number(row.probability)},
                              {"weaker", object(row.weaker)},
                              {"stronger", object(row.stronger)}});
  all["notes"] = sensitivity.notes;
  return write_json(all, 2) + '\n';
}

std::string to_csv(const PriorSensitivity& sensitivity) {
  std::string text =
      "row,label,probability,weaker_factor,weaker_label,stronger_factor,stronger_label\n";
  for (const RowSensitivity& row : sensitivity.rows)
    text += fmt::format("{},{},{}{}{}\n", row.row, report::csv_cell(row.label),
                        to_text(row.probability), cells(row.weaker), cells(row.stronger));
  return text;
}

}  // namespace credence
