// Suggestions as text and JSON.
#include <credence/report/text.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/suggest.hpp>

#include <cmath>

#include "report/listing/listing.hpp"

namespace credence {
namespace {

using report::Shown;

constexpr const char* nats = "{:.2f}";

// Whether a column depends on the class: "no" asks for as much evidence as "yes".
const char* answer_of(const Suggestion& suggestion) {
  if (!suggestion.relevance) return "-";
  if (suggestion.depends_on_class) return "yes";
  return suggestion.relevance->log_bayes_factor <= -std::log(worth_a_mention) ? "no" : "unclear";
}

}  // namespace

static void list(auto& to, const FamilyEvidence& evidence) {
  to("family", evidence.family, Shown{"family"});
  to("log_evidence", evidence.log_evidence, Shown{"log evidence", nats});
  to("log_bayes_factor", evidence.log_bayes_factor, Shown{"log Bayes factor", nats});
  if (!evidence.undefined.empty()) to("undefined", evidence.undefined);
}

static void list(auto& to, const Suggestion& suggestion) {
  to("feature", suggestion.feature, Shown{"column"});
  to("families", suggestion.families);
  to("chosen", suggestion.chosen, Shown{"chosen"});
  if (!suggestion.why_none.empty()) to("why_none", suggestion.why_none);
  const std::optional<Relevance>& relevance = suggestion.relevance;
  if (!to.all && !relevance) return;
  const auto of = [&](double Relevance::*number) {
    return relevance ? std::optional((*relevance).*number) : std::nullopt;
  };
  to("measure", suggestion.measure);
  to("depends_on_class", suggestion.depends_on_class);
  to(Shown{"by class", nats}, of(&Relevance::log_evidence));
  to("pooled_log_evidence", of(&Relevance::pooled_log_evidence), Shown{"pooled", nats});
  to("log_bayes_factor", of(&Relevance::log_bayes_factor), Shown{"log Bayes factor", nats});
  to("probability", of(&Relevance::probability), Shown{"probability", "{:.4f}"});
  to(Shown{"depends on class"}, answer_of(suggestion));
}

static void list(auto& to, const Suggestions& suggestions) {
  to("rows", suggestions.rows);
  to("skipped_rows", suggestions.skipped_rows);
  to("label", suggestions.label);
  to("classes", suggestions.classes);
  to("results", suggestions.columns);
  to("notes", suggestions.warnings);
}

namespace {

// A column stands beside the first of its families.
struct FamilyLine {
  std::string column = {};
  FamilyEvidence evidence = {};
};

void list(auto& to, const FamilyLine& line) {
  to("column", line.column, Shown{"column"});
  list(to, line.evidence);
}

std::string families_text(const std::vector<Suggestion>& columns) {
  std::vector<FamilyLine> lines;
  for (const Suggestion& column : columns) {
    if (column.families.empty()) lines.push_back({column.feature, {.family = "none"}});
    for (const FamilyEvidence& evidence : column.families)
      lines.push_back({&evidence == column.families.data() ? column.feature : "", evidence});
  }
  return report::text_table(2, lines).text();
}

// What was said of the data, and why evidences are missing.
std::string reasons_text(const Suggestions& suggestions) {
  std::string text;
  for (const std::string& warning : suggestions.warnings) text += printable(warning) + '\n';
  for (const Suggestion& column : suggestions.columns)
    for (const FamilyEvidence& entry : column.families)
      if (!entry.undefined.empty()) text += printable(entry.undefined) + '\n';
  return text.empty() ? text : '\n' + text;
}

}  // namespace

std::string to_text(const Suggestions& suggestions) {
  return report::label_text(suggestions.label, suggestions.classes) +
         report::counted(suggestions.rows, "row", "rows") + "\n\n" +
         families_text(suggestions.columns) + '\n' +
         report::text_table(2, suggestions.columns).text() + reasons_text(suggestions);
}

std::string to_json(const Suggestions& suggestions) { return report::document_of(suggestions); }

}  // namespace credence
