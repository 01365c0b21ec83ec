// Cells of a panel as slots of a table, a vector at a time: included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_LEVEL_SLOTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_LEVEL_SLOTS_INL
#undef CREDENCE_LEVEL_SLOTS_INL
#else
#define CREDENCE_LEVEL_SLOTS_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "learn/levels/level_slots.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Lanes for values of type T; slots are as many uint32.
template <class T>
using CellTag = hn::ScalableTag<
    std::conditional_t<(sizeof(T) < 4 || std::is_same_v<T, std::int32_t>), std::uint32_t, T>>;
template <class T>
using SlotTag = hn::Rebind<std::uint32_t, CellTag<T>>;
template <class T>
using SlotVector = hn::Vec<SlotTag<T>>;
template <class T>
using CellMask = hn::Mask<CellTag<T>>;

// Levels as uint32, 2^32 - 1 for a missing cell; clears `fine` where a cell is neither. Each number
// type checks in its own lanes: masks of different width do not mix.
template <class T>
HWY_INLINE SlotVector<T> levels_at(const std::uint8_t* from, SlotVector<T> bounds, bool,
                                   CellMask<T>& fine) {
  const CellTag<T> d;
  const auto x = hn::PromoteTo(d, hn::LoadU(hn::Rebind<std::uint8_t, decltype(d)>(), from));
  fine = hn::And(fine, hn::Lt(x, bounds));
  return x;
}

template <class T>
HWY_INLINE SlotVector<T> levels_at(const std::int32_t* from, SlotVector<T> bounds, bool missing,
                                   CellMask<T>& fine) {
  const CellTag<T> d;
  const hn::RebindToSigned<CellTag<T>> signed_d;
  const auto x = hn::BitCast(d, hn::LoadU(signed_d, from));
  const auto shift = hn::Set(d, missing ? 1U : 0U);
  fine = hn::And(fine, hn::Lt(hn::Add(x, shift), hn::Add(bounds, shift)));
  return x;
}

template <class T>
HWY_INLINE SlotVector<T> levels_at(const std::int64_t* from, SlotVector<T> bounds, bool missing,
                                   CellMask<T>& fine) {
  const CellTag<T> d;
  const hn::RebindToSigned<SlotTag<T>> narrow_d;
  const auto x = hn::LoadU(d, from);
  const auto least = hn::Set(d, missing ? -2 : -1);
  const auto bound = hn::PromoteTo(d, hn::BitCast(narrow_d, bounds));
  fine = hn::And(fine, hn::And(hn::Gt(x, least), hn::Lt(x, bound)));
  return hn::TruncateTo(SlotTag<T>(), hn::BitCast(hn::RebindToUnsigned<CellTag<T>>(), x));
}

HWY_INLINE auto to_whole(hn::Vec<hn::ScalableTag<double>> x) {
  return hn::DemoteTo(hn::Rebind<std::int32_t, hn::ScalableTag<double>>(), x);
}
HWY_INLINE auto to_whole(hn::Vec<hn::ScalableTag<float>> x) {
  return hn::ConvertTo(hn::ScalableTag<std::int32_t>(), x);
}
HWY_INLINE auto to_real(hn::ScalableTag<double> d, SlotVector<double> bounds) {
  return hn::PromoteTo(d, hn::BitCast(hn::RebindToSigned<SlotTag<double>>(), bounds));
}
HWY_INLINE auto to_real(hn::ScalableTag<float> d, SlotVector<float> bounds) {
  return hn::ConvertTo(d, hn::BitCast(hn::ScalableTag<std::int32_t>(), bounds));
}

template <class T>
requires std::is_floating_point_v<T> HWY_INLINE SlotVector<T> levels_at(const T* from,
                                                                        SlotVector<T> bounds, bool,
                                                                        CellMask<T>& fine) {
  const CellTag<T> d;
  const auto x = hn::LoadU(d, from);
  const auto empty = hn::Ne(x, x);
  const auto whole = hn::And(hn::Eq(hn::Trunc(x), x), hn::Ge(x, hn::Zero(d)));
  // Where float cannot hold a bound, its rounding never lets in more than the bound itself.
  const auto level = hn::And(whole, hn::Lt(x, to_real(d, bounds)));
  fine = hn::And(fine, hn::Or(empty, level));
  const auto chosen = hn::IfThenElse(hn::Or(empty, hn::Not(level)), hn::Set(d, T{-1}), x);
  return hn::BitCast(SlotTag<T>(), to_whole(chosen));
}

