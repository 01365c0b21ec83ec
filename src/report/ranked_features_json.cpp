// Ranked features as JSON and CSV.
#include <credence/report/text.hpp>
#include <credence/study/feature_selection.hpp>
#include <credence/study/selection_curve.hpp>

#include "report/listing.hpp"

namespace credence {
namespace {

using report::json_of;

Json object(const RankedFeature& feature, bool scored) {
  Json entry = {{"feature", feature.name},
                {"family", feature.family},
                {"mutual_information", json_of(feature.mutual_information)}};
  entry["bounds"] = feature.bounds ? Json::array({number_to_json(feature.bounds->lower),
                                                  number_to_json(feature.bounds->upper)})
                                   : Json(nullptr);
  entry["log_bayes_factor"] = json_of(feature.log_bayes_factor);
  entry["inclusion"] = json_of(feature.inclusion);
  if (scored) entry["score"] = json_of(feature.score);
  if (!feature.undefined.empty()) entry["undefined"] = feature.undefined;
  return entry;
}

Json object(const SelectionPoint& point) {
  Json entry = {{"features", point.features}};
  if (!point.added.empty()) entry["added"] = point.added;
  entry["accuracy"] = point.metrics ? number_to_json(point.metrics->accuracy) : Json(nullptr);
  entry["log_loss"] = point.metrics ? report::number(point.metrics->log_loss) : Json(nullptr);
  entry["standard_error"] = json_of(point.standard_error);
  entry["undefined"] = report::undefined_cells(point.undefined);
  return entry;
}

void add_curve(const SelectionCurve& curve, Json& all) {
  all["chosen_by"] = to_string(curve.rule);
  all["chosen_on"] = curve.on;
  all["ranked_anew"] = curve.ranked_anew;
  if (curve.folds > 0) all["folds"] = curve.folds;
  if (curve.seed) all["seed"] = *curve.seed;
  all["curve"] = Json::array();
  for (const SelectionPoint& point : curve.points) all["curve"].push_back(object(point));
}

}  // namespace

std::string to_json(const RankedFeatures& ranked) {
  Json all = {
      {"schema_version", 1},   {"rows", ranked.rows},       {"skipped_rows", ranked.skipped_rows},
      {"label", ranked.label}, {"classes", ranked.classes}, {"by", to_string(ranked.by)}};
  if (ranked.criterion) all["criterion"] = to_string(*ranked.criterion);
  all["estimator"] = to_string(ranked.estimator);
  all["unit"] = to_string(ranked.unit);
  all["mass"] = ranked.mass;
  all["kept"] = ranked.kept;
  all["results"] = Json::array();
  for (const RankedFeature& feature : ranked.features)
    all["results"].push_back(object(feature, ranked.by == RankBy::conditional));
  if (ranked.curve) add_curve(*ranked.curve, all);
  all["notes"] = ranked.notes;
  return write_json(all, 2) + '\n';
}

std::string to_csv(const RankedFeatures& ranked) {
  Index rank = -1;  // the head of the table is listed first, as rank 0
  return to_csv(report::numbers_of(ranked.features, [&](auto& to, const RankedFeature& feature) {
    ++rank;
    const auto bound = [&](double Interval::*end) {
      return feature.bounds ? std::optional((*feature.bounds).*end) : std::nullopt;
    };
    to("rank", rank);
    to("feature", feature.name);
    to("family", feature.family);
    to("mutual_information", feature.mutual_information);
    to("lower", bound(&Interval::lower));
    to("upper", bound(&Interval::upper));
    to("log_bayes_factor", feature.log_bayes_factor);
    to("inclusion", feature.inclusion);
    to("score", feature.score);
    to("kept", rank <= ranked.kept);
  }));
}

}  // namespace credence
