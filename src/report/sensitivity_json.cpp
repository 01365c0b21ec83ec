// Prior sensitivity as JSON and CSV.
#include <credence/report/text.hpp>
#include <credence/study/prior_sensitivity.hpp>

#include "report/listing.hpp"

namespace credence {

static void list(auto& to, const LabelFlip& flip) {
  to("kept", flip.kept);
  to("factor", flip.factor);
  to("label", flip.label);
}

static void list(auto& to, const StrengthPoint& point) {
  to("factor", point.factor);
  to("flipped", point.flipped);
  to("accuracy", point.accuracy);
}

static void list(auto& to, const RowSensitivity& row) {
  to("row", row.row);
  to("label", row.label);
  to("probability", row.probability);
  to("weaker", row.weaker);
  to("stronger", row.stronger);
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

std::string to_json(const PriorSensitivity& sensitivity) {
  return report::document_of(sensitivity);
}

std::string to_csv(const PriorSensitivity& sensitivity) {
  return to_csv(report::numbers_of(sensitivity.rows, [](auto& to, const RowSensitivity& row) {
    to("row", row.row);
    to("label", row.label);
    to("probability", row.probability);
    to("weaker_factor", row.weaker ? std::optional(row.weaker->factor) : std::nullopt);
    to("weaker_label", row.weaker ? row.weaker->label : "");
    to("stronger_factor", row.stronger ? std::optional(row.stronger->factor) : std::nullopt);
    to("stronger_label", row.stronger ? row.stronger->label : "");
  }));
}

}  // namespace credence
