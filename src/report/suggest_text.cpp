// Suggestions as text.
#include <credence/report/text.hpp>

#include <credence/study/suggest.hpp>

#include "report/text_table.hpp"

#include <fmt/format.h>

namespace credence {
namespace {

using report::printable;
using report::TextTable;

std::string nats(double value) { return fmt::format("{:.2f}", value); }
std::string nats(const std::optional<double>& value) { return value ? nats(*value) : "-"; }

std::string families_text(const std::vector<Suggestion>& columns) {
  TextTable table(2);
  table.add({"column", "family", "log evidence", "log Bayes factor"});
  for (const Suggestion& column : columns) {
    std::string name = printable(column.feature);
    if (column.families.empty()) table.add({name, "none", "-", "-"});
    for (const FamilyEvidence& entry : column.families) {
      table.add({name, entry.family, nats(entry.log_evidence), nats(entry.log_bayes_factor)});
      name.clear();
    }
  }
  return table.text();
}

std::string relevances_text(const std::vector<Suggestion>& columns) {
  TextTable table(2);
  table.add({"column", "chosen", "by class", "pooled", "log Bayes factor", "probability",
             "depends on class"});
  for (const Suggestion& column : columns) {
    std::vector<std::string> row{printable(column.feature), column.chosen};
    if (const auto& relevance = column.relevance) {
      row.insert(row.end(),
                 {nats(relevance->log_evidence), nats(relevance->pooled_log_evidence),
                  nats(relevance->log_bayes_factor), fmt::format("{:.4f}", relevance->probability),
                  column.depends_on_class ? "yes" : "no"});
    } else {
      row.insert(row.end(), 5, "-");
    }
    table.add(std::move(row));
  }
  return table.text();
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
         families_text(suggestions.columns) + '\n' + relevances_text(suggestions.columns) +
         reasons_text(suggestions);
}

}  // namespace credence