// Whether a row holds levels only: neither missing cells nor anything else.
HWY_INLINE bool are_levels(const std::int32_t* HWY_RESTRICT from, Index columns,
                           const std::uint32_t* HWY_RESTRICT bounds) {
  const hn::ScalableTag<std::uint32_t> d;
  const hn::RebindToSigned<decltype(d)> signed_d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  if (columns < lanes) {
    const auto used = hn::FirstN(d, static_cast<std::size_t>(columns));
    const auto x = hn::MaskedLoad(hn::RebindMask(signed_d, used), signed_d, from);
    const auto fine = hn::Lt(hn::BitCast(d, x), hn::MaskedLoad(used, d, bounds));
    return hn::AllTrue(d, hn::Or(fine, hn::Not(used)));
  }
  const auto level = [&](Index j) HWY_ATTR {
    return hn::Lt(hn::BitCast(d, hn::LoadU(signed_d, from + j)), hn::LoadU(d, bounds + j));
  };
  auto fine = level(columns - lanes);
  for (Index j = 0; j + lanes < columns; j += lanes) fine = hn::And(fine, level(j));
  return hn::AllTrue(d, fine);
}

// Slots of `count` adjacent cells: of one column, or of the columns from `first` on.
enum class Cells { of_row, of_column };

template <Cells kCells, int kShift, class T>
bool place_cells(const T* HWY_RESTRICT from, Index count, const std::uint32_t* HWY_RESTRICT first,
                 const std::uint32_t* HWY_RESTRICT bounds, MinusOne minus_one,
                 std::uint32_t* HWY_RESTRICT to) {
  constexpr bool by_row = kCells == Cells::of_row;
  const CellTag<T> d;
  const SlotTag<T> slot_d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  const bool missing = minus_one == MinusOne::missing;
  if (count < lanes) {
    bool fine = true;
    for (Index i = 0; i < count; ++i) {
      const Index at = by_row ? i : 0;
      const detail::Holds holds =
          detail::what_holds(from[i], static_cast<Index>(bounds[at]), minus_one);
      fine = fine && holds <= detail::Holds::missing;
      to[i] = detail::slot_of(from[i], holds, first[at], 1U << kShift);
    }
    return fine;
  }
  auto fine = hn::Eq(hn::Zero(d), hn::Zero(d));
  const auto place = [&](Index i) HWY_ATTR {
    const auto bound = by_row ? hn::LoadU(slot_d, bounds + i) : hn::Set(slot_d, *bounds);
    const auto base = by_row ? hn::LoadU(slot_d, first + i) : hn::Set(slot_d, *first);
    const auto level = levels_at<T>(from + i, bound, missing, fine);
    hn::StoreU(hn::Add(hn::ShiftLeft<kShift>(level), base), slot_d, to + i);
  };
  Index i = 0;
  for (; i + lanes <= count; i += lanes) place(i);
  // The last vector takes some cells a second time.
  if (i < count) place(count - lanes);
  return hn::AllTrue(d, fine);
}

template <int kShift, class T>
bool place_rows(const Panel<T>& panel, const RowSpan& rows, const detail::LevelSlots& slots,
                const detail::SlotBlock& block) {
  const auto at = static_cast<std::size_t>(block.first_column);
  const auto cells = [&](Index i, Index count) HWY_ATTR {
    const T* from = &panel.at(rows[block.first_row + i], block.first_column);
    return place_cells<Cells::of_row, kShift>(from, count, &slots.first[at], &slots.bounds[at],
                                              slots.minus_one, block.slots + i * block.row_step);
  };
  bool fine = true;
  Index i = 0;
  const bool adjacent =
      rows.list == nullptr && panel.stride == block.columns && block.columns == panel.width();
  if (adjacent && slots.repeats > 1)
    for (; i + slots.repeats <= block.rows; i += slots.repeats)
      fine &= cells(i, slots.repeats * block.columns);
  for (; i < block.rows; ++i) fine &= cells(i, block.columns);
  return fine;
}

