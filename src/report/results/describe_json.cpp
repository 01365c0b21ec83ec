// Descriptions as JSON.
#include <credence/report/text.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/describe.hpp>

#include "report/listing/result_listing.hpp"
#include "report/results/describe_parts.hpp"

namespace credence {
namespace {

using report::json_of;
using report::number;

Json object(const Fields& fields) {
  Json members = Json::object();
  for (const auto& [name, value] : fields) {
    members[name] = std::visit([](const auto& held) { return json_of(held); }, value);
  }
  return members;
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

Json object(const FeatureWeights& weights) {
  Json values = Json::object();
  for (std::size_t j = 0; j < weights.names.size(); ++j)
    values[weights.names[j]] = number(weights.values[j]);
  return {{"kind", to_string(weights.kind)},
          {"estimator", weights.estimator},
          {"rows", weights.rows},
          {"log_loss_before", number(weights.log_loss_before)},
          {"log_loss_after", number(weights.log_loss_after)},
          {"values", std::move(values)}};
}

}  // namespace

Json report::feature_json(const FeatureDescription& feature, double mass) {
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

namespace {

Json object(const LabelDescription& label) {
  Schema schema;
  schema.class_prior = label.prior;
  Json entry = {{"name", label.name}, {"classes", label.classes}};
  entry["counts"] = json_of(label.counts);
  entry["class_prior"] = schema_to_json(schema).at("class_prior");
  add_estimates(entry, label.estimates);
  return entry;
}

}  // namespace

std::string to_json(const Description& description) {
  Json all = {{"schema_version", 1}};
  all["log_evidence"] = json_of(description.log_evidence);
  if (!description.log_evidence) all["log_evidence_undefined"] = description.log_evidence_undefined;
  all["fitted_parameters"] = json_of(description.fits);
  if (description.feature_weights.any())
    all["feature_weights"] = object(description.feature_weights);
  if (description.discount.any())
    all["discount"] = {{"by", to_string(description.discount.by)},
                       {"factor", description.discount.factor}};
  all["label"] = object(description.label);
  all["features"] = Json::array();
  for (const FeatureDescription& feature : description.features)
    all["features"].push_back(report::feature_json(feature, description.mass));
  if (description.structure)
    all["structure"] = report::structure_json(*description.structure, description.mass);
  return write_json(all, 2) + '\n';
}

}  // namespace credence
