// Learning: from an empty posterior to one that has seen rows, or what others have seen.
#include <credence/learn/model_posterior.hpp>

#include <algorithm>
#include <credence/detail/learn/block.hpp>
#include <credence/detail/learn/class_sum.hpp>
#include <utility>

#include "learn/binding/check_bound.hpp"
#include "learn/model/same_model.hpp"
#include "learn/posterior/change_exactly.hpp"
#include "learn/posterior/discount.hpp"
#include "learn/posterior/merged.hpp"
#include "learn/structure/contexts.hpp"
#include "learn/structure/pair_counts.hpp"
#include "learn/structure/structure_evidence.hpp"
#include "learn/tiles/gather.hpp"

namespace credence {
namespace detail {

void join_classes(Posterior<Model>& posterior, std::span<const std::string> more) {
  const std::size_t known = posterior.label.classes.size();
  const std::vector<Index> to = credence::join_classes(posterior.label, more);
  if (posterior.label.classes.size() == known) return;  // none is new
  for (Box<AnyBlock>& block : posterior.blocks)
    block->rearrange_classes(to, posterior.label.size(), posterior.summation);
}

bool teaches(const CodeColumn& label, std::span<const double> weights, Index row) {
  const auto at = static_cast<std::size_t>(row);
  return label.codes[at] != missing_code && (weights.empty() || weights[at] > 0);
}

}  // namespace detail

namespace {

// Throws Error{schema} with the place of the first row of a class that occurred and cannot join the
// label's.
void check_classes(const LabelColumn& label, const CodeColumn& data,
                   std::span<const double> class_weights, RowSpan rows,
                   std::span<const double> weights, const Table& table) {
  const std::vector<Index> known = positions_in(data.levels, label.classes);
  const std::vector<bool> joins = detail::which_may_join(label, data.levels);
  std::vector<bool> refused(data.levels.size(), false);
  for (std::size_t level = 0; level < known.size(); ++level)
    refused[level] = class_weights[level] > 0 && known[level] < 0 && !joins[level];
  if (std::find(refused.begin(), refused.end(), true) == refused.end()) return;
  for (Index i = 0; i < rows.count; ++i) {
    const Index row = rows[i];
    if (!detail::teaches(data, weights, row)) continue;
    const auto level = static_cast<std::size_t>(data.codes[static_cast<std::size_t>(row)]);
    if (!refused[level]) continue;
    const Column& column = table.column(label.name);
    throw detail::class_cannot_join(label, data.levels[level], table.place(column, row),
                                    table.where(column, row));
  }
}

// Whether a class that occurred is new to the label.
bool classes_join(const LabelColumn& label, const CodeColumn& data,
                  std::span<const double> class_weights) {
  const std::vector<Index> known = positions_in(data.levels, label.classes);
  for (std::size_t level = 0; level < known.size(); ++level)
    if (class_weights[level] > 0 && known[level] < 0) return true;
  return false;
}

// Throws Error{schema} with the place of a cell whose level cannot join those of its feature.
[[noreturn]] void level_cannot_join(const Table& table, const std::string& feature, Index row,
                                    std::string_view level, bool listed) {
  const Column& column = table.column(feature);
  throw detail::level_cannot_join(feature, level, listed, table.place(column, row),
                                  table.where(column, row));
}

// Throws Error{schema} for a posterior that is to be exact, but has a family that cannot be.
void check_exact(const Posterior<Model>& posterior) {
  if (posterior.summation == Summation::rounded) return;
  for (const Box<AnyBlock>& block : posterior.blocks)
    if (!block->family().facts().exact) throw detail::no_exact_sums(block->family().facts().name);
}

// Makes the class counts what their exact sums are, where they are kept.
void round_counts(Posterior<Model>& posterior) {
  if (posterior.summation == Summation::rounded) return;
  posterior.label.exact.resize(posterior.label.size());
  posterior.label.counts = posterior.label.exact.statistics();
}

// Throws as level_cannot_join for the first row that holds a level which `slots` does not know.
template <class Datum>
void refuse_strangers(const FeatureFacts& feature, const Cells<Datum>& data, const Slots& slots,
                      const BoundTable& bound, RowSpan rows) {
  for (Index i = 0; i < rows.count; ++i) {
    if (!detail::teaches(bound.label, bound.weights, rows[i])) continue;
    const std::vector<std::string_view> unknown = data.unknown(rows[i], slots);
    if (!unknown.empty())
      level_cannot_join(*bound.table, feature.name, rows[i], unknown.front(), feature.listed);
  }
}

// Throws as level_cannot_join for the first cell with a level that occurred and may not join.
// out  whether a level joins
template <class Datum>
bool check_levels(const AnyBlock& block, const detail::AnySums& sums,
                  const BlockCells<Datum>& cells, const BoundTable& bound, RowSpan rows) {
  bool joins = false;
  if constexpr (has_levels(kind_of_datum<Datum>)) {
    for (Index j = 0; j < block.size(); ++j) {
      const FeatureFacts& feature = block.feature(j);
      const std::vector<bool> seen = sums.seen(j);
      const Slots slots = slots_of(feature, cells.feature(j));
      bool stranger = false;
      for (std::size_t level = 0; level < seen.size(); ++level)
        stranger = stranger || (seen[level] && slots.of[level] < 0);
      joins = joins || stranger;
      if (stranger && closed(block, j))
        refuse_strangers(feature, cells.feature(j), slots, bound, rows);
    }
  }
  return joins;
}

// Throws Error{domain} where the rows of all classes would sum to more than a double holds.
void check_class_counts(const detail::Gathered& sums, const CodeColumn& data,
                        const LabelColumn& label) {
  CategoricalCounts after = label.counts;
  (void)detail::count_classes(sums, data, label, after);
  detail::check_class_sum(label, after.counts);
}

// Adds what was gathered. Classes and levels that occurred join.
void merge_into(const detail::Gathered& sums, const BoundTable& bound,
                Posterior<Model>& posterior) {
  if (classes_join(posterior.label, bound.label, sums.class_weights)) {
    std::vector<std::string> occurred;
    for (std::size_t c = 0; c < sums.class_weights.size(); ++c)
      if (sums.class_weights[c] > 0) occurred.push_back(bound.label.levels[c]);
    detail::join_classes(posterior, occurred);
  }
  const std::vector<Index> klass =
      detail::count_classes(sums, bound.label, posterior.label, posterior.label.counts);
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    sums.blocks[b].sums->merge_into(bound.blocks[b], klass, *posterior.blocks[b]);
}

// Throws Error{shape} where a prior gives another number of weights than there are classes or
// levels, and no level may join any more.
void check_weights(const Posterior<Model>& posterior) {
  if (posterior.label.size() > 0) (void)dirichlet_of(posterior.label);
  for (const Box<AnyBlock>& block : posterior.blocks) block->check_weights(posterior.label.classes);
}

}  // namespace

namespace detail {

void change_exactly(Posterior<Model>& posterior, const BoundTable& bound, RowSpan rows,
                    Change change) {
  if (posterior.summation == Summation::rounded || bound.label.codes.empty()) return;
  const ExactRows all{.rows = rows,
                      .label = &bound.label,
                      .weights = bound.weights,
                      .classes = positions_in(bound.label.levels, posterior.label.classes),
                      .change = change};
  all.for_each([&](Index row, Index klass, double weight) {
    if (klass < 0)
      never_seen(*bound.table, posterior.label.name, row,
                 as_written(bound.table->column(posterior.label.name), row));
    auto& counts = posterior.label.exact;
    if (change == Change::observed)
      counts.observe(static_cast<Code>(klass), weight);
    else
      counts.take_back(static_cast<Code>(klass), weight);
  });
  round_counts(posterior);
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    posterior.blocks[b]->change_exactly(bound.blocks[b], all, *bound.table);
}

}  // namespace detail

bool operator==(const Posterior<Model>& a, const Posterior<Model>& b) {
  return a.model == b.model && a.label == b.label && a.blocks == b.blocks &&
         a.like_scikit_learn == b.like_scikit_learn && a.summation == b.summation &&
         a.contexts == b.contexts && a.feature_weights == b.feature_weights &&
         a.discount == b.discount;
}

namespace {

// Rows that priors of contexts imagine are rows of each class as well.
ClassPrior class_prior_of(const Schema& schema, bool has_contexts) {
  const ContextPrior& prior = schema.structure.prior;
  const bool imagines_rows = has_contexts && prior.kind == ContextPrior::Kind::rows &&
                             schema.class_prior.kind == ClassPrior::Kind::learned;
  return imagines_rows ? ClassPrior{.each = prior.strength} : schema.class_prior;
}

}  // namespace

Posterior<Model>::Posterior() = default;
Posterior<Model>::Posterior(const Posterior& other) = default;
Posterior<Model>::Posterior(Posterior&& other) noexcept = default;
Posterior<Model>& Posterior<Model>::operator=(const Posterior& other) = default;
Posterior<Model>& Posterior<Model>::operator=(Posterior&& other) noexcept = default;
Posterior<Model>::~Posterior() = default;

Posterior<Model> empty_posterior(const Model& model, Summation summation) {
  const Schema& schema = model.schema();
  Posterior<Model> posterior;
  posterior.model = model;
  posterior.summation = summation;
  const std::vector<detail::ContextPlan> plans = detail::context_plans(model);
  posterior.label = {.name = schema.label,
                     .listed = !schema.classes.empty(),
                     .prior = class_prior_of(schema, !plans.empty())};
  for (const FamilyType* family : model.families()) {
    const auto features = features_of(*family, schema);
    if (!features.empty()) posterior.blocks.emplace_back(family->empty_block(features));
  }
  LabelColumn& label = posterior.label;
  label.listed = false;
  std::vector<std::string> classes = schema.classes;
  for (const auto& entry : schema.class_prior.given) classes.push_back(entry.first);
  detail::join_classes(posterior, classes);
  label.listed = !schema.classes.empty();
  check_exact(posterior);
  round_counts(posterior);
  for (const detail::ContextPlan& plan : plans)
    posterior.contexts.push_back(
        {.parents = plan.parents,
         .children = empty_posterior(detail::context_model(model, plan), summation)});
  return posterior;
}

namespace {

// Adds rows to the label and the features given the class alone.
void observe_naive(Posterior<Model>& posterior, const BoundTable& bound, RowSpan rows,
                   LearningWorkspace& work) {
  const auto drop_weights = [&] { posterior.feature_weights = {}; };
  detail::LearningRoom& room = work.room();
  const detail::Gathered& sums = gather(bound, rows, posterior.model.schema(), room);
  check_classes(posterior.label, bound.label, sums.class_weights, rows, bound.weights,
                *bound.table);
  bool grows = classes_join(posterior.label, bound.label, sums.class_weights);
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    bound.blocks[b].visit([&](const auto& cells) {
      if (check_levels(*posterior.blocks[b], *sums.blocks[b].sums, cells, bound, rows))
        grows = true;
    });
  if (!grows && posterior.summation == Summation::rounded) {
    check_weights(posterior);
    check_class_counts(sums, bound.label, posterior.label);
    room.before.guard(posterior.label, posterior.blocks,
                      [&] { merge_into(sums, bound, posterior); });
    drop_weights();
    return;
  }
  Posterior<Model> next = posterior;  // for what is refused only when all is added
  merge_into(sums, bound, next);
  detail::change_exactly(next, bound, rows, detail::Change::observed);
  check_weights(next);
  posterior = std::move(next);
  drop_weights();
}

}  // namespace

void observe(Posterior<Model>& posterior, const BoundTable& bound, RowSpan rows,
             LearningWorkspace& work) {
  detail::check_bound(bound, posterior.model, posterior.blocks, rows);
  detail::check_contexts(bound, posterior.contexts.size());
  detail::check_weight_column(posterior.model.schema(), bound.weight_name);
  if (posterior.contexts.empty()) return observe_naive(posterior, bound, rows, work);
  Posterior<Model> next = posterior;
  observe_naive(next, bound, rows, work);
  if (auto pairs = detail::PairCounts::of(next, bound, rows.count)) {
    pairs->add(bound, rows);
    pairs->merge_into(bound, next);
  } else {
    for (Index i = 0; i < next.contexts.size(); ++i)
      observe(next.contexts[i].children, bound.contexts[i].children(), rows, work);
  }
  posterior = std::move(next);
}

void observe(Posterior<Model>& posterior, const BoundTable& bound, std::span<const Index> rows) {
  LearningWorkspace work;
  observe(posterior, bound, RowSpan{.count = std::ssize(rows), .list = rows.data()}, work);
}

void observe(Posterior<Model>& posterior, const BoundTable& bound) {
  LearningWorkspace work;
  observe(posterior, bound, RowSpan{.count = bound.rows}, work);
}

void clear_statistics(Posterior<Model>& posterior) {
  std::fill(posterior.label.counts.counts.begin(), posterior.label.counts.counts.end(), 0.0);
  posterior.label.exact = {};
  posterior.feature_weights = {};
  round_counts(posterior);
  for (Box<AnyBlock>& block : posterior.blocks) block->clear(posterior.summation);
  for (ContextPosterior& context : posterior.contexts) clear_statistics(context.children);
  posterior.discount = {};
}

void observe(Posterior<Model>& posterior, const Table& table, std::string_view weight) {
  (void)table.column(posterior.label.name);
  detail::check_weight_column(posterior.model.schema(), weight);
  const BoundTable bound = credence::bind(posterior.model, table, weight);
  observe(posterior, bound);
}

Posterior<Model> observe(const Model& model, const Table& table, std::string_view weight) {
  (void)table.column(model.schema().label);
  detail::check_weight_column(model.schema(), weight);
  // Before a posterior of many contexts takes memory: binding says where that is too much.
  const BoundTable bound = credence::bind(model, table, weight);
  Posterior<Model> posterior = empty_posterior(model);
  observe(posterior, bound);
  return posterior;
}

Posterior<Model> detail::merged(Posterior<Model> one, Posterior<Model> other) {
  detail::check_same_model(one, other, "merged");
  detail::check_mergeable(one.discount, other.discount);
  one.feature_weights = {};
  if (!one.discount.any()) one.discount = other.discount;
  detail::join_classes(one, other.label.classes);
  detail::join_classes(other, one.label.classes);
  one.label.counts.merge(other.label.counts);
  one.label.exact.merge(other.label.exact);
  round_counts(one);
  check_class_sum(one.label, one.label.counts.counts);
  for (std::size_t b = 0; b < one.blocks.size(); ++b)
    one.blocks[b]->merge(std::move(*other.blocks[b]));
  for (Index i = 0; i < one.contexts.size(); ++i) {
    Posterior<Model>& children = one.contexts[i].children;
    children = merged(std::move(children), std::move(other.contexts[i].children));
  }
  return one;
}

void merge(Posterior<Model>& posterior, Posterior<Model> other) {
  posterior = detail::merged(posterior, std::move(other));
}

double log_evidence(const Posterior<Model>& posterior) {
  detail::check_not_discounted(posterior, "log evidence");
  if (!posterior.contexts.empty())
    return detail::StructureEvidence(posterior).of(found_structure(posterior));
  double sum = log_evidence(posterior.label);
  for (const Box<AnyBlock>& block : posterior.blocks)
    sum += block->log_evidence(posterior.label.classes);
  return sum;
}

}  // namespace credence
