// The logistic regression of a whole table.
#include <credence/study/twin.hpp>

#include "study/metrics/baseline.hpp"
#include "study/metrics/twin_columns.hpp"

#include <algorithm>
#include <numeric>

namespace credence {

LogisticRegression logistic_twin(const Model& model, const Table& table,
                                 const LogisticOptions& options, std::string_view weight) {
  return fit_logistic_twin(model, table, options, weight).regression;
}

LogisticTwin fit_logistic_twin(const Model& model, const Table& table,
                               const LogisticOptions& options, std::string_view weight) {
  const std::string& label = model.schema().label;
  (void)table.column(label);
  const BoundTable bound = credence::bind(model, table, weight);
  const std::vector<Index> levels =
      detail::positions_that_count(bound.label, bound.label.levels, bound.weights);
  const std::vector<std::string> classes = detail::levels_at(bound.label.levels, levels);
  if (classes.empty()) detail::no_labelled_row(table, label);
  const detail::LabelledRows rows = detail::labelled_rows(
      detail::positions_that_count(bound.label, classes, bound.weights), bound.weights);
  const auto columns = detail::twin_columns(model.schema(), bound, rows.rows);
  detail::FittedTwin fitted = detail::fit_twin(columns, rows, classes, options);
  std::vector<TwinLevels> known = detail::levels_of(fitted, columns);
  Schema schema = model.schema();
  schema.structure = {};
  return {.schema = std::move(schema),
          .regression = std::move(fitted.regression),
          .levels = std::move(known),
          .class_counts = detail::label_of_rows({.classes = classes}, rows).counts.counts};
}

LinearForms linear_forms(const LogisticTwin& twin) {
  LinearForms all = linear_forms(twin.regression);
  all.label = twin.schema.label;
  all.fit->class_counts = twin.class_counts;
  const auto is_level = [&](const LinearTerm& term) {
    const ColumnSchema* feature = twin.schema.find(term.feature);
    return feature != nullptr && feature->family != "multinomial" &&
           std::any_of(twin.levels.begin(), twin.levels.end(),
                       [&](const TwinLevels& known) { return known.feature == term.feature; });
  };
  for (LinearForm& form : all.forms)
    for (LinearTerm& term : form.terms) term.level = is_level(term);
  return all;
}

namespace {

Predictions predict_part(const LogisticTwin& twin, const BoundTable& bound,
                         std::span<const Index> rows) {
  const detail::KnownColumns known = detail::known_columns(twin.schema, bound, rows, twin.levels);
  detail::FittedTwin fitted{.regression = twin.regression};
  for (const detail::TwinColumn& column : known.columns) {
    fitted.levels.emplace_back(column.codes.empty() ? 0 : column.levels.size());
    std::iota(fitted.levels.back().begin(), fitted.levels.back().end(), std::size_t{0});
  }
  Predictions part = detail::predict(fitted, known.columns, rows);
  part.unseen_cells += known.unseen_words;
  return part;
}

void append_predictions(const Predictions& part, Predictions& all) {
  all.label.insert(all.label.end(), part.label.begin(), part.label.end());
  all.log_probability.insert(all.log_probability.end(), part.log_probability.begin(),
                             part.log_probability.end());
  all.impossible.insert(all.impossible.end(), part.impossible.begin(), part.impossible.end());
  all.unseen_cells += part.unseen_cells;
}

}  // namespace

Predictions detail::predict(const LogisticTwin& twin, const BoundTable& bound,
                            std::span<const Index> rows) {
  Predictions all{.classes = twin.regression.classes};
  // A number for each word of each row would be much more than the table.
  const std::size_t most =
      static_cast<std::size_t>(rows_at_a_time(twin.regression.terms.size() + all.classes.size()));
  for (std::size_t first = 0; first < rows.size(); first += most)
    append_predictions(
        predict_part(twin, bound, rows.subspan(first, std::min(most, rows.size() - first))), all);
  return all;
}

Predictions predict(const LogisticTwin& twin, const Table& table, const FamilySet& families) {
  const BoundTable bound = credence::bind(Model(twin.schema, families), table);
  return detail::predict(twin, bound, all_rows(bound.rows));
}

}  // namespace credence
