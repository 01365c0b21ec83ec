#pragma once
// The discriminative twin of a model: logistic regression on the columns that the model reads.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/twin_columns.hpp>

namespace credence {

/// Logistic regression on the features of a model: numbers, counts (over their exposure), yes or no
/// as 0 and 1, a yes or no for each level, the words of a text as counts, ln of log-normal numbers,
/// cosine and sine of directions. Priors and families of the model are not used otherwise.
///
///     const LogisticRegression twin = logistic_twin(model, patients);
///     linear_form(twin);    // beside linear_form(posterior, estimator)
///
/// in      weight: the column of row weights, empty for 1 each. Rows without a label are passed over
/// throws  as bind and logistic_regression; Error{undefined} with the place of a missing cell;
///         Error{limit} for a text of more than 2999 words; Error{schema} when no row has a label
/// cost    as logistic_regression
template <class List>
[[nodiscard]] LogisticRegression logistic_twin(const BasicModel<List>& model, const Table& table,
                                               const LogisticOptions& options = {},
                                               std::string_view weight = {}) {
  const std::string& label = model.schema().label;
  (void)table.column(label);
  const BoundTable<List> bound = credence::bind<List>(model.schema(), table, weight);
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

extern template LogisticRegression logistic_twin(const Model&, const Table&, const LogisticOptions&,
                                                 std::string_view);

}  // namespace credence
