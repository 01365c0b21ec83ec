// Looking up levels: blocks of slots, then one vector addition a cell with classes as lanes.
#include "predict/levels/level_lookup.hpp"

#include <algorithm>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/levels/level_lookup.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "learn/levels/level_slots-inl.hpp"
#include "predict/levels/level_fours-inl.hpp"
#include "predict/levels/level_rows-inl.hpp"
#include "predict/levels/level_sums-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {

// Small, so that terms keep most of the first cache.
constexpr Index block_cells = 1024;

// Four rows of slots, rows x 8 in `sums`, of which the first kTogether are set. Every sum is that of
// the columns 0, 2, ... plus that of the columns 1, 3, .... One of the steps is 1, as a constant.
template <Index kTogether, class RowStep, class ColumnStep>
HWY_INLINE void sum_four(const std::uint32_t* HWY_RESTRICT slots, RowStep row_step,
                         ColumnStep column_step, Index columns, const double* HWY_RESTRICT terms,
                         double* HWY_RESTRICT sums) {
  const hn::CappedTag<double, kTogether> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  const std::uint32_t *r0 = slots, *r1 = slots + row_step;
  const std::uint32_t *r2 = r1 + row_step, *r3 = r2 + row_step;
  for (Index lane = 0; lane < kTogether; lane += lanes) {
    const double* from = terms + lane;
    const auto add = [&](auto& sum, std::uint32_t slot)
                         HWY_ATTR { sum = hn::Add(sum, hn::Load(d, from + slot)); };
    auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0, t0 = s0, t1 = s0, t2 = s0, t3 = s0;
    for (Index j = 0; j < columns; j += 2) {
      Index at = j * column_step;
      add(s0, r0[at]);
      add(s1, r1[at]);
      add(s2, r2[at]);
      add(s3, r3[at]);
      if (j + 1 == columns) break;
      at += column_step;
      add(t0, r0[at]);
      add(t1, r1[at]);
      add(t2, r2[at]);
      add(t3, r3[at]);
    }
    hn::Store(hn::Add(s0, t0), d, sums + lane);
    hn::Store(hn::Add(s1, t1), d, sums + 8 + lane);
    hn::Store(hn::Add(s2, t2), d, sums + 16 + lane);
    hn::Store(hn::Add(s3, t3), d, sums + 24 + lane);
  }
}

// Asks for the memory of the following block meanwhile.
template <Index kTogether, class T>
void add_columns(const RowsAhead<T>& ahead, const detail::SlotBlock& block,
                 const detail::LookupTable& table, const ScoreTile& tile) {
  alignas(64) double sums[64] = {};
  for (Index klass = 0; klass < tile.classes; klass += kTogether) {
    const double* terms = table.terms + klass * table.slots;
    for (Index i = 0; i < block.rows; i += 8) {
      for (Index half = 0; half < 8; half += 4) {
        for (Index k = 0; k < 4 && klass == 0; ++k)
          ahead.fetch(block.first_row + block.rows + i + half + k);
        const std::uint32_t* slots = block.slots + (i + half) * block.row_step;
        double* to = sums + 8 * half;
        constexpr std::integral_constant<Index, 1> one{};
        if (block.column_step == 1)
          sum_four<kTogether>(slots, block.row_step, one, block.columns, terms, to);
        else
          sum_four<kTogether>(slots, one, block.column_step, block.columns, terms, to);
      }
      add_sums<kTogether>(sums, tile, klass, block.first_row + i);
    }
  }
}

// Few columns at a time where no digit may be lost: every sum of columns is made of two.
template <Index kTogether, class T>
void add_block(const RowsAhead<T>& ahead, const detail::SlotBlock& block,
               const detail::LookupTable& table, const ScoreTile& tile) {
  if (tile.lost == nullptr) return add_columns<kTogether>(ahead, block, table, tile);
  detail::SlotBlock part = block;
  for (Index column = 0; column < block.columns; column += part.columns) {
    part.slots = block.slots + column * block.column_step;
    part.columns = HWY_MIN(2 * terms_together, block.columns - column);
    const Index fetched = column == 0 ? ahead.columns : 0;
    add_columns<kTogether>(
        RowsAhead<T>{ahead.panel, ahead.rows, ahead.layout, ahead.first_column, fetched}, part,
        table, tile);
  }
}

// Rows behind the last are taken for rows of missing cells, up to a multiple of eight.
void fill_up(detail::SlotBlock& block) {
  for (; block.rows % 8 != 0; ++block.rows)
    for (Index j = 0; j < block.columns; ++j) block.at(block.rows, j) = 0;
}