template <int kShift, class T>
bool place_columns(const Panel<T>& panel, const RowSpan& rows, const detail::LevelSlots& slots,
                   const detail::SlotBlock& block) {
  bool fine = true;
  HWY_ALIGN T listed[detail::most_block_rows];  // cells of listed rows, side by side
  for (Index j = 0; j < block.columns; ++j) {
    const Index column = block.first_column + j;
    const auto at = static_cast<std::size_t>(column);
    const T* from = listed;
    if (rows.list == nullptr)
      from = panel.column(column) + rows[block.first_row];
    else
      for (Index i = 0; i < block.rows; ++i)
        listed[i] = panel.at(rows.list[block.first_row + i], column);
    fine &=
        place_cells<Cells::of_column, kShift>(from, block.rows, &slots.first[at], &slots.bounds[at],
                                              slots.minus_one, block.slots + j * block.column_step);
  }
  return fine;
}

/// What a block of slots is found from.
template <class T>
struct SlotSource {
  const Panel<T>& panel;
  const RowSpan& rows;
  const Code* classes;  // null where no row is skipped
  const detail::LevelSlots& slots;
  detail::Layout layout;
  std::vector<BeyondLevels>* beyond;
};

// Whether some rows hold levels only; narrow ones are looked at together where they are adjacent.
HWY_INLINE bool are_levels(const SlotSource<std::int32_t>& source, Index row, Index count) {
  const Index width = source.panel.width();
  const bool adjacent = source.rows.list == nullptr && source.panel.stride == width;
  const Index together = adjacent ? source.slots.repeats : 1;
  bool fine = true;
  for (Index i = 0; i < count; i += together)
    fine &= are_levels(&source.panel.at(source.rows[row + i], 0),
                       HWY_MIN(together, count - i) * width, source.slots.bounds.data());
  return fine;
}

/// Asks for the memory of rows to come, into the second cache: the processor does not fetch ahead by
/// itself over so long a work on each row.
template <class T>
struct RowsAhead {
  const Panel<T>& panel;
  const RowSpan& rows;
  detail::Layout layout;
  Index first_column;
  Index columns;

  /// A row may lie behind the last. Inline in any case: the compiler takes a function that only
  /// fetches ahead for one without effect.
  HWY_INLINE void fetch(Index row) const {
    const Index end = rows.list == nullptr ? panel.rows - rows.first : rows.count;
    if (layout != detail::Layout::by_row || row >= end) return;
    const T* from = &panel.at(rows[row], first_column);
    for (Index j = 0; j < columns; j += static_cast<Index>(64 / sizeof(T)))
      __builtin_prefetch(from + j, 0, 2);
  }

  /// Eight rows; together where they are adjacent.
  HWY_INLINE void fetch_eight(Index row) const {
    if (rows.list != nullptr || panel.stride != columns || layout != detail::Layout::by_row) {
      for (Index i = 0; i < 8; ++i) fetch(row + i);
    } else if (row + 8 <= panel.rows - rows.first) {
      const T* from = &panel.at(rows.first + row, first_column);
      for (Index j = 0; j < 8 * columns; j += static_cast<Index>(64 / sizeof(T)))
        __builtin_prefetch(from + j, 0, 2);
    }
  }
};

template <class T>
RowsAhead<T> rows_ahead(const SlotSource<T>& source, const detail::SlotBlock& block) {
  return {source.panel, source.rows, source.layout, block.first_column, block.columns};
}

/// Finds the slots of a block; false where there is a fault.
template <int kShift, class T>
bool place_block(const SlotSource<T>& source, const detail::SlotBlock& block) {
  const bool fine = source.layout == detail::Layout::by_row
                        ? place_rows<kShift>(source.panel, source.rows, source.slots, block)
                        : source.layout == detail::Layout::by_column &&
                              place_columns<kShift>(source.panel, source.rows, source.slots, block);
  return fine || detail::place_carefully(source.panel, source.rows, source.classes, source.slots,
                                         1U << kShift, block, source.beyond);
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
