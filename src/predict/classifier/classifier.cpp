// What a classifier is asked, and how it lays out its tables.
#include <credence/predict/classifier.hpp>

#include <credence/detail/base/counted.hpp>

#include "learn/binding/check_bound.hpp"
#include "learn/model/weights_by_name.hpp"
#include "predict/classifier/table_scorer.hpp"

namespace credence {

Classifier<Model>::Classifier(const Classifier& other) = default;
Classifier<Model>::Classifier(Classifier&& other) noexcept = default;
Classifier<Model>& Classifier<Model>::operator=(const Classifier& other) = default;
Classifier<Model>& Classifier<Model>::operator=(Classifier&& other) noexcept = default;
Classifier<Model>::~Classifier() = default;

Classifier<Model>::Classifier(const Posterior<Model>& posterior, Estimator estimator)
    : Classifier(estimate(posterior, estimator)) {}

Classifier<Model>::Classifier(Estimates estimates) : estimates_(std::move(estimates)) {
  if (!estimates_.undefined.empty())
    throw undefined_error(estimates_.estimator, estimates_.undefined);
  lay_out();
}

Classifier<Model>::Classifier(Estimates estimates, Unchecked) : estimates_(std::move(estimates)) {
  if (estimates_.undefined.empty()) lay_out();
}

void Classifier<Model>::lay_out() {
  if (detail::WeightsByName weights(estimates_.feature_weights); weighs_features())
    for (const Box<AnyTable>& table : estimates_.tables)
      for (Index j = 0; j < table->size(); ++j) {
        features_.emplace_back(table->part(j));
        weights_.push_back(weights.of(table->feature(j).name));
      }
  Index terms = 0;
  for (const Box<AnyTable>& table : tables()) {
    scores_.emplace_back(
        scored(table->family()).scores(*table, estimates_.log_class_probabilities));
    terms += table->terms();
  }
  if (terms >= many_features) rounding_ = detail::Rounding::kept;
  for (const StructureEstimates& structure : estimates_.structure)
    for (const Nested<Estimates>& group : structure.cells) {
      Nested<Classifier<Model>>& made = cells_.emplace_back();
      for (const Estimates& level : group) made.push_back(Classifier(level, Unchecked{}));
    }
}

Predictions Classifier<Model>::predict(const Table& table) const {
  const BoundTable bound = credence::bind(estimates_.model, table);
  return predict(bound, RowSpan{.count = bound.rows});
}

namespace {

// Throws Error{domain} for a classifier that was moved from, Error{schema} for a table of another
// model, Error{shape} for an unknown row.
void check_for(const Estimates& estimates, const BoundTable& bound, RowSpan rows) {
  if (estimates.classes.empty())
    throw Error(
        ErrorCode::domain,
        "the classifier has no classes, as one that was moved from; use the one that it was "
        "moved to");
  detail::check_bound(bound, estimates.model, estimates.tables, rows);
  for (const StructureEstimates& structure : estimates.structure)
    for (const detail::TermGroup& group : structure.plan.groups)
      detail::check_contexts(bound, group.context + 1);
}

}  // namespace

Predictions Classifier<Model>::predict(const BoundTable& bound, RowSpan rows) const {
  check_for(estimates_, bound, rows);
  Predictions out = blank_predictions(estimates_.classes, rows.count);
  detail::TableScorer(*this, bound, rows, &out.unseen_cells)
      .score({.label = out.label.data(),
              .log_joint = out.log_joint.data(),
              .log_probability = out.log_probability.data(),
              .impossible = &out.impossible});
  return out;
}

Predictions Classifier<Model>::predict(const BoundTable& bound, std::span<const Index> rows) const {
  return predict(bound, RowSpan{.count = std::ssize(rows), .list = rows.data()});
}

std::vector<Index> Classifier<Model>::labels(const BoundTable& bound, RowSpan rows) const {
  check_for(estimates_, bound, rows);
  std::vector<Index> label(static_cast<std::size_t>(rows.count));
  detail::TableScorer(*this, bound, rows, nullptr).score({.label = label.data()});
  return label;
}

RowSummaries Classifier<Model>::summarise(const BoundTable& bound, RowSpan rows,
                                          std::span<const Index> truth) const {
  check_for(estimates_, bound, rows);
  if (std::ssize(truth) != rows.count)
    throw Error(ErrorCode::shape,
                "a classifier got " + detail::counted(truth.size(), "class", "classes") + " for " +
                    detail::counted(rows.count, "row", "rows") + "; give one for each row");
  for (const Index klass : truth)
    static_cast<void>(detail::place_of("class", klass, classes().size()));
  if (!estimates_.structure.empty())
    throw Error(ErrorCode::schema,
                "a classifier with a structure has no summaries of rows; use predict");
  const Fallback fallback{.label = estimates_.most_frequent,
                          .log_class_probabilities = estimates_.log_class_probabilities};
  RowSummaries out = summaries_of_equals(fallback, truth);
  detail::TableScorer(*this, bound, rows, &out.unseen_cells)
      .score({.summaries = &out, .truth = truth});
  return out;
}

}  // namespace credence
