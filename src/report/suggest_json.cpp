// Suggestions as JSON.
#include <credence/report/text.hpp>

#include <credence/select/relevance.hpp>
#include <credence/study/suggest.hpp>

#include "data/schema_json.hpp"

namespace credence {
namespace {

Json number_or_null(const std::optional<double>& value) {
  return value ? number_to_json(*value) : Json(nullptr);
}

Json object(const FamilyEvidence& evidence) {
  Json entry = {{"family", evidence.family},
                {"log_evidence", number_or_null(evidence.log_evidence)},
                {"log_bayes_factor", number_or_null(evidence.log_bayes_factor)}};
  if (!evidence.undefined.empty()) entry["undefined"] = evidence.undefined;
  return entry;
}

Json object(const Suggestion& suggestion) {
  Json entry = {{"feature", suggestion.feature}};
  entry["families"] = Json::array();
  for (const FamilyEvidence& evidence : suggestion.families)
    entry["families"].push_back(object(evidence));
  entry["chosen"] = suggestion.chosen;
  if (!suggestion.why_none.empty()) entry["why_none"] = suggestion.why_none;
  if (!suggestion.relevance) return entry;
  const Relevance& relevance = *suggestion.relevance;
  entry["measure"] = to_string(suggestion.measure);
  entry["depends_on_class"] = suggestion.depends_on_class;
  entry["pooled_log_evidence"] = number_to_json(relevance.pooled_log_evidence);
  entry["log_bayes_factor"] = number_to_json(relevance.log_bayes_factor);
  entry["probability"] = number_to_json(relevance.probability);
  return entry;
}

}  // namespace

std::string to_json(const Suggestions& suggestions) {
  Json all = {{"schema_version", 1},
              {"rows", suggestions.rows},
              {"skipped_rows", suggestions.skipped_rows},
              {"label", suggestions.label},
              {"classes", suggestions.classes}};
  all["results"] = Json::array();
  for (const Suggestion& suggestion : suggestions.columns)
    all["results"].push_back(object(suggestion));
  all["notes"] = suggestions.warnings;
  return write_json(all, 2) + '\n';
}

}  // namespace credence
