#pragma once
// Rows into (and out of) the exact sums behind a posterior, on several threads.
#include <credence/base/parallel.hpp>
#include <credence/learn/block.hpp>
#include <credence/learn/blocks.hpp>
#include <credence/learn/bound_table.hpp>

namespace credence::detail {

/// Whether rows arrive or are taken back.
enum class Change { observed, taken_back };

/// Rows of a bound table, as exact sums take them.
struct ExactRows {
  RowSpan rows;
  const CodeColumn* label = nullptr;
  std::span<const double> weights;  ///< empty: each 1
  std::vector<Index> classes;       ///< where each level of the label stands among the classes
  Change change = Change::observed;

  /// Calls `f(row, klass, weight)` for each row that has a class and a positive weight.
  template <class F>
  void for_each(F&& f) const {
    for (Index i = 0; i < rows.count; ++i) {
      const Index row = rows[i];
      const Code code = label->codes[static_cast<std::size_t>(row)];
      const double weight = weights.empty() ? 1.0 : weights[static_cast<std::size_t>(row)];
      if (code != missing_code && weight > 0)
        f(row, classes[static_cast<std::size_t>(code)], weight);
    }
  }
};

/// Throws Error{domain}: a class or level to be taken back that was never seen.
[[noreturn]] void never_seen(const Table& table, const std::string& column, Index row);
/// Throws Error{version} when one posterior is exact and another is not.
void check_summation(Summation a, Summation b);

/// Throws Error{schema} for a posterior that is to be exact, but has a family that cannot be.
template <class P>
void check_exact(const P& posterior) {
  if (posterior.summation == Summation::rounded) return;
  for_each_block(posterior.blocks, []<class F>(const Block<F>&) {
    if constexpr (!ExactFamily<F>) throw no_exact_sums(F::name);
  });
}

/// Makes the class counts what their exact sums are, where they are kept.
template <class P>
void round_counts(P& posterior) {
  if (posterior.summation == Summation::rounded) return;
  posterior.label.exact.resize(posterior.label.size());
  posterior.label.counts = posterior.label.exact.statistics();
}

/// One feature's data into its exact sums.
template <ExactFamily F>
void change_feature(Block<F>& block, Index j, const BlockCells<F>& cells, const ExactRows& rows,
                    const Table& table) {
  const auto& data = cells.features[static_cast<std::size_t>(j)];
  const Slots slots = slots_of(block.feature(j), data);
  typename Block<F>::Datum datum{};
  rows.for_each([&](Index row, Index klass, double weight) {
    if (rows.change == Change::observed) {
      if (data.read(row, slots, datum)) block.exact_cell(j, klass).observe(datum, weight);
      return;
    }
    if constexpr (Block<F>::levelled)
      if (!data.unknown(row, slots).empty()) never_seen(table, block.feature(j).name, row);
    if (data.read(row, slots, datum)) block.exact_cell(j, klass).take_back(datum, weight);
  });
}

/// The features of a block, in parts on several threads: each has sums of its own.
template <ConjugateFamily F>
void change_block(Block<F>& block, const BlockCells<F>& cells, const ExactRows& rows,
                  const Table& table) {
  if constexpr (ExactFamily<F>) {
    constexpr Index most_parts = 256;
    const Index features = block.size();
    const Index parts = std::min(features, most_parts);
    credence::for_each_chunk(parts, [&](Index part) {
      for (Index j = part * features / parts; j < (part + 1) * features / parts; ++j)
        change_feature(block, j, cells, rows, table);
    });
    round_cells(block);
  }
}

/// Adds rows to the exact sums of a posterior, or takes them back, and rounds its statistics from
/// them. Does nothing to one that has none.
/// in      every class and level of the rows is in the posterior, unless they are taken back
template <class P, class List>
void change_exactly(P& posterior, const BoundTable<List>& bound, RowSpan rows, Change change) {
  if (posterior.summation == Summation::rounded || bound.label.codes.empty()) return;
  const ExactRows all{.rows = rows,
                      .label = &bound.label,
                      .weights = bound.weights,
                      .classes = positions_in(bound.label.levels, posterior.label.classes),
                      .change = change};
  all.for_each([&](Index row, Index klass, double weight) {
    if (klass < 0) never_seen(*bound.table, posterior.label.name, row);
    auto& counts = posterior.label.exact;
    if (change == Change::observed)
      counts.observe(static_cast<Code>(klass), weight);
    else
      counts.take_back(static_cast<Code>(klass), weight);
  });
  round_counts(posterior);
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    std::visit(
        [&]<class F>(Block<F>& block) {
          change_block(block, std::get<BlockCells<F>>(bound.blocks[b]), all, *bound.table);
        },
        posterior.blocks[b]);
}

}  // namespace credence::detail
