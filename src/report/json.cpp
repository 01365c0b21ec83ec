// Studies as JSON, for scripts.
#include <credence/report/text.hpp>

#include <credence/select/relevance.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/describe.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/result.hpp>

#include "report/result_json.hpp"

namespace credence {
namespace {

using report::number;
using report::result_object;

constexpr int schema_version = 1;

std::string written(const Json& value) { return write_json(value, 2) + '\n'; }

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

Json object(const Fields& fields) {
  Json members = Json::object();
  for (const auto& [name, value] : fields) {
    const auto* list = std::get_if<std::vector<double>>(&value);
    members[name] = list != nullptr ? numbers(*list) : number(std::get<double>(value));
  }
  return members;
}

Json matrix(const Confusion& confusion) {
  Json rows = Json::array();
  const Index classes = std::ssize(confusion.classes);
  for (Index truth = 0; truth < classes; ++truth) {
    Json row = Json::array();
    for (Index predicted = 0; predicted < classes; ++predicted)
      row.push_back(number(confusion.at(truth, predicted)));
    rows.push_back(std::move(row));
  }
  return {{"classes", confusion.classes}, {"matrix", std::move(rows)}};
}

void add_confusion(Json& entry, const Confusion& confusion) {
  entry["confusion"] = matrix(confusion);
  Json recalls = Json::object();
  Json precisions = Json::object();
  for (std::size_t klass = 0; klass < confusion.classes.size(); ++klass) {
    const std::string& name = confusion.classes[klass];
    recalls[name] = number(recall(confusion, static_cast<Index>(klass)));
    precisions[name] = number(precision(confusion, static_cast<Index>(klass)));
  }
  entry["recall"] = std::move(recalls);
  entry["precision"] = std::move(precisions);
}

Json object(const Parameters& parameters) {
  if (!parameters.undefined.empty()) return {{"undefined", parameters.undefined}};
  return object(parameters.fields);
}

void add_estimates(Json& entry, const EstimateParameters& estimates) {
  for (std::size_t e = 0; e < all_estimators.size(); ++e)
    entry[std::string(to_string(all_estimators[e]))] = object(estimates[e]);
}

Json object(const IntervalFields& interval, double mass) {
  if (!interval.undefined.empty()) return {{"undefined", interval.undefined}};
  return {
      {"mass", number(mass)}, {"lower", object(interval.lower)}, {"upper", object(interval.upper)}};
}

Json object(const CellDescription& cell, double mass) {
  Json entry = {{"class", cell.klass}};
  if (!cell.prior_word.empty()) entry["prior_word"] = cell.prior_word;
  entry["prior"] = object(cell.prior);
  entry["statistics"] = object(cell.statistics);
  entry["posterior"] = object(cell.posterior);
  entry["interval"] = object(cell.interval, mass);
  add_estimates(entry, cell.estimates);
  return entry;
}

// What shares a variance, and how probable the data would be otherwise.
void add_tying(Json& entry, const FeatureDescription& feature) {
  entry["tied"] = to_string(*feature.tied);
  if (feature.covariance == Covariance::full) entry["covariance"] = "full";
  entry["tyings"] = Json::array();
  const double best = best_evidence(feature.tyings);
  for (const auto& [tying, log_evidence] : feature.tyings)
    entry["tyings"].push_back({{"tied", to_string(tying)},
                               {"log_evidence", number(log_evidence)},
                               {"log_bayes_factor", number(log_evidence - best)}});
}

Json object(const Relevance& relevance) {
  if (!relevance.undefined.empty()) return {{"undefined", relevance.undefined}};
  return {{"log_evidence", number(relevance.log_evidence)},
          {"pooled_log_evidence", number(relevance.pooled_log_evidence)},
          {"log_bayes_factor", number(relevance.log_bayes_factor)},
          {"probability", number(relevance.probability)}};
}

Json object(const FeatureDescription& feature, double mass) {
  Json entry = {{"feature", feature.name}, {"family", feature.family}};
  if (feature.tied) add_tying(entry, feature);
  if (!feature.levels.empty()) entry["levels"] = feature.levels;
  if (feature.reserved) entry["unseen"] = to_string(Unseen::reserve);
  if (feature.prior_search)
    entry["prior_search"] = {{"steps", feature.prior_search->steps},
                             {"converged", feature.prior_search->converged},
                             {"notes", feature.prior_search->notes}};
  entry["cells"] = Json::array();
  for (const CellDescription& cell : feature.cells) entry["cells"].push_back(object(cell, mass));
  if (feature.relevance) entry["relevance"] = object(*feature.relevance);
  return entry;
}

Json object(const LabelDescription& label) {
  Schema schema;
  schema.class_prior = label.prior;
  Json entry = {{"name", label.name}, {"classes", label.classes}};
  entry["counts"] = numbers(label.counts);
  entry["class_prior"] = schema_to_json(schema).at("class_prior");
  add_estimates(entry, label.estimates);
  return entry;
}

}  // namespace

std::string to_json(const Comparison& comparison) {
  Json all = {{"schema_version", schema_version},        {"rows", comparison.rows},
              {"skipped_rows", comparison.skipped_rows}, {"label", comparison.label},
              {"classes", comparison.classes},           {"features", comparison.features},
              {"families", comparison.families},         {"folds", comparison.folds}};
  if (comparison.seed) all["seed"] = *comparison.seed;
  all["results"] = Json::array();
  for (const Result& result : comparison.results) all["results"].push_back(result_object(result));
  all["notes"] = comparison.notes;
  return written(all);
}

std::string to_json(const Evaluation& evaluation) {
  Json all = {{"schema_version", schema_version},
              {"rows", evaluation.rows},
              {"skipped_rows", evaluation.skipped_rows},
              {"label", evaluation.label},
              {"classes", evaluation.classes}};
  all["results"] = Json::array();
  for (const Result& result : evaluation.results) {
    Json entry = result_object(result);
    if (result.confusion) add_confusion(entry, *result.confusion);
    all["results"].push_back(std::move(entry));
  }
  all["notes"] = evaluation.notes;
  return written(all);
}

std::string to_json(const Description& description) {
  Json all = {{"schema_version", schema_version}};
  all["log_evidence"] = description.log_evidence ? number(*description.log_evidence) : nullptr;
  if (!description.log_evidence) all["log_evidence_undefined"] = description.log_evidence_undefined;
  all["label"] = object(description.label);
  all["features"] = Json::array();
  for (const FeatureDescription& feature : description.features)
    all["features"].push_back(object(feature, description.interval_mass));
  return written(all);
}

}  // namespace credence
