#pragma once
// The posterior of a whole model: the label and one block of statistics for each family.
#include <array>
#include <credence/learn/bound_table.hpp>
#include <credence/learn/label_column.hpp>
#include <credence/learn/posterior.hpp>

namespace credence {

/// What a model has learned: priors and statistics, no rows.
///
///     const auto posterior = observe(model, patients);   // the only pass over the data
///     posterior.label.classes;                           // "healthy", "ill"
///     log_evidence(posterior);                           // nats
template <class List>
struct Posterior<BasicModel<List>> {
  BasicModel<List> model{};
  LabelColumn label{};
  AnyBlocks<List> blocks{};
  bool like_scikit_learn = false;  ///< classify as scikit-learn does unless asked otherwise

  friend bool operator==(const Posterior&, const Posterior&) = default;
};

namespace detail {
template <ConjugateFamily F>
Block<F> empty_block(const std::vector<const ColumnSchema*>& columns) {
  Block<F> block;
  for (const ColumnSchema* column : columns) {
    Feature<F>& feature = block.features.emplace_back();
    feature.name = column->name;
    feature.prior = feature_prior<F>(column->prior, "the prior of column '" + column->name + "'");
    if constexpr (Block<F>::levelled) {
      feature.levels = column->columns.empty() ? column->levels : column->columns;
      feature.listed = !feature.levels.empty();
      if (feature.listed && column->missing_is_level)
        feature.levels = merged_levels(feature.levels, std::array{std::string(missing_level)});
      feature.unseen = column->unseen;
    }
  }
  return block;
}

/// Lets classes join a posterior: the label and every block.
template <class P>
void join_classes(P& posterior, std::span<const std::string> more) {
  const std::vector<Index> to = credence::join_classes(posterior.label, more);
  const Index count = posterior.label.size();
  for_each_block(posterior.blocks, [&](auto& block) { rearrange_classes(block, to, count); });
}
}  // namespace detail

/// The posterior before any data.
template <class List>
[[nodiscard]] Posterior<BasicModel<List>> empty_posterior(const BasicModel<List>& model) {
  const Schema& schema = model.schema();
  Posterior<BasicModel<List>> posterior{.model = model};
  posterior.label = {
      .name = schema.label, .listed = !schema.classes.empty(), .prior = schema.class_prior};
  for_each_family(List{}, [&]<class F>(F) {
    const auto features = features_of<F>(schema);
    if (!features.empty()) posterior.blocks.emplace_back(detail::empty_block<F>(features));
  });
  LabelColumn& label = posterior.label;
  label.listed = false;
  detail::join_classes(posterior, schema.classes);
  for (const auto& entry : schema.class_prior.given)
    detail::join_classes(posterior, std::vector<std::string>{entry.first});
  label.listed = !schema.classes.empty();
  return posterior;
}

namespace detail {
/// Throws Error{schema} with the place of the first row whose class cannot join the label's.
void check_classes(const LabelColumn& label, const CodeColumn& data, const Rows& rows,
                   const Table& table);
/// Throws Error{schema} with the place of a cell whose level cannot join those of its feature.
[[noreturn]] void level_cannot_join(const Table& table, const std::string& feature, Index row,
                                    std::string_view level, bool listed);

/// Throws as level_cannot_join for the first cell with a level that may not join.
template <ConjugateFamily F>
void check_levels(const Block<F>& block, const BlockCells<F>& data, const Rows& rows,
                  const Table& table) {
  if constexpr (Block<F>::levelled) {
    for (Index j = 0; j < block.size(); ++j) {
      const Feature<F>& feature = block.feature(j);
      if (!closed(feature)) continue;
      const auto& cells = data.features[static_cast<std::size_t>(j)];
      const Slots slots = slots_of(feature, cells);
      for (const Index row : rows.rows) {
        if (!rows.counts(row)) continue;
        const std::vector<std::string_view> unknown = cells.unknown(row, slots);
        if (!unknown.empty())
          level_cannot_join(table, feature.name, row, unknown.front(), feature.listed);
      }
    }
  }
}

/// Throws Error{shape} where a prior gives another number of weights than there are classes or
/// levels, and no level may join any more.
template <class P>
void check_weights(const P& posterior) {
  if (posterior.label.size() > 0) (void)dirichlet_of(posterior.label);
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    if constexpr (Block<F>::levelled)
      for (Index j = 0; j < block.size(); ++j)
        if (!block.feature(j).levels.empty()) (void)priors(block, j, posterior.label.classes);
  });
}
}  // namespace detail

