#pragma once
// Cells of a panel as slots of a table, in blocks that stay in the first cache: what counting and
// scoring of levels have in common. This is the plain part; level_slots-inl.hpp has the vectors.
#include <cmath>
#include <type_traits>

#include "learn/levels/level_counts.hpp"

namespace credence::detail {

/// Slots of some rows and columns: those of a row or those of a column lie side by side.
struct SlotBlock {
  std::uint32_t* slots = nullptr;
  Index row_step = 1;
  Index column_step = 1;
  Index first_row = 0;  ///< in the rows of the tile
  Index rows = 0;
  Index first_column = 0;
  Index columns = 0;

  [[nodiscard]] std::uint32_t& at(Index row, Index column) const {
    return slots[row * row_step + column * column_step];
  }
};

/// How the cells of a panel follow each other.
enum class Layout { by_row, by_column, other };

/// How many rows a block has at most.
inline constexpr Index most_block_rows = 512;

/// How rows and columns are cut into blocks.
struct BlockShape {
  Index rows = 0;
  Index columns = 0;
};

/// in      multiple: rows of a block are a multiple of this; cells: how many a block has at most
[[nodiscard]] BlockShape block_shape(Layout layout, Index width, Index multiple, Index cells);

template <class T>
[[nodiscard]] Layout layout_of(const Panel<T>& panel, const RowSpan& rows) {
  if (panel.row_major()) return Layout::by_row;
  return panel.stride == 1 || rows.list != nullptr ? Layout::by_column : Layout::other;
}

/// Returns the block of these rows and columns, without its slots.
[[nodiscard]] inline SlotBlock block_at(std::uint32_t* slots, Layout layout,
                                        const BlockShape& shape) {
  const bool by_column = layout == Layout::by_column;
  return {.slots = slots,
          .row_step = by_column ? 1 : shape.columns,
          .column_step = by_column ? shape.rows : 1};
}

/// What a cell holds.
enum class Holds { level, missing, beyond, fault };

template <class T>
[[nodiscard]] Holds what_holds(T x, Index levels, MinusOne minus_one) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(x)) return Holds::missing;
    if (!(x >= 0) || std::isinf(x) || std::trunc(x) != x) return Holds::fault;
    return static_cast<double>(x) < static_cast<double>(levels) ? Holds::level : Holds::beyond;
  } else {
    if constexpr (std::is_signed_v<T>) {
      if (x == -1 && minus_one == MinusOne::missing) return Holds::missing;
      if (x < 0) return Holds::fault;
    }
    return static_cast<std::int64_t>(x) < levels ? Holds::level : Holds::beyond;
  }
}

/// Returns the slot of a cell in range; that of missing cells for all others.
template <class T>
[[nodiscard]] std::uint32_t slot_of(T x, Holds holds, std::uint32_t first, std::uint32_t scale) {
  return holds == Holds::level ? first + scale * static_cast<std::uint32_t>(x) : first - scale;
}

/// Finds slots one by one; cells of rows that are skipped get any.
/// in      classes: null where no row is skipped. beyond: null where it is a fault.
/// out     whether the block is without fault
template <class T>
[[nodiscard]] bool place_carefully(const Panel<T>& panel, const RowSpan& rows, const Code* classes,
                                   const LevelSlots& slots, std::uint32_t scale,
                                   const SlotBlock& block, std::vector<BeyondLevels>* beyond);

/// Returns the first entry in the order of rows, then columns, that place_carefully would not
/// accept.
template <class T>
[[nodiscard]] std::optional<Entry> first_fault(const Panel<T>& panel, const RowSpan& rows,
                                               const Code* classes, const LevelSlots& slots,
                                               bool beyond_is_fault);

}  // namespace credence::detail
