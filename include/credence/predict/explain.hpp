#pragma once
// Explains what a classifier says of one row.
#include <credence/predict/row_terms.hpp>

namespace credence {

/// What to explain.
struct ExplainOptions {
  std::string klass{};    ///< empty: the most probable class
  std::string against{};  ///< empty: the most probable of the others
  double mass = 0.9;      ///< of the intervals, where beliefs are given; in (0, 1)
};

namespace detail {
/// The explanation of two classes.
/// in      beliefs: of the classes; null without intervals
/// throws  as explain
[[nodiscard]] Explanation explanation_of(const RowTerms& row, const ExplainOptions& options,
                                         const ClassBeliefs* beliefs);

/// Where a feature stands: its column in the schema, its block, its place in the block.
struct FeaturePlace {
  Index column = 0;
  Index block = 0;
  Index feature = 0;
};

/// The features of all blocks in the order of the schema.
template <class List>
std::vector<FeaturePlace> places_of(const Estimates<BasicModel<List>>& estimates) {
  const Schema& schema = estimates.model.schema();
  std::vector<FeaturePlace> places;
  for (Index b = 0; b < std::ssize(estimates.tables); ++b)
    std::visit(
        [&]<class F>(const ScoreTable<F>&) {
          const auto features = features_of<F>(schema);
          for (Index j = 0; j < std::ssize(features); ++j)
            places.push_back(
                {.column = features[static_cast<std::size_t>(j)] - schema.columns.data(),
                 .block = b,
                 .feature = j});
        },
        estimates.tables[static_cast<std::size_t>(b)]);
  std::sort(places.begin(), places.end(),
            [](const FeaturePlace& a, const FeaturePlace& b) { return a.column < b.column; });
  return places;
}

/// The terms of a row, features in the order of the schema.
template <class List>
RowTerms row_terms(const Estimates<BasicModel<List>>& estimates, const BoundTable<List>& bound,
                   Index row, const Beliefs<BasicModel<List>>* beliefs) {
  const Schema& schema = estimates.model.schema();
  RowTerms terms{.label = schema.label,
                 .classes = estimates.classes,
                 .log_class_probabilities = estimates.log_class_probabilities,
                 .most_frequent = estimates.most_frequent,
                 .row = row};
  terms.moments.resize(estimates.classes.size());
  for (const FeaturePlace& at : places_of(estimates)) {
    const auto b = static_cast<std::size_t>(at.block);
    const CellPlace place{.table = bound.table,
                          .column = &schema.columns[static_cast<std::size_t>(at.column)],
                          .row = row};
    std::visit(
        [&]<class F>(const ScoreTable<F>& table) {
          const auto& cells = std::get<BlockCells<F>>(bound.blocks[b]);
          add_feature<F>(
              terms, place, table, at.feature, cells.features[static_cast<std::size_t>(at.feature)],
              beliefs == nullptr ? nullptr : &std::get<BlockBeliefs<F>>(beliefs->blocks[b]));
        },
        estimates.tables[b]);
  }
  return terms;
}

template <class List>
Explanation explain(const Estimates<BasicModel<List>>& estimates, const BoundTable<List>& bound,
                    Index row, const ExplainOptions& options,
                    const Beliefs<BasicModel<List>>* beliefs) {
  if (!estimates.undefined.empty()) throw undefined_error(estimates.estimator, estimates.undefined);
  Explanation explanation = explanation_of(row_terms(estimates, bound, row, beliefs), options,
                                           beliefs == nullptr ? nullptr : &beliefs->class_beliefs);
  explanation.estimator = estimates.estimator;
  return explanation;
}
}  // namespace detail

/// Why one class and not another: the prior log odds, then a line for each feature in the order of
/// the schema (for each word of a document, and one for its length under the predictive), which add
/// up to the log odds.
///
///     const Explanation why = explain(estimate(posterior, Estimator::predictive), bound, 0);
///     for (const ExplanationLine& line : why.lines)
///       std::cout << line.feature << ' ' << line.contribution << '\n';
///
/// in      bound: made with the schema of the estimates' model;  row: position in its table
/// throws  Error{undefined} where the estimator gives no density, where the row is impossible under
///         both classes, or where there is one class only; Error{domain} for a class that there is
///         not; for cells as Classifier::predict does
/// cost    features x classes; levels of the data and the model once
template <class List>
[[nodiscard]] Explanation explain(const Estimates<BasicModel<List>>& estimates,
                                  const BoundTable<List>& bound, Index row,
                                  const ExplainOptions& options = {}) {
  return detail::explain<List>(estimates, bound, row, options, nullptr);
}

/// The same with an interval for the log odds and for each line: how far the parameters are known.
/// The intervals are normal approximations around the posterior mean of the line, with its variance;
/// a family without `term_moments` leaves its lines, and the log odds, without.
/// source  docs/uncertainty.md
template <class List>
[[nodiscard]] Explanation explain(const Estimates<BasicModel<List>>& estimates,
                                  const Beliefs<BasicModel<List>>& beliefs,
                                  const BoundTable<List>& bound, Index row,
                                  const ExplainOptions& options = {}) {
  return detail::explain<List>(estimates, bound, row, options, &beliefs);
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template detail::RowTerms detail::row_terms(const Estimates<Model>&,
                                                   const BoundTable<Families>&, Index,
                                                   const Beliefs<Model>*);

}  // namespace credence