// Adds `count` rows, a multiple of eight, that hold levels alone; false where some hold anything else.
template <Index kTogether, int kShift>
bool add_levels_alone(const SlotSource<std::int32_t>& source, Index row, Index count,
                      RowsToAskFor ask, const detail::LookupTable& table, const ScoreTile& tile) {
  if (!are_levels(source, row, count)) return false;
  using D = ClassTag<kTogether>;
  const Index* list = source.rows.list;
  const Index first = list == nullptr ? source.rows[row] : 0;
  LevelRows rows{.from = reinterpret_cast<const std::uint32_t*>(&source.panel.at(first, 0)),
                 .list = list == nullptr ? nullptr : list + row,
                 .stride = source.panel.stride,
                 .columns = source.panel.width(),
                 .first = source.slots.first.data()};
  // Several vectors of classes at once find their slots once.
  constexpr Index lanes = static_cast<Index>(hn::MaxLanes(D()));
  constexpr Index most = lanes == 1 ? 4 : kTogether / lanes;
  for (Index klass = 0; klass < tile.classes;) {
    const Index lane = klass % kTogether, left = tile.classes - klass;
    const bool all = left > (most - 1) * lanes;
    rows.terms = table.terms + (klass - lane) * table.slots + lane;
    const auto add = all ? add_levels<D, most, kShift> : add_levels<D, 1, kShift>;
    add(rows, count, ask, tile.of_class(klass) + row, tile.stride, left);
    ask.ahead = nullptr;
    klass += (all ? most : 1) * lanes;
  }
  return true;
}

// Looks up a block of rows of levels without slots in between, all at once or eight at a time; those
// with missing cells, `odd` of these eights, and what is left take the other way.
template <Index kTogether, int kShift>
bool look_up_directly(const SlotSource<std::int32_t>& source, const detail::SlotBlock& block,
                      const detail::LookupTable& table, const ScoreTile& tile, Index& odd) {
  const RowsAhead<std::int32_t> ahead = rows_ahead(source, block);
  const Index end = block.first_row + block.rows, eights = block.rows / 8 * 8;
  Index row = block.first_row;
  if (add_levels_alone<kTogether, kShift>(source, row, eights,
                                          RowsToAskFor::behind(ahead, row, block), table, tile))
    row += eights;
  for (; row < end; row += 8) {
    const RowsToAskFor ask = RowsToAskFor::behind(ahead, row, block);
    if (row + 8 <= end && add_levels_alone<kTogether, kShift>(source, row, 8, ask, table, tile))
      continue;
    detail::SlotBlock eight = block;
    eight.first_row = row;
    eight.rows = HWY_MIN(Index{8}, end - row);
    ++odd;
    if (!place_block<kShift>(source, eight)) return false;
    fill_up(eight);
    add_block<kTogether>(ahead, eight, table, tile);
  }
  return true;
}
// Looking up directly pays while few rows have missing cells; `odd`: how many eights of the last
// block had.
template <Index kTogether, int kShift, class T>
bool look_up_block(const SlotSource<T>& source, detail::SlotBlock& block,
                   const detail::LookupTable& table, const ScoreTile& tile, Index& odd) {
  if constexpr (std::is_same_v<T, std::int32_t>) {
    const bool few = 32 * odd <= block.rows && tile.lost == nullptr;
    odd = 0;
    if (source.layout == detail::Layout::by_row && few && block.columns == source.panel.width())
      return look_up_directly<kTogether, kShift>(source, block, table, tile, odd);
  }
  if (!place_block<kShift>(source, block)) return false;
  fill_up(block);
  add_block<kTogether>(rows_ahead(source, block), block, table, tile);
  return true;
}

template <Index kTogether, int kShift, class T>
bool look_up_as(const SlotSource<T>& source, const detail::LookupTable& table,
                const ScoreTile& tile) {
  alignas(64) std::uint32_t memory[block_cells];
  const Index width = source.panel.width(), count = source.rows.count;
  const detail::BlockShape shape = detail::block_shape(source.layout, width, 8, block_cells);
  detail::SlotBlock block = detail::block_at(memory, source.layout, shape);
  Index odd = 0;
  for (Index row = 0; row < count; row += shape.rows) {
    for (Index column = 0; column < width; column += shape.columns) {
      block.first_row = row;
      block.rows = HWY_MIN(shape.rows, count - row);
      block.first_column = column;
      block.columns = HWY_MIN(shape.columns, width - column);
      if (!look_up_block<kTogether, kShift>(source, block, table, tile, odd)) return false;
    }
  }
  return true;
}

template <class T>
bool look_up(const Panel<T>& panel, const RowSpan& rows, const detail::LevelSlots& slots,
             const detail::LookupTable& table, const ScoreTile& tile,
             std::vector<BeyondLevels>* beyond) {
  const SlotSource<T> source{panel, rows, nullptr, slots, detail::layout_of(panel, rows), beyond};
  return table.together == 4 ? look_up_as<4, 2>(source, table, tile)
                             : look_up_as<8, 3>(source, table, tile);
}

