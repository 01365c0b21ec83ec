#pragma once
// A table as the blocks of a model read it: every cell converted once, checked once.
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/learn/block_cells.hpp>
#include <credence/learn/blocks.hpp>
#include <credence/learn/model.hpp>

namespace credence {

namespace detail {
template <ConjugateFamily... F>
using BlockCellsVariant = std::variant<BlockCells<F>...>;

/// Throws Error{domain}: a datum outside the support of its family.
[[noreturn]] void outside_support(const Table& table, const ColumnSchema& feature, Index row,
                                  std::string_view family, std::string_view needs);
/// Throws Error{schema} listing the columns of the schema that the table lacks.
void check_columns(const Table& table, const Schema& schema);
}  // namespace detail

/// The positions in the schema of the features of one family.
template <ConjugateFamily F>
[[nodiscard]] std::vector<const ColumnSchema*> features_of(const Schema& schema) {
  std::vector<const ColumnSchema*> features;
  for (const ColumnSchema& column : schema.columns)
    if (is_of<F>(column)) features.push_back(&column);
  return features;
}

/// The cells of a table, converted for the blocks of one schema. The table must outlive it.
template <class List>
struct BoundTable {
  const Table* table = nullptr;
  Index rows = 0;
  std::vector<typename List::template apply<detail::BlockCellsVariant>> blocks;
  CodeColumn label;             ///< empty when the table has no label column
  std::vector<double> weights;  ///< empty: 1 for each row
};

namespace detail {
/// Throws Error{domain} for the first cell that the family does not accept. Cells that the table
/// only views are checked when they are learned from or scored: to read them twice would cost a
/// pass over memory.
template <ConjugateFamily F>
void check_support(const Table& table, const ColumnSchema& feature,
                   const Cells<typename Block<F>::Datum>& cells) {
  using Datum = typename Block<F>::Datum;
  if constexpr (std::is_same_v<Datum, Code> || std::is_same_v<Datum, bool>) return;
  if constexpr (requires { cells.viewed(); })
    if (cells.viewed()) return;
  if constexpr (std::is_same_v<typename Block<F>::Datum, double>) {
    std::visit(
        [&](const auto& view) {
          for (Index row = 0; row < view.size; ++row) {
            const auto x = static_cast<double>(view[row]);
            if (!std::isnan(x) && !F::accepts(x))
              outside_support(table, feature, row, F::name, F::needs);
          }
        },
        cells.numbers());
    return;
  }
  Slots same;
  for (std::size_t level = 0; level < cells.levels().size(); ++level)
    same.of.push_back(static_cast<Index>(level));
  typename Block<F>::Datum datum{};
  for (Index row = 0; row < cells.rows(); ++row)
    if (cells.read(row, same, datum) && !F::accepts(datum))
      outside_support(table, feature, row, F::name, F::needs);
}

template <ConjugateFamily F>
BlockCells<F> bind_block(const std::vector<const ColumnSchema*>& features, const Table& table) {
  BlockCells<F> block;
  for (const ColumnSchema* feature : features) {
    const auto& cells = block.features.emplace_back(table, *feature);
    check_support<F>(table, *feature, cells);
  }
  block.settle();
  return block;
}
}  // namespace detail

/// Weights of rows from a column of the table.
/// throws  Error{domain} with the place of the first that is missing or negative
[[nodiscard]] std::vector<double> row_weights(const Table& table, std::string_view column);

/// Converts the cells that a schema's features read; the label too, where the table has it.
/// in      weight: the column of row weights, empty for none
/// throws  Error{schema} for a column that is not there, Error{parse} and Error{domain} with the
///         place of the first cell that its family does not accept; cells that the table only views
///         are checked when they are read
template <class List>
[[nodiscard]] BoundTable<List> bind(const Schema& schema, const Table& table,
                                    std::string_view weight = {}) {
  detail::check_columns(table, schema);
  BoundTable<List> bound;
  bound.table = &table;
  bound.rows = table.rows();
  for_each_family(List{}, [&]<class F>(F) {
    const auto features = features_of<F>(schema);
    if (!features.empty()) bound.blocks.emplace_back(detail::bind_block<F>(features, table));
  });
  if (const Column* label = table.find(schema.label)) bound.label = codes_of(table, *label);
  if (!weight.empty()) bound.weights = row_weights(table, weight);
  return bound;
}

/// For each row the position of its class in `classes`; -1 where the label is missing or not among
/// them.
[[nodiscard]] std::vector<Index> label_positions(const CodeColumn& label, Index rows,
                                                 std::span<const std::string> classes);

/// 0, 1, ..., rows - 1.
[[nodiscard]] std::vector<Index> all_rows(Index rows);

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template BoundTable<Families> bind(const Schema&, const Table&, std::string_view);

}  // namespace credence
