// Suggestions as JSON.
#include <credence/report/text.hpp>

#include <credence/select/relevance.hpp>
#include <credence/study/suggest.hpp>

#include "report/listing.hpp"

namespace credence {

static void list(auto& to, const FamilyEvidence& evidence) {
  to("family", evidence.family);
  to("log_evidence", evidence.log_evidence);
  to("log_bayes_factor", evidence.log_bayes_factor);
  if (!evidence.undefined.empty()) to("undefined", evidence.undefined);
}

static void list(auto& to, const Suggestion& suggestion) {
  to("feature", suggestion.feature);
  to("families", suggestion.families);
  to("chosen", suggestion.chosen);
  if (!suggestion.why_none.empty()) to("why_none", suggestion.why_none);
  if (!suggestion.relevance) return;
  to("measure", suggestion.measure);
  to("depends_on_class", suggestion.depends_on_class);
  to("pooled_log_evidence", suggestion.relevance->pooled_log_evidence);
  to("log_bayes_factor", suggestion.relevance->log_bayes_factor);
  to("probability", suggestion.relevance->probability);
}

static void list(auto& to, const Suggestions& suggestions) {
  to("rows", suggestions.rows);
  to("skipped_rows", suggestions.skipped_rows);
  to("label", suggestions.label);
  to("classes", suggestions.classes);
  to("results", suggestions.columns);
  to("notes", suggestions.warnings);
}

std::string to_json(const Suggestions& suggestions) { return report::document_of(suggestions); }

}  // namespace credence
