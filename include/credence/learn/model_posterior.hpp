#pragma once
// The posterior of a whole model: the label and one block of statistics for each family.
#include <array>
#include <credence/learn/block_priors.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/learn/gather.hpp>
#include <credence/learn/label_column.hpp>
#include <credence/learn/observe_exactly.hpp>
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
  Summation summation = Summation::rounded;  ///< how it adds up what it sees

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
    if constexpr (TiedFamily<F>) {
      feature.levels = column->columns;
      feature.tied = *column->tied;
    }
  }
  return block;
}

/// Lets classes join a posterior: the label and every block.
template <class P>
void join_classes(P& posterior, std::span<const std::string> more) {
  const std::vector<Index> to = credence::join_classes(posterior.label, more);
  const Index count = posterior.label.size();
  for_each_block(posterior.blocks,
                 [&](auto& block) { rearrange_classes(block, to, count, posterior.summation); });
}
}  // namespace detail

/// The posterior before any data.
/// throws  Error{schema} for one that is to be exact, of a family that SumsOf does not know
template <class List>
[[nodiscard]] Posterior<BasicModel<List>> empty_posterior(
    const BasicModel<List>& model, Summation summation = Summation::rounded) {
  const Schema& schema = model.schema();
  Posterior<BasicModel<List>> posterior{.model = model, .summation = summation};
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
  detail::check_exact(posterior);
  detail::round_counts(posterior);
  return posterior;
}

namespace detail {
/// Throws Error{schema} with the place of the first row of a class that occurred and cannot join
/// the label's.
void check_classes(const LabelColumn& label, const CodeColumn& data,
                   std::span<const double> class_weights, RowSpan rows,
                   std::span<const double> weights, const Table& table);
/// Throws Error{schema} with the place of a cell whose level cannot join those of its feature.
[[noreturn]] void level_cannot_join(const Table& table, const std::string& feature, Index row,
                                    std::string_view level, bool listed);
/// Whether a class that occurred is new to the label.
[[nodiscard]] bool classes_join(const LabelColumn& label, const CodeColumn& data,
                                std::span<const double> class_weights);
/// Whether the row has a class and a positive weight.
[[nodiscard]] bool teaches(const CodeColumn& label, std::span<const double> weights, Index row);

/// Throws as level_cannot_join for the first cell with a level that occurred and may not join.
/// out  whether a level joins
template <class List, ConjugateFamily F>
bool check_levels(const Block<F>& block, const BlockSums<F>& sums, const BlockCells<F>& cells,
                  const BoundTable<List>& bound, RowSpan rows) {
  bool joins = false;
  if constexpr (Block<F>::levelled) {
    for (Index j = 0; j < block.size(); ++j) {
      const Feature<F>& feature = block.feature(j);
      const auto& data = cells.features[static_cast<std::size_t>(j)];
      const std::vector<bool> seen = sums.seen(j);
      const Slots slots = slots_of(feature, data);
      bool stranger = false;
      for (std::size_t level = 0; level < seen.size(); ++level)
        stranger = stranger || (seen[level] && slots.of[level] < 0);
      joins = joins || stranger;
      if (!stranger || !closed(feature)) continue;
      for (Index i = 0; i < rows.count; ++i) {
        if (!teaches(bound.label, bound.weights, rows[i])) continue;
        const std::vector<std::string_view> unknown = data.unknown(rows[i], slots);
        if (!unknown.empty())
          level_cannot_join(*bound.table, feature.name, rows[i], unknown.front(), feature.listed);
      }
    }
  }
  return joins;
}

/// Adds what was gathered. Classes and levels that occurred join.
template <class List>
void pour(const Gathered<List>& sums, const BoundTable<List>& bound,
          Posterior<BasicModel<List>>& posterior) {
  if (classes_join(posterior.label, bound.label, sums.class_weights)) {
    std::vector<std::string> occurred;
    for (std::size_t c = 0; c < sums.class_weights.size(); ++c)
      if (sums.class_weights[c] > 0) occurred.push_back(bound.label.levels[c]);
    join_classes(posterior, occurred);
  }
  std::vector<Index> klass = positions_in(bound.label.levels, posterior.label.classes);
  for (std::size_t c = 0; c < klass.size(); ++c) {
    if (!(sums.class_weights[c] > 0))
      klass[c] = -1;
    else
      posterior.label.counts.observe(static_cast<Code>(klass[c]), sums.class_weights[c]);
  }
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    std::visit(
        [&]<class F>(Block<F>& block) {
          pour(std::get<BlockSums<F>>(sums.blocks[b]), std::get<BlockCells<F>>(bound.blocks[b]),
               klass, block);
        },
        posterior.blocks[b]);
}

/// Throws Error{shape} where a prior gives another number of weights than there are classes or
/// levels, and no level may join any more.
template <class P>
void check_weights(const P& posterior) {
  if (posterior.label.size() > 0) (void)dirichlet_of(posterior.label);
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    if constexpr (Block<F>::levelled) credence::check_weights(block, posterior.label.classes);
  });
}
}  // namespace detail