template <Index kTogether, int kShift>
bool look_up_fours_as(const Panel<std::uint8_t>& panel, const RowSpan& rows,
                      const detail::LookupTable& table, const ScoreTile& tile) {
  alignas(64) std::uint32_t memory[block_cells];
  const Index groups = detail::groups_of_four(panel.width());
  const detail::BlockShape shape =
      detail::block_shape(detail::Layout::by_row, groups, 8, block_cells);
  detail::SlotBlock block = detail::block_at(memory, detail::Layout::by_row, shape);
  std::uint32_t any = 0;
  for (Index row = 0; row < rows.count; row += shape.rows) {
    for (Index group = 0; group < groups; group += shape.columns) {
      block.first_row = row;
      block.rows = HWY_MIN(shape.rows, rows.count - row);
      block.columns = HWY_MIN(shape.columns, groups - group);
      const Index width = HWY_MIN(4 * block.columns, panel.width() - 4 * group);
      for (Index i = 0; i < block.rows; ++i)
        any |= place_fours<kTogether, kShift>(&panel.at(rows[row + i], 4 * group), width,
                                              memory + i * block.row_step);
      fill_up(block);
      const detail::LookupTable part{.terms = table.terms + 16 * kTogether * group,
                                     .slots = table.slots,
                                     .together = kTogether};
      const RowsAhead<std::uint8_t> ahead{panel, rows, detail::Layout::by_row, 4 * group, width};
      add_block<kTogether>(ahead, block, part, tile);
    }
  }
  return (any & ~0x01010101U) == 0;
}

bool look_up_fours(const Panel<std::uint8_t>& panel, const RowSpan& rows,
                   [[maybe_unused]] const detail::LookupTable& table,
                   [[maybe_unused]] const double* by_class, const ScoreTile& tile) {
#if HWY_TARGET == HWY_AVX3
  return look_up_in_vectors(panel, rows, by_class, tile);
#else
  return table.together == 4 ? look_up_fours_as<4, 2>(panel, rows, table, tile)
                             : look_up_fours_as<8, 3>(panel, rows, table, tile);
#endif
}

bool look_up_patterns(const Panel<std::uint8_t>& panel, const RowSpan& rows,
                      const detail::LookupTable& table, const ScoreTile& tile) {
  return table.together == 4 ? look_up_patterns_as<4>(panel, rows, table, tile)
                             : look_up_patterns_as<8>(panel, rows, table, tile);
}

#define CREDENCE_FOR(T, name)                                                            \
  bool name(const Panel<T>& panel, const RowSpan& rows, const detail::LevelSlots& slots, \
            const detail::LookupTable& table, const ScoreTile& tile,                     \
            std::vector<BeyondLevels>* beyond) {                                         \
    return look_up(panel, rows, slots, table, tile, beyond);                             \
  }
CREDENCE_FOR(double, look_up_double)
CREDENCE_FOR(float, look_up_float)
CREDENCE_FOR(std::uint8_t, look_up_uint8)
CREDENCE_FOR(std::int32_t, look_up_int32)
CREDENCE_FOR(std::int64_t, look_up_int64)
#undef CREDENCE_FOR

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

#define CREDENCE_FOR(T, name)                                                                \
  HWY_EXPORT(name);                                                                          \
  template <>                                                                                \
  bool detail::look_up_levels<T>(const Panel<T>& panel, const RowSpan& rows,                 \
                                 const LevelSlots& slots, const LookupTable& table,          \
                                 const ScoreTile& tile, std::vector<BeyondLevels>* beyond) { \
    return HWY_DYNAMIC_DISPATCH(name)(panel, rows, slots, table, tile, beyond);              \
  }
CREDENCE_FOR(double, look_up_double)
CREDENCE_FOR(float, look_up_float)
CREDENCE_FOR(std::uint8_t, look_up_uint8)
CREDENCE_FOR(std::int32_t, look_up_int32)
CREDENCE_FOR(std::int64_t, look_up_int64)
#undef CREDENCE_FOR

HWY_EXPORT(look_up_fours);
bool detail::look_up_fours(const Panel<std::uint8_t>& panel, const RowSpan& rows,
                           const LookupTable& table, const double* by_class,
                           const ScoreTile& tile) {
  return HWY_DYNAMIC_DISPATCH(look_up_fours)(panel, rows, table, by_class, tile);
}

HWY_EXPORT(look_up_patterns);
bool detail::look_up_patterns(const Panel<std::uint8_t>& panel, const RowSpan& rows,
                              const LookupTable& table, const ScoreTile& tile) {
  return HWY_DYNAMIC_DISPATCH(look_up_patterns)(panel, rows, table, tile);
}

}  // namespace credence
#endif
