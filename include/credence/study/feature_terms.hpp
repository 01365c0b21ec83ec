#pragma once
// What one feature adds to the log joints of rows: of rows that are new to it, or each without
// itself.
#include <credence/learn/keep.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/leave_one_out.hpp>

namespace credence::detail {

/// The terms of one feature, or why there are none.
struct FeatureTerms {
  std::vector<double> terms = {};  ///< rows x classes, row-major; nats
  std::vector<UndefinedCell> undefined = {};
};

/// The rows that are scored, and how.
struct TermContext {
  Estimator estimator = Estimator::predictive;
  const LabelledRows& rows;
  /// 0; -inf for a class whose cells are not evaluated.
  std::span<const double> log_classes;
  /// Class probabilities for each row without itself; empty where no row is left out.
  std::span<const Fallback> without;
};

/// One feature of a posterior, or some of its parts, as a posterior of its own.
template <class List>
[[nodiscard]] Posterior<BasicModel<List>> feature_alone(
    const Posterior<BasicModel<List>>& posterior, std::size_t block, Index feature,
    const NamedParts::Part& part) {
  Posterior<BasicModel<List>> one{.model = {}, .label = posterior.label, .blocks = {}};
  const Schema& all = posterior.model.schema();
  Schema schema{.label = all.label, .missing = all.missing};
  std::visit(
      [&]<class F>(const Block<F>& from) {
        Block<F> only = part_of(from, feature, part);
        schema.columns.push_back(*all.find(only.feature(0).name));
        if constexpr (DivisibleFamily<F>)
          if (!part.whole) restrict_schema(schema.columns.front(), only.feature(0));
        one.blocks.emplace_back(std::move(only));
      },
      posterior.blocks[block]);
  one.model = BasicModel<List>(std::move(schema));
  return one;
}

/// Under the posterior of the feature as it is.
/// in   bound: its only block holds the feature;  one: its only feature
template <class List>
[[nodiscard]] FeatureTerms terms_as_it_is(const Posterior<BasicModel<List>>& one,
                                          const BoundTable<List>& bound,
                                          const TermContext& context) {
  auto estimates =
      estimate(one, context.estimator, {context.log_classes.begin(), context.log_classes.end()});
  if (!estimates.undefined.empty()) return {.undefined = std::move(estimates.undefined)};
  return {.terms = Classifier(std::move(estimates)).predict(bound, context.rows.rows).log_joint};
}

/// Under the posterior without each row in turn.
template <class List>
[[nodiscard]] FeatureTerms terms_left_out(const Posterior<BasicModel<List>>& one,
                                          const BoundTable<List>& bound,
                                          const TermContext& context) {
  LeaveOneOut left = leave_one_out(one, context.estimator, bound, context.rows.rows);
  if (!left.undefined.empty()) return {.undefined = std::move(left.undefined)};
  FeatureTerms found{.terms = std::move(left.predictions.log_joint)};
  const std::size_t classes = context.log_classes.size();
  for (std::size_t i = 0; i < found.terms.size(); ++i) {
    const double log_class = context.without[i / classes].log_class_probabilities[i % classes];
    found.terms[i] = std::isfinite(log_class) ? found.terms[i] - log_class : 0;
  }
  return found;
}

/// Puts the terms of each row's own class into terms of words, with the row forgotten.
template <ConjugateFamily F>
void put_own_words(const Block<F>& words, const BlockCells<F>& cells, const Table& table,
                   const TermContext& context, std::span<const std::string> classes,
                   FeatureTerms& found) {
  const MovingCells<F> moving(words, {.estimator = context.estimator,
                                      .classes = classes,
                                      .log_class_probabilities = context.log_classes,
                                      .variance_floor = 0});
  const Slots slots = slots_of(words.feature(0), cells.features.front());
  typename Block<F>::Datum datum{};
  for (std::size_t i = 0; i < context.rows.rows.size(); ++i) {
    const Index row = context.rows.rows[i];
    const Index own = context.rows.truth[i];
    const auto klass = static_cast<std::size_t>(own);
    if (!std::isfinite(context.without[i].log_class_probabilities[klass])) continue;
    if (!cells.features.front().read(row, slots, datum)) continue;
    try {
      found.terms[i * classes.size() + klass] =
          moving.log_density_without(0, own, datum, context.rows.weights[i]);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::domain)
        throw cannot_forget(table, words.feature(0).name, row, error.what());
      if (error.code() != ErrorCode::undefined) throw;
      found.undefined.push_back(
          {.feature = words.feature(0).name, .klass = classes[klass], .why = error.what()});
      return;
    }
  }
}

/// The same as terms_left_out for some words of a text, whose table holds others too.
/// in   bound: its only block holds the whole text
template <class List>
[[nodiscard]] FeatureTerms words_left_out(const Posterior<BasicModel<List>>& one,
                                          const BoundTable<List>& bound,
                                          const TermContext& context) {
  FeatureTerms found = terms_as_it_is(one, bound, context);
  if (!found.undefined.empty()) return found;
  std::visit(
      [&]<class F>(const Block<F>& block) {
        if constexpr (std::is_same_v<typename Block<F>::Datum, WordCounts>)
          put_own_words(block, std::get<BlockCells<F>>(bound.blocks.front()), *bound.table, context,
                        one.label.classes, found);
      },
      one.blocks.front());
  return found;
}

}  // namespace credence::detail
