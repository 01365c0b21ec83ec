// Multinomial coefficients of documents, where they are asked for.
#include "answers/coefficient.hpp"

#include <credence/learn/evidence.hpp>

#include <algorithm>

#include "process/faults.hpp"

namespace credence::tool {

void declare_coefficient(Grammar& grammar, bool& asked) {
  grammar.on_off("--with-coefficient", asked,
                 "add the multinomial coefficient of documents to their log densities and log "
                 "evidence");
}

void check_documents(const Schema& schema) {
  const auto& columns = schema.columns;
  if (std::none_of(columns.begin(), columns.end(),
                   [](const ColumnSchema& column) { return column.family == "multinomial"; }))
    throw UsageError(
        "flag '--with-coefficient' is for documents, and no column is of family 'multinomial'; "
        "leave it out");
}

void check_densities(const std::vector<Group>& groups) {
  if (has_density(groups)) return;
  throw UsageError(
      "flag '--with-coefficient' changes the columns log_joint and log_evidence alone; ask for one "
      "of them with '--columns'");
}

void add_coefficients(const Posterior<Model>& posterior, const Table& table,
                      Predictions& predictions) {
  const BoundTable bound = credence::bind(posterior.model, table);
  const std::vector<double> added = log_coefficients(posterior, bound, all_rows(bound.rows));
  const std::size_t classes = predictions.classes.size();
  for (std::size_t row = 0; row < added.size(); ++row)
    for (std::size_t klass = 0; klass < classes; ++klass)
      predictions.log_joint[row * classes + klass] += added[row];
}

void note_coefficients(Console& console) {
  console.note("log_joint and log_evidence include the multinomial coefficient of documents");
}

}  // namespace credence::tool
