#pragma once
// The features of one family in one model, with their statistics for every class.
#include <algorithm>
#include <credence/data/levels.hpp>
#include <credence/detail/learn/exact_cells.hpp>
#include <credence/detail/learn/feature_facts.hpp>
#include <credence/detail/learn/feature_prior.hpp>
#include <credence/detail/learn/rows.hpp>

namespace credence {

/// One feature of a block: all that a posterior knows of it but its statistics.
template <ConjugateFamily F>
struct Feature : FeatureFacts {
  FeaturePrior<F> prior = {};

  friend bool operator==(const Feature&, const Feature&) = default;
};

/// Statistics of the features of one family: features x classes, feature-major.
template <ConjugateFamily F>
struct Block {
  using Family = F;
  using Statistics = typename F::Statistics;
  using Datum = typename Statistics::value_type;
  static constexpr bool levelled = LevelledStatistics<Statistics>;

  std::vector<Feature<F>> features;
  Index classes = 0;
  std::vector<Statistics> cells;
  std::vector<ExactCell<F>> exact;  ///< what the cells are rounded from; empty unless kept exactly

  [[nodiscard]] Index size() const { return static_cast<Index>(features.size()); }
  [[nodiscard]] const Feature<F>& feature(Index j) const {
    return features[static_cast<std::size_t>(j)];
  }
  [[nodiscard]] Feature<F>& feature(Index j) { return features[static_cast<std::size_t>(j)]; }
  [[nodiscard]] const Statistics& cell(Index j, Index klass) const {
    return cells[static_cast<std::size_t>(j * classes + klass)];
  }
  [[nodiscard]] Statistics& cell(Index j, Index klass) {
    return cells[static_cast<std::size_t>(j * classes + klass)];
  }
  [[nodiscard]] const ExactCell<F>& exact_cell(Index j, Index klass) const {
    return exact[static_cast<std::size_t>(j * classes + klass)];
  }
  [[nodiscard]] ExactCell<F>& exact_cell(Index j, Index klass) {
    return exact[static_cast<std::size_t>(j * classes + klass)];
  }
  /// Returns how many levels, or columns, a feature has.
  [[nodiscard]] Index levels(Index j) const { return std::ssize(feature(j).levels); }
  /// Returns the statistics of a feature over all classes, merged in class order.
  [[nodiscard]] Statistics pooled(Index j) const {
    const std::span of_classes(cells.data() + j * classes, static_cast<std::size_t>(classes));
    if constexpr (requires { Statistics::pooled(of_classes); })
      return Statistics::pooled(of_classes);
    Statistics all;
    if constexpr (levelled) all.resize(static_cast<Index>(feature(j).levels.size()));
    for (Index klass = 0; klass < classes; ++klass) all.merge(cell(j, klass));
    return all;
  }
  friend bool operator==(const Block&, const Block&) = default;
};

namespace detail {
/// Error{schema}: a level that may not join, and where it was found (nothing: unknown).
[[nodiscard]] Error level_cannot_join(std::string_view feature, std::string_view level, bool listed,
                                      const std::string& place = {}, Location where = {});
}  // namespace detail

/// Returns whether no level may join: the schema lists them, or the prior gives one weight for
/// each.
template <ConjugateFamily F>
[[nodiscard]] bool closed(const Feature<F>& feature) {
  return feature.listed || (!feature.levels.empty() && has_weights(feature.prior));
}

namespace detail {
/// Statistics with one empty place at the end for a reserved level.
template <ConjugateFamily F>
typename F::Statistics with_reserved(typename F::Statistics seen, const Feature<F>& feature) {
  if constexpr (Block<F>::levelled)
    seen.resize(static_cast<Index>(feature.levels.size()) + feature.reserved());
  return seen;
}
}  // namespace detail

/// Makes the cells of a block what its exact sums are, where it has any.
template <ConjugateFamily F>
void round_cells(Block<F>& block) {
  if constexpr (ExactFamily<F>)
    for (std::size_t i = 0; i < block.exact.size(); ++i) {
      block.cells[i] = block.exact[i].statistics();
      if constexpr (Block<F>::levelled)
        block.cells[i].resize(block.levels(static_cast<Index>(i) / block.classes));
    }
}

/// Empties the cells of a block; levels stay.
template <ConjugateFamily F>
void clear_cells(Block<F>& block, Summation summation) {
  for (Index j = 0; j < block.size(); ++j)
    for (Index klass = 0; klass < block.classes; ++klass) {
      block.cell(j, klass) = {};
      if constexpr (Block<F>::levelled) block.cell(j, klass).resize(block.levels(j));
    }
  block.exact.assign(summation == Summation::exact ? block.cells.size() : 0, {});
  if constexpr (ExactFamily<F>)
    for (std::size_t i = 0; i < block.exact.size(); ++i)
      block.exact[i].resize(block.levels(static_cast<Index>(i) / block.classes));
}

namespace detail {
/// Returns the cells of a block of `features` where class i of now is class to[i] of `count`.
template <class Cell>
[[nodiscard]] std::vector<Cell> with_classes(std::vector<Cell> cells, Index features,
                                             std::span<const Index> to, Index count) {
  std::vector<Cell> moved(static_cast<std::size_t>(features * count));
  for (Index j = 0; j < features; ++j)
    for (std::size_t klass = 0; klass < to.size(); ++klass)
      moved[static_cast<std::size_t>(j * count + to[klass])] =
          std::move(cells[static_cast<std::size_t>(j) * to.size() + klass]);
  return moved;
}
}  // namespace detail

/// Gives the block `count` classes: class i of now becomes class to[i], the others are empty.
template <ConjugateFamily F>
void rearrange_classes(Block<F>& block, std::span<const Index> to, Index count,
                       Summation summation = Summation::rounded) {
  block.cells = detail::with_classes(std::move(block.cells), block.size(), to, count);
  if (summation == Summation::exact) {
    block.exact.resize(static_cast<std::size_t>(block.size()) * to.size());
    block.exact = detail::with_classes(std::move(block.exact), block.size(), to, count);
    if constexpr (ExactFamily<F>)
      for (std::size_t i = 0; i < block.exact.size(); ++i)
        block.exact[i].resize(block.levels(static_cast<Index>(i) / count));
  }
  block.classes = count;
  if constexpr (Block<F>::levelled) {
    for (Index j = 0; j < block.size(); ++j)
      for (Index klass = 0; klass < count; ++klass)
        block.cell(j, klass).resize(static_cast<Index>(block.feature(j).levels.size()));
  }
}

/// The same features where class g has what the classes of groups[g] have seen together, rounded.
template <ConjugateFamily F>
[[nodiscard]] Block<F> regrouped(const Block<F>& block,
                                 std::span<const std::vector<Index>> groups) {
  Block<F> next;
  next.features = block.features;
  next.classes = std::ssize(groups);
  next.cells.resize(block.features.size() * groups.size());
  for (Index j = 0; j < block.size(); ++j)
    for (Index g = 0; g < next.classes; ++g) {
      const std::vector<Index>& group = groups[static_cast<std::size_t>(g)];
      auto& cell = next.cell(j, g);
      if (!group.empty()) cell = block.cell(j, group.front());
      for (std::size_t i = 1; i < group.size(); ++i) cell.merge(block.cell(j, group[i]));
      if constexpr (Block<F>::levelled) cell.resize(block.levels(j));
    }
  return next;
}

/// Lets levels join those of a feature, in sorted order; the counts move with their levels.
/// throws  Error{schema} when the schema lists the levels, or gives one weight for each, and one of
///         `more` is not among them
template <ConjugateFamily F>
requires(Block<F>::levelled) void join_levels(Block<F>& block, Index j,
                                              std::span<const std::string> more) {
  Feature<F>& feature = block.feature(j);
  if (std::equal(more.begin(), more.end(), feature.levels.begin(), feature.levels.end())) return;
  const std::vector<Index> known = positions_in(more, feature.levels);
  const auto stranger = std::find(known.begin(), known.end(), -1);
  if (stranger == known.end()) return;
  const std::string& name = more[static_cast<std::size_t>(stranger - known.begin())];
  if (closed(feature)) throw detail::level_cannot_join(feature.name, name, feature.listed);
  std::vector<std::string> levels = merged_levels(feature.levels, more);
  const std::vector<Index> to = positions_in(feature.levels, levels);
  for (Index klass = 0; klass < block.classes; ++klass) {
    block.cell(j, klass).rearrange(to, static_cast<Index>(levels.size()));
    if constexpr (ExactFamily<F>)
      if (!block.exact.empty())
        block.exact_cell(j, klass).rearrange(to, static_cast<Index>(levels.size()));
  }
  feature.levels = std::move(levels);
}

/// Adds rows to the statistics of a block. The plain reference that a faster kernel must equal.
/// in      data: one entry per feature of the block; labels below block.classes
/// throws  Error{schema} for a level that the schema does not list
template <ConjugateFamily F>
void observe(Block<F>& block, std::span<const Cells<typename Block<F>::Datum>> data,
             const detail::TrainingRows& rows) {
  typename Block<F>::Datum datum{};
  for (Index j = 0; j < block.size(); ++j) {
    const auto& cells = data[static_cast<std::size_t>(j)];
    if constexpr (Block<F>::levelled) join_levels(block, j, levels_present(cells, rows));
    const Slots slots = slots_of(block.feature(j), cells);
    for (const Index row : rows.rows)
      if (rows.counts(row) && cells.read(row, slots, datum))
        block.cell(j, rows.labels[static_cast<std::size_t>(row)]).observe(datum, rows.weight(row));
  }
}

/// Adds the statistics of another block of the same features and classes; levels join.
template <ConjugateFamily F>
void merge(Block<F>& block, Block<F> other) {
  for (Index j = 0; j < block.size(); ++j) {
    if constexpr (Block<F>::levelled)
      if (block.feature(j).levels != other.feature(j).levels) {
        join_levels(block, j, other.feature(j).levels);
        join_levels(other, j, block.feature(j).levels);
      }
    for (Index klass = 0; block.exact.empty() && klass < block.classes; ++klass)
      block.cell(j, klass).merge(other.cell(j, klass));
  }
  if constexpr (ExactFamily<F>)
    for (std::size_t i = 0; i < block.exact.size(); ++i) block.exact[i].merge(other.exact[i]);
  round_cells(block);
}

/// Returns the statistics of a feature, one entry for each class.
template <ConjugateFamily F>
[[nodiscard]] std::span<const typename F::Statistics> cells_of(const Block<F>& block, Index j) {
  return std::span(block.cells)
      .subspan(static_cast<std::size_t>(j * block.classes),
               static_cast<std::size_t>(block.classes));
}

}  // namespace credence
