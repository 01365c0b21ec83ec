// Families chosen by evidence: all candidates learned in one pass, the best of each column.
#include <credence/study/suggest.hpp>

#include <credence/detail/study/labelled_rows.hpp>

#include "study/families/family_candidates.hpp"

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

using detail::OpenColumn;

// The entries of a column, of evidences in order, and the best of them.
void settle(detail::Evidences found, Suggestion& suggestion) {
  for (const Relevance& one : found) {
    FamilyEvidence& entry = suggestion.families.emplace_back();
    entry.family = one.family;
    entry.undefined = one.undefined;
    if (!one.undefined.empty()) continue;
    entry.log_evidence = one.log_evidence;
    entry.log_bayes_factor = std::min(0.0, one.log_evidence - found.front().log_evidence);
  }
  if (found.empty()) return;
  if (!found.front().undefined.empty()) {
    suggestion.why_none = "has no family with an evidence: " + found.front().undefined;
    return;
  }
  suggestion.chosen = found.front().family;
  suggestion.depends_on_class = found.front().log_bayes_factor >= std::log(worth_a_mention);
  suggestion.relevance = std::move(found.front());
}

// What rows have taught of all candidates.
// in  model: with the open columns
Posterior<Model> learned_candidates(const Model& model, std::span<const OpenColumn> open,
                                    const Table& table, std::string_view weight) {
  BoundTable bound =
      credence::bind(with_schema(model, Schema{.label = model.schema().label}), table, weight);
  Posterior<Model> learned = empty_posterior(model);
  detail::add_candidates(model, open, bound, learned);
  observe(learned, bound);
  return learned;
}

// Rows, classes and label.
Suggestions outline(const Table& table, const SuggestOptions& options) {
  const CodeColumn label = codes_of(table, table.column(options.label));
  const std::vector<double> weights =
      options.weight.empty() ? std::vector<double>{} : row_weights(table, options.weight);
  const std::vector<Index> positions = detail::positions_that_count(label, label.levels, weights);
  Suggestions all;
  all.label = options.label;
  all.classes = detail::levels_at(label.levels, positions);
  if (all.classes.empty()) detail::no_labelled_row(table, options.label);
  all.rows = std::ssize(positions) - std::count(positions.begin(), positions.end(), Index{-1});
  all.skipped_rows = detail::rows_without_label(label);
  return all;
}

}  // namespace

std::string_view to_string(Measure measure) {
  return measure == Measure::probability ? "probability" : "density";
}

Suggestions suggest(const Table& table, const SuggestOptions& options) {
  static_cast<void>(probability_given(0, options.prior_probability));
  std::vector<std::string> warnings;
  const std::vector<OpenColumn> open = detail::open_columns(table, options, warnings);
  Suggestions all = outline(table, options);
  all.warnings = std::move(warnings);
  Schema schema{.label = options.label};
  for (const OpenColumn& column : open)
    schema.columns.push_back({.name = column.name, .family = "none"});
  const Posterior<Model> learned =
      learned_candidates(Model(std::move(schema)), open, table, options.weight);
  std::vector<detail::Evidences> found =
      detail::evidences_of(learned, open, {.prior_probability = options.prior_probability});
  for (std::size_t i = 0; i < open.size(); ++i) {
    Suggestion& suggestion = all.columns.emplace_back(Suggestion{
        .feature = open[i].name, .measure = open[i].measure, .why_none = open[i].why_none});
    settle(std::move(found[i]), suggestion);
  }
  return all;
}

Model with_families_by_evidence(const Model& model, const Table& table,
                                const std::vector<std::string>& columns, std::string_view weight) {
  if (columns.empty()) return model;
  const std::vector<OpenColumn> open = detail::open_columns_of(model, table, columns, weight);
  const Posterior<Model> learned = learned_candidates(model, open, table, weight);
  return with_schema(model, detail::chosen_schema(learned, open));
}

}  // namespace credence
