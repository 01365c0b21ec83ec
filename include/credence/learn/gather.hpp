#pragma once
// One pass over rows of a bound table: tiles into chunks, chunks on several threads, merged in order.
#include <credence/base/parallel.hpp>
#include <credence/learn/block_kernels.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/learn/statistics_before.hpp>

namespace credence {

namespace detail {

template <ConjugateFamily... F>
using BlockSumsVariant = std::variant<BlockSums<F>...>;

/// What was gathered of some rows, and room for the tile at hand.
template <class List>
struct Gathered {
  std::vector<typename List::template apply<BlockSumsVariant>> blocks;
  std::vector<double> class_weights;  ///< one for each class of the data
  std::vector<Code> classes;          // of the tile
  std::vector<double> weights;        // of the tile
  std::optional<Entry> fault;         // the first that a family does not accept
  std::size_t fault_block = 0;
};

/// Where rows are cut: it depends on the shape of the data alone, never on the threads.
struct Cuts {
  Index tile_rows = 1024;
  Index chunk_rows = 1024;
};

/// in      cells: features of all blocks;  tile_rows: the most that a block asks for
[[nodiscard]] Cuts cuts_of(Index cells, Index classes, Index tile_rows);

template <class List>
[[nodiscard]] Cuts cuts_of(const BoundTable<List>& bound) {
  const auto classes = std::ssize(bound.label.levels);
  Index features = 0;
  Index tile_rows = 1;
  for (const auto& any : bound.blocks)
    std::visit(
        [&]<class F>(const BlockCells<F>& cells) {
          const auto count = std::ssize(cells.features);
          features += count;
          tile_rows = std::max(tile_rows, BlockSums<F>::tile_rows(count, classes));
        },
        any);
  return cuts_of(features, classes, tile_rows);
}

template <class List>
void reset(Gathered<List>& sums, const BoundTable<List>& bound) {
  sums.class_weights.assign(bound.label.levels.size(), 0.0);
  sums.fault.reset();
  sums.blocks.resize(bound.blocks.size());
  for (std::size_t b = 0; b < bound.blocks.size(); ++b)
    std::visit(
        [&]<class F>(const BlockCells<F>& cells) {
          auto& any = sums.blocks[b];
          if (!std::holds_alternative<BlockSums<F>>(any)) any.template emplace<BlockSums<F>>();
          std::get<BlockSums<F>>(any).reset(cells, std::ssize(bound.label.levels),
                                            !bound.weights.empty());
        },
        bound.blocks[b]);
}

/// The tile's classes and weights; rows without a label or of weight 0 get class -1. Views of the
/// table where nothing has to be gathered.
[[nodiscard]] Tile tile_of(RowSpan rows, const CodeColumn& label, std::span<const double> weights,
                           std::vector<Code>& class_room, std::vector<double>& weight_room);
/// out     how many rows are passed over
[[nodiscard]] Index add_class_weights(const Tile& tile, std::span<double> class_weights);

/// The first entry of rows that are passed over which the family does not accept: they must fit the
/// schema too.
template <ConjugateFamily F>
[[nodiscard]] std::optional<Entry> fault_of_passed(const BlockCells<F>& cells, const Tile& tile) {
  typename F::Statistics::value_type datum{};
  const Slots none;
  for (Index i = 0; i < tile.size(); ++i) {
    if (tile.classes[i] >= 0) continue;
    for (std::size_t j = 0; j < cells.features.size(); ++j)
      if constexpr (!Block<F>::levelled)
        if (cells.features[j].read(tile.rows[i], none, datum) && !F::accepts(datum))
          return Entry{.row = tile.rows[i], .column = static_cast<Index>(j)};
  }
  return std::nullopt;
}

template <class List>
void add_tile(Gathered<List>& sums, const BoundTable<List>& bound, const Tile& tile) {
  const Index passed = add_class_weights(tile, sums.class_weights);
  for (std::size_t b = 0; b < bound.blocks.size() && !sums.fault; ++b)
    std::visit(
        [&]<class F>(const BlockCells<F>& cells) {
          sums.fault = std::get<BlockSums<F>>(sums.blocks[b]).add(cells, tile);
          if (!sums.fault && cells.viewed && passed > 0) sums.fault = fault_of_passed(cells, tile);
          sums.fault_block = b;
        },
        bound.blocks[b]);
}

template <class List>
void add_rows(Gathered<List>& sums, const BoundTable<List>& bound, RowSpan rows, Index tile_rows) {
  for (Index first = 0; first < rows.count && !sums.fault; first += tile_rows)
    add_tile(sums, bound,
             tile_of(rows.part(first, std::min(tile_rows, rows.count - first)), bound.label,
                     bound.weights, sums.classes, sums.weights));
}

template <class List>
void merge(Gathered<List>& sums, const Gathered<List>& more) {
  for (std::size_t c = 0; c < sums.class_weights.size(); ++c)
    sums.class_weights[c] += more.class_weights[c];
  for (std::size_t b = 0; b < sums.blocks.size(); ++b)
    std::visit(
        [&]<class F>(BlockSums<F>& block) { block.merge(std::get<BlockSums<F>>(more.blocks[b])); },
        sums.blocks[b]);
}

/// Throws Error{domain} naming the cell.
template <class List>
[[noreturn]] void throw_fault(const Gathered<List>& sums, const BoundTable<List>& bound,
                              const Schema& schema) {
  std::visit(
      [&]<class F>(const BlockCells<F>&) {
        const auto features = features_of<F>(schema);
        outside_support(*bound.table, *features[static_cast<std::size_t>(sums.fault->column)],
                        sums.fault->row, F::name, F::needs);
      },
      bound.blocks[sums.fault_block]);
  std::abort();  // outside_support has thrown
}

}  // namespace detail

/// Memory that one `observe` leaves for the next, so that repeated fits of tables of one shape
/// allocate nothing. Holds nothing that an answer could depend on.
template <class List>
struct LearningWorkspace {
  detail::Gathered<List> total;
  detail::StatisticsBefore<List> before;
  std::vector<detail::Gathered<List>> chunks;
};

/// Gathers the statistics of rows in the classes and levels of the data.
/// throws  Error{domain} with the place of the first cell that its family does not accept
/// cost    one pass: rows x features. The same bits for any number of threads.
template <class List>
[[nodiscard]] const detail::Gathered<List>& gather(const BoundTable<List>& bound, RowSpan rows,
                                                   const Schema& schema,
                                                   LearningWorkspace<List>& work) {
  const detail::Cuts cuts = detail::cuts_of(bound);
  const Index chunks = (rows.count + cuts.chunk_rows - 1) / cuts.chunk_rows;
  detail::Gathered<List>& total = work.total;
  reset(total, bound);
  if (bound.label.codes.empty()) return total;
  if (chunks <= 1) {
    add_rows(total, bound, rows, cuts.tile_rows);
    if (total.fault) throw_fault(total, bound, schema);
    return total;
  }
  const Index slots =
      std::min(chunks, threads_in_use() == 1 ? Index{1} : Index{2} * threads_in_use());
  work.chunks.resize(static_cast<std::size_t>(slots));
  for_each_chunk_in_order(
      chunks, slots,
      [&](Index chunk, Index slot) {
        auto& sums = work.chunks[static_cast<std::size_t>(slot)];
        reset(sums, bound);
        const Index first = chunk * cuts.chunk_rows;
        add_rows(sums, bound, rows.part(first, std::min(cuts.chunk_rows, rows.count - first)),
                 cuts.tile_rows);
      },
      [&](Index, Index slot) {
        const auto& sums = work.chunks[static_cast<std::size_t>(slot)];
        if (sums.fault) throw_fault(sums, bound, schema);
        merge(total, sums);
      });
  return total;
}

}  // namespace credence
