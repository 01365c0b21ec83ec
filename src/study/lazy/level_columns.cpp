// Columns of levels, found by the kind of their data.
#include "study/lazy/level_columns.hpp"

#include <credence/detail/data/column_places.hpp>

#include <algorithm>
#include <credence/detail/learn/block_cells.hpp>
#include <type_traits>

namespace credence::detail {
namespace {

template <class Datum>
constexpr bool holds_levels = std::is_same_v<Datum, bool> || std::is_same_v<Datum, Code>;

// The names of the levels of a feature; those of a binary one stand in the schema, or are 0 and 1.
std::vector<std::string> level_names(const AnyBlock& block, Index j, const Schema& schema,
                                     bool binary) {
  if (!binary) return block.feature(j).levels;
  const ColumnSchema* column = schema.find(block.feature(j).name);
  if (column != nullptr && column->levels.size() == 2) return column->levels;
  return {"0", "1"};
}

template <class Datum>
std::vector<Code> codes_in(const Cells<Datum>& cells, const FeatureFacts& feature, Index levels,
                           std::span<const Index> rows) {
  const Slots slots = slots_of(feature, cells);
  std::vector<Code> codes;
  codes.reserve(rows.size());
  Datum datum{};
  for (const Index row : rows) {
    const bool known = cells.read(row, slots, datum) && static_cast<Index>(datum) < levels;
    codes.push_back(known ? static_cast<Code>(datum) : missing_code);
  }
  return codes;
}

}  // namespace

std::vector<LevelColumn> level_columns(const Posterior<Model>& posterior, const BoundTable& bound) {
  const Schema& schema = posterior.model.schema();
  const ColumnPlaces places(schema);
  std::vector<LevelColumn> columns;
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    bound.blocks[b].visit([&]<class Datum>(const BlockCells<Datum>&) {
      if constexpr (holds_levels<Datum>) {
        const AnyBlock& block = *posterior.blocks[b];
        for (Index j = 0; j < block.size(); ++j)
          columns.push_back({.name = block.feature(j).name,
                             .levels = level_names(block, j, schema, std::is_same_v<Datum, bool>),
                             .block = b,
                             .feature = j});
      }
    });
  std::sort(columns.begin(), columns.end(), [&](const LevelColumn& a, const LevelColumn& b) {
    return places.of(a.name) < places.of(b.name);
  });
  return columns;
}

std::vector<Code> level_codes(const Posterior<Model>& posterior, const LevelColumn& column,
                              const BoundTable& bound, std::span<const Index> rows) {
  return bound.blocks[column.block].visit(
      [&]<class Datum>(const BlockCells<Datum>& cells) -> std::vector<Code> {
        if constexpr (holds_levels<Datum>)
          return codes_in(cells.feature(column.feature),
                          posterior.blocks[column.block]->feature(column.feature),
                          std::ssize(column.levels), rows);
        else
          return {};
      });
}

}  // namespace credence::detail