/// Adds rows of a bound table; rows without a label or of weight 0 are passed over.
/// in      bound: made with the posterior's own schema;  rows: positions in the table
/// throws  Error{schema} with the place of a class or level that a schema with listed ones does not
///         know, Error{shape} for a prior whose weights do not fit them; the posterior is then
///         unchanged
/// cost    one pass: rows x features
template <class List>
void observe(Posterior<BasicModel<List>>& posterior, const BoundTable<List>& bound,
             std::span<const Index> rows) {
  Posterior<BasicModel<List>> next = posterior;
  const std::vector<Index> levels = label_positions(bound.label, bound.rows, bound.label.levels);
  const Rows labelled{.rows = rows, .labels = levels, .weights = bound.weights};
  detail::check_classes(next.label, bound.label, labelled, *bound.table);
  std::vector<bool> present(bound.label.levels.size(), false);
  for (const Index row : rows)
    if (labelled.counts(row))
      present[static_cast<std::size_t>(levels[static_cast<std::size_t>(row)])] = true;
  std::vector<std::string> classes;
  for (std::size_t klass = 0; klass < present.size(); ++klass)
    if (present[klass]) classes.push_back(bound.label.levels[klass]);
  detail::join_classes(next, classes);

  const std::vector<Index> labels = label_positions(bound.label, bound.rows, next.label.classes);
  const Rows given{.rows = rows, .labels = labels, .weights = bound.weights};
  for (const Index row : rows)
    if (given.counts(row))
      next.label.counts.observe(static_cast<Code>(labels[static_cast<std::size_t>(row)]),
                                given.weight(row));
  for (std::size_t b = 0; b < next.blocks.size(); ++b)
    std::visit(
        [&]<class F>(Block<F>& block) {
          const auto& data = std::get<detail::BlockCells<F>>(bound.blocks[b]);
          detail::check_levels(block, data, given, *bound.table);
          observe(block, std::span<const Cells<typename Block<F>::Datum>>(data.features), given);
        },
        next.blocks[b]);
  detail::check_weights(next);
  posterior = std::move(next);
}

/// Adds all rows of a table.
/// throws  as bind and observe; Error{schema} when the table has no label column
template <class List>
void observe(Posterior<BasicModel<List>>& posterior, const Table& table,
             std::string_view weight = {}) {
  (void)table.column(posterior.label.name);
  const BoundTable<List> bound = bind<List>(posterior.model.schema(), table, weight);
  observe(posterior, bound, all_rows(bound.rows));
}

/// The posterior of a model after all rows of a table: one pass.
template <class List>
[[nodiscard]] Posterior<BasicModel<List>> observe(const BasicModel<List>& model, const Table& table,
                                                  std::string_view weight = {}) {
  Posterior<BasicModel<List>> posterior = empty_posterior(model);
  observe(posterior, table, weight);
  return posterior;
}

/// Adds what another posterior has seen; classes and levels join in sorted order.
/// throws  Error{version} when the models differ (families, priors, listed levels)
template <class List>
void merge(Posterior<BasicModel<List>>& posterior, Posterior<BasicModel<List>> other) {
  if (!(posterior.model == other.model) || posterior.like_scikit_learn != other.like_scikit_learn)
    throw Error(
        ErrorCode::version,
        "posteriors can be merged only when their schemas are equal: label, families, priors and "
        "listed levels; fit both with the same --schema");
  Posterior<BasicModel<List>> next = posterior;
  detail::join_classes(next, other.label.classes);
  detail::join_classes(other, next.label.classes);
  next.label.counts.merge(other.label.counts);
  for (std::size_t b = 0; b < next.blocks.size(); ++b)
    std::visit(
        [&]<class F>(Block<F>& block) {
          merge(block, std::move(std::get<Block<F>>(other.blocks[b])));
        },
        next.blocks[b]);
  posterior = std::move(next);
}

/// Log evidence of all data seen: labels and features, in nats.
/// throws  Error{undefined} for a class prior of `frequencies`, or an automatic prior of a constant
/// column
template <class M>
[[nodiscard]] double log_evidence(const Posterior<M>& posterior) {
  double sum = log_evidence(posterior.label);
  for_each_block(posterior.blocks,
                 [&](const auto& block) { sum += log_evidence(block, posterior.label.classes); });
  return sum;
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template Posterior<Model> empty_posterior(const Model&);
extern template void observe(Posterior<Model>&, const BoundTable<Families>&,
                             std::span<const Index>);
extern template void merge(Posterior<Model>&, Posterior<Model>);
extern template double log_evidence(const Posterior<Model>&);

}  // namespace credence
