// The logistic regression of a whole table.
#include <credence/study/twin.hpp>

#include "study/twin_columns.hpp"

namespace credence {

LogisticRegression logistic_twin(const Model& model, const Table& table,
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
  return detail::fit_twin(detail::twin_columns(model.schema(), bound, rows.rows), rows, classes,
                          options)
      .regression;
}

}  // namespace credence
