// Ranked features as JSON and CSV.
#include <credence/data/number.hpp>
#include <credence/report/text.hpp>
#include <credence/study/feature_selection.hpp>
#include <credence/study/selection_curve.hpp>

#include "data/schema_json.hpp"
#include "report/text_table.hpp"

#include <cmath>

namespace credence {
namespace {

Json number_or_null(const std::optional<double>& value) {
  return value ? number_to_json(*value) : Json(nullptr);
}

Json object(const RankedFeature& feature, bool scored) {
  Json entry = {{"feature", feature.name},
                {"family", feature.family},
                {"mutual_information", number_or_null(feature.mutual_information)}};
  entry["bounds"] = feature.bounds ? Json::array({number_to_json(feature.bounds->lower),
                                                  number_to_json(feature.bounds->upper)})
                                   : Json(nullptr);
  entry["log_bayes_factor"] = number_or_null(feature.log_bayes_factor);
  entry["inclusion"] = number_or_null(feature.inclusion);
  if (scored) entry["score"] = number_or_null(feature.score);
  if (!feature.undefined.empty()) entry["undefined"] = feature.undefined;
  return entry;
}

Json log_loss_of(const Metrics& metrics) {
  return std::isfinite(metrics.log_loss) ? number_to_json(metrics.log_loss) : Json("inf");
}

Json object(const SelectionPoint& point) {
  Json entry = {{"features", point.features}};
  if (!point.added.empty()) entry["added"] = point.added;
  entry["accuracy"] = point.metrics ? number_to_json(point.metrics->accuracy) : Json(nullptr);
  entry["log_loss"] = point.metrics ? log_loss_of(*point.metrics) : Json(nullptr);
  entry["standard_error"] = number_or_null(point.standard_error);
  entry["undefined"] = Json::array();
  for (const UndefinedInFold& cell : point.undefined) {
    Json one = {{"feature", cell.cell.feature}};
    one["class"] = cell.cell.klass.empty() ? Json(nullptr) : Json(cell.cell.klass);
    one["why"] = cell.cell.why;
    if (cell.fold > 0) one["fold"] = cell.fold;
    entry["undefined"].push_back(std::move(one));
  }
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

std::string cell(const std::optional<double>& value) {
  return ',' + (value ? to_text(*value) : std::string());
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
  std::string text =
      "rank,feature,family,mutual_information,lower,upper,log_bayes_factor,inclusion,score,kept\n";
  Index rank = 0;
  for (const RankedFeature& feature : ranked.features) {
    ++rank;
    const auto bound = [&](double Interval::*end) {
      return feature.bounds ? std::optional((*feature.bounds).*end) : std::nullopt;
    };
    text += std::to_string(rank) + ',' + report::csv_cell(feature.name) + ',' + feature.family +
            cell(feature.mutual_information) + cell(bound(&Interval::lower)) +
            cell(bound(&Interval::upper)) + cell(feature.log_bayes_factor) +
            cell(feature.inclusion) + cell(feature.score) + (rank <= ranked.kept ? ",1" : ",0") +
            '\n';
  }
  return text;
}

}  // namespace credence