/// Adds rows of a bound table; rows without a label or of weight 0 are passed over.
/// in      bound: made with the posterior's own schema;  rows: positions in the table;  work: room
///         to reuse, whatever it was used for before
/// throws  Error{schema} with the place of a class or level that a schema with listed ones does not
///         know, Error{shape} for a prior whose weights do not fit them, Error{domain} with the
///         place of a cell that its family does not accept; the posterior is then unchanged, as it
///         is when memory runs out
/// cost    one pass: rows x features; the same bits for any number of threads
template <class List>
void observe(Posterior<BasicModel<List>>& posterior, const BoundTable<List>& bound, RowSpan rows,
             LearningWorkspace<List>& work) {
  const detail::Gathered<List>& sums = gather(bound, rows, posterior.model.schema(), work);
  detail::check_classes(posterior.label, bound.label, sums.class_weights, rows, bound.weights,
                        *bound.table);
  bool grows = detail::classes_join(posterior.label, bound.label, sums.class_weights);
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    std::visit(
        [&]<class F>(const Block<F>& block) {
          if (detail::check_levels(block, std::get<BlockSums<F>>(sums.blocks[b]),
                                   std::get<BlockCells<F>>(bound.blocks[b]), bound, rows))
            grows = true;
        },
        posterior.blocks[b]);
  if (!grows && posterior.summation == Summation::rounded) {
    detail::check_weights(posterior);
    work.before.guard(posterior.label, posterior.blocks,
                      [&] { detail::pour(sums, bound, posterior); });
    return;
  }
  Posterior<BasicModel<List>> next = posterior;  // for what is refused only when all is added
  detail::pour(sums, bound, next);
  detail::change_exactly(next, bound, rows, detail::Change::observed);
  detail::check_weights(next);
  posterior = std::move(next);
}

/// The same for listed rows, with room of its own.
template <class List>
void observe(Posterior<BasicModel<List>>& posterior, const BoundTable<List>& bound,
             std::span<const Index> rows) {
  LearningWorkspace<List> work;
  observe(posterior, bound, RowSpan{.count = std::ssize(rows), .list = rows.data()}, work);
}

/// The same for all rows.
template <class List>
void observe(Posterior<BasicModel<List>>& posterior, const BoundTable<List>& bound) {
  LearningWorkspace<List> work;
  observe(posterior, bound, RowSpan{.count = bound.rows}, work);
}

/// Empties the statistics; classes and levels stay. With a workspace, the way to learn from one
/// table after another, or from parts of one, without an allocation.
template <class M>
void clear_statistics(Posterior<M>& posterior) {
  std::fill(posterior.label.counts.counts.begin(), posterior.label.counts.counts.end(), 0.0);
  posterior.label.exact = {};
  detail::round_counts(posterior);
  for_each_block(posterior.blocks, [&](auto& block) { clear_cells(block, posterior.summation); });
}

/// Adds all rows of a table.
/// throws  as bind and observe; Error{schema} when the table has no label column
template <class List>
void observe(Posterior<BasicModel<List>>& posterior, const Table& table,
             std::string_view weight = {}) {
  (void)table.column(posterior.label.name);
  const BoundTable<List> bound = credence::bind<List>(posterior.model.schema(), table, weight);
  observe(posterior, bound);
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
/// throws  Error{version} when the models differ (families, priors, listed levels), or one adds up
///         exactly and the other does not
template <class List>
void merge(Posterior<BasicModel<List>>& posterior, Posterior<BasicModel<List>> other) {
  if (!(posterior.model == other.model) || posterior.like_scikit_learn != other.like_scikit_learn)
    throw Error(
        ErrorCode::version,
        "posteriors can be merged only when their schemas are equal: label, families, priors and "
        "listed levels; fit both with the same --schema");
  detail::check_summation(posterior.summation, other.summation);
  Posterior<BasicModel<List>> next = posterior;
  detail::join_classes(next, other.label.classes);
  detail::join_classes(other, next.label.classes);
  next.label.counts.merge(other.label.counts);
  next.label.exact.merge(other.label.exact);
  detail::round_counts(next);
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
extern template Posterior<Model> empty_posterior(const Model&, Summation);
extern template void observe(Posterior<Model>&, const BoundTable<Families>&,
                             std::span<const Index>);
extern template void observe(Posterior<Model>&, const BoundTable<Families>&);
extern template void observe(Posterior<Model>&, const BoundTable<Families>&, RowSpan,
                             LearningWorkspace<Families>&);
extern template void clear_statistics(Posterior<Model>&);
extern template void merge(Posterior<Model>&, Posterior<Model>);
extern template double log_evidence(const Posterior<Model>&);

}  // namespace credence
