// Counting levels: blocks of slots, then one increment a cell; binary answers in bytes.
#include "learn/levels/level_tally.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/levels/level_tally.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "data/table/rows_to_come.hpp"
#include "learn/levels/level_slots-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {

template <class Count>
HWY_INLINE void add_slots(const std::uint32_t* HWY_RESTRICT slots, Index step, Index columns,
                          Count amount, Count* HWY_RESTRICT counts) {
  Index j = 0;
  for (; j + 4 <= columns; j += 4, slots += 4 * step) {
    const std::size_t a = slots[0], b = slots[step], c = slots[2 * step], d = slots[3 * step];
    counts[a] += amount;
    counts[b] += amount;
    counts[c] += amount;
    counts[d] += amount;
  }
  for (; j < columns; ++j, slots += step) counts[*slots] += amount;
}

template <class T, class Count>
void add_block(const SlotSource<T>& source, const detail::Tile& tile,
               const detail::SlotBlock& block, const detail::TallyTable<Count>& table) {
  const bool by_row = block.column_step == 1;
  const RowsAhead<T> ahead = rows_ahead(source, block);
  for (Index i = 0; i < block.rows; ++i) {
    const Index row = block.first_row + i;
    const Code klass = tile.classes[row];
    ahead.fetch(row + block.rows);
    if (klass < 0) continue;
    Count* counts = table.counts + klass * table.stride;
    const Count amount = std::is_same_v<Count, double> ? static_cast<Count>(tile.weight(row)) : 1;
    const std::uint32_t* slots = block.slots + i * block.row_step;
    if (by_row)
      add_slots(slots, 1, block.columns, amount, counts);
    else
      add_slots(slots, block.column_step, block.columns, amount, counts);
  }
}

constexpr bool counts_directly = HWY_TARGET != HWY_SCALAR;
// Rows of at least so many columns are checked one by one.
constexpr Index least_columns_alone = 24;
// But not those of at most so many that follow each other without a gap, while none has missing cells.
constexpr Index widest_packed = 64;

// One 64-bit word of two levels and one addition give two slots: there is no carry, for levels are
// below 2^31.
HWY_INLINE void add_levels(const std::int32_t* HWY_RESTRICT from, Index columns,
                           const std::uint32_t* HWY_RESTRICT first,
                           std::uint32_t* HWY_RESTRICT counts) {
  const auto add_two = [&](Index j) HWY_ATTR {
    std::uint64_t levels = 0, slots = 0;
    std::memcpy(&levels, from + j, sizeof(levels));
    std::memcpy(&slots, first + j, sizeof(slots));
    slots += levels;
    ++counts[slots & 0xFFFFFFFF];
    ++counts[slots >> 32];
  };
  Index j = 0;
  for (; j + 8 <= columns; j += 8) {
    add_two(j);
    add_two(j + 2);
    add_two(j + 4);
    add_two(j + 6);
  }
  for (; j + 2 <= columns; j += 2) add_two(j);
  if (j < columns) ++counts[first[j] + static_cast<std::uint32_t>(from[j])];
}

// How many rows ahead their memory is asked for.
constexpr Index rows_fetched_ahead = 96;

// Counts some rows of a block by way of their slots.
bool add_by_slots(const SlotSource<std::int32_t>& source, const detail::Tile& tile,
                  detail::SlotBlock block, Index first_row, Index rows,
                  const detail::TallyTable<std::uint32_t>& table) {
  block.first_row = first_row;
  block.rows = rows;
  if (!place_block<0>(source, block)) return false;
  add_block(source, tile, block, table);
  return true;
}

// Counts without slots in between; rows with missing cells, `odd` of them, take the other way.
bool add_directly(const SlotSource<std::int32_t>& source, const detail::Tile& tile,
                  const detail::SlotBlock& block, const detail::TallyTable<std::uint32_t>& table,
                  Index& odd) {
  const auto at = static_cast<std::size_t>(block.first_column);
  const std::uint32_t* const first = &source.slots.first[at];
  const std::uint32_t* const bounds = &source.slots.bounds[at];
  const RowSpan rows = source.rows;
  const std::int32_t* const values = source.panel.column(block.first_column);
  const Index stride = source.panel.stride;
  const RowsAhead<std::int32_t> ahead = rows_ahead(source, block);
  for (Index row = block.first_row; row < block.first_row + block.rows; ++row) {
    const Code klass = tile.classes[row];
    ahead.fetch(row + rows_fetched_ahead);
    if (klass < 0) continue;
    const std::int32_t* const from = values + rows[row] * stride;
    if (are_levels(from, block.columns, bounds)) {
      add_levels(from, block.columns, first, table.counts + klass * table.stride);
    } else {
      ++odd;
      if (!add_by_slots(source, tile, block, row, 1, table)) return false;
    }
  }
  return true;
}

// The same, eight rows at a time, `odd` of them: rows of few columns are too short for a check of
// each.
bool add_eights_directly(const SlotSource<std::int32_t>& source, const detail::Tile& tile,
                         const detail::SlotBlock& block,
                         const detail::TallyTable<std::uint32_t>& table, Index& odd) {
  const RowsAhead<std::int32_t> ahead = rows_ahead(source, block);
  const std::uint32_t* first = source.slots.first.data();
  const Index end = block.first_row + block.rows;
  for (Index row = block.first_row; row < end; row += 8) {
    ahead.fetch_eight(row + rows_fetched_ahead);
    if (row + 8 <= end && are_levels(source, row, 8)) {
      for (Index i = row; i < row + 8; ++i)
        if (const Code klass = tile.classes[i]; klass >= 0)
          add_levels(&source.panel.at(source.rows[i], 0), block.columns, first,
                     table.counts + klass * table.stride);
    } else {
      ++odd;
      if (!add_by_slots(source, tile, block, row, HWY_MIN(Index{8}, end - row), table))
        return false;
    }
  }
  return true;
}

// The same for rows that follow each other without a gap. All that it needs is known to the compiler
// or kept at hand: whatever it looked up it would have to look up again after each count, which might
// have changed it.
template <Index columns>
bool add_packed_eights(const SlotSource<std::int32_t>& source, const detail::Tile& tile,
                       const detail::SlotBlock& block,
                       const detail::TallyTable<std::uint32_t>& table, Index& odd) {
  const std::uint32_t* const first = source.slots.first.data();
  const std::uint32_t* const bounds = source.slots.bounds.data();
  const Index together = HWY_MIN(Index{8}, source.slots.repeats);
  const std::int32_t* const values = &source.panel.at(source.rows.first, 0);
  const Index rows_in_memory = source.panel.rows - source.rows.first;
  const Code* const classes = tile.classes;
  std::uint32_t* const counts = table.counts;
  const Index stride = table.stride;
  const Index end = block.first_row + block.rows;
  for (Index row = block.first_row; row < end; row += 8) {
    const std::int32_t* const from = values + row * columns;
    if (row + rows_fetched_ahead + 8 <= rows_in_memory)
      for (Index j = 0; j < 8 * columns; j += static_cast<Index>(64 / sizeof(*from)))
        __builtin_prefetch(from + rows_fetched_ahead * columns + j, 0, 2);
    bool fine = row + 8 <= end;
    for (Index i = 0; fine && i < 8; i += together)
      fine = are_levels(from + i * columns, together * columns, bounds);
    if (fine) {
      for (Index i = 0; i < 8; ++i)
        if (const Code klass = classes[row + i]; klass >= 0)
          add_levels(from + i * columns, columns, first, counts + klass * stride);
    } else {
      ++odd;
      if (!add_by_slots(source, tile, block, row, HWY_MIN(Index{8}, end - row), table))
        return false;
    }
  }
  return true;
}

template <Index... less_one>
auto packed_kernel(Index columns, std::integer_sequence<Index, less_one...>) {
  constexpr std::array kernels{add_packed_eights<less_one + 1>...};
  return kernels[static_cast<std::size_t>(columns - 1)];
}

// Direct counting pays while few rows have missing cells; `odd`: how many rows, or eights, of the
// last block had.
template <class T, class Count>
bool tally_block(const SlotSource<T>& source, const detail::Tile& tile,
                 const detail::SlotBlock& block, const detail::TallyTable<Count>& table,
                 Index& odd) {
  if constexpr (counts_directly && std::is_same_v<T, std::int32_t> &&
                std::is_same_v<Count, std::uint32_t>) {
    const bool narrow = block.columns < least_columns_alone;
    const bool packed = block.columns <= widest_packed && source.rows.list == nullptr &&
                        source.panel.stride == block.columns && (narrow || odd == 0);
    const bool eights = packed || narrow;
    const bool direct =
        (eights ? 32 : 8) * odd <= block.rows && (!eights || block.columns == source.panel.width());
    odd = 0;
    if (source.layout == detail::Layout::by_row && direct) {
      constexpr std::make_integer_sequence<Index, widest_packed> widths;
      if (packed) return packed_kernel(block.columns, widths)(source, tile, block, table, odd);
      return eights ? add_eights_directly(source, tile, block, table, odd)
                    : add_directly(source, tile, block, table, odd);
    }
  }
  if (!place_block<0>(source, block)) return false;
  add_block(source, tile, block, table);
  return true;
}

template <class T, class Count>
bool tally(const Panel<T>& panel, const detail::Tile& tile, const detail::LevelSlots& slots,
           const detail::TallyTable<Count>& table, std::vector<BeyondLevels>* beyond) {
  constexpr Index cells = 2048;
  alignas(64) std::uint32_t memory[cells];
  const detail::Layout layout = detail::layout_of(panel, tile.rows);
  const SlotSource<T> source{panel, tile.rows, tile.classes, slots, layout, beyond};
  const detail::BlockShape shape = detail::block_shape(layout, panel.width(), 4, cells);
  Index odd = 0;
  detail::SlotBlock block = detail::block_at(memory, layout, shape);
  for (Index row = 0; row < tile.size(); row += shape.rows) {
    block.first_row = row;
    block.rows = HWY_MIN(shape.rows, tile.size() - row);
    for (Index column = 0; column < panel.width(); column += shape.columns) {
      block.first_column = column;
      block.columns = HWY_MIN(shape.columns, panel.width() - column);
      if (!tally_block(source, tile, block, table, odd)) return false;
    }
  }
  return true;
}

// Counters of one row; `any` gathers the bits of all answers.
template <class D>
HWY_INLINE void add_answers(D d, const std::uint8_t* HWY_RESTRICT from,
                            std::uint8_t* HWY_RESTRICT counters, hn::Vec<D>& any) {
  const auto x = hn::LoadU(d, from);
  any = hn::Or(any, x);
  hn::StoreU(hn::Add(hn::LoadU(d, counters), x), d, counters);
}

bool tally_bytes(const Panel<std::uint8_t>& panel, const detail::Tile& tile,
                 const detail::ByteTally& tally) {
  const hn::ScalableTag<std::uint8_t> wide;
  const hn::CappedTag<std::uint8_t, 16> part;
  const Index lanes = static_cast<Index>(hn::Lanes(wide));
  const Index part_lanes = static_cast<Index>(hn::Lanes(part));
  const Index columns = panel.width(), full = columns - columns % 16;
  auto wide_any = hn::Zero(wide);
  auto part_any = hn::Zero(part);
  const detail::RowsToCome to_come(tile.rows, panel.rows, panel.stride);
  for (Index i = 0; i < tile.size(); ++i) {
    const Code klass = tile.classes[i];
    const std::uint8_t* const next = &panel.at(to_come.during(i), 0);
    for (Index j = 0; j < columns; j += 64) __builtin_prefetch(next + j, 0, 2);
    if (klass < 0) continue;
    const std::uint8_t* row = &panel.at(tile.rows[i], 0);
    std::uint8_t* counters = tally.of_class(klass);
    Index j = 0;
    for (; j + lanes <= full; j += lanes) add_answers(wide, row + j, counters + j, wide_any);
    for (; j < full; j += part_lanes) add_answers(part, row + j, counters + j, part_any);
    if (full < columns)
      for (j = 0; j < 16; j += part_lanes)
        add_answers(part, row + columns - 16 + j, counters + full + j, part_any);
    if (++tally.rows[klass] == 255) tally.keep(klass);
  }
  return hn::AllTrue(wide, hn::Lt(wide_any, hn::Set(wide, std::uint8_t{2}))) &&
         hn::AllTrue(part, hn::Lt(part_any, hn::Set(part, std::uint8_t{2})));
}

// What is counted, and in what.
#define CREDENCE_FOR_EACH(f)                                                                  \
  f(double, std::uint32_t, count_double) f(float, std::uint32_t, count_float)                 \
      f(std::uint8_t, std::uint32_t, count_uint8) f(std::int32_t, std::uint32_t, count_int32) \
          f(std::int64_t, std::uint32_t, count_int64) f(double, double, weigh_double)         \
              f(float, double, weigh_float) f(std::uint8_t, double, weigh_uint8)              \
                  f(std::int32_t, double, weigh_int32) f(std::int64_t, double, weigh_int64)

#define CREDENCE_FOR(T, Count, name)                                                          \
  bool name(const Panel<T>& panel, const detail::Tile& tile, const detail::LevelSlots& slots, \
            const detail::TallyTable<Count>& table, std::vector<BeyondLevels>* beyond) {      \
    return tally(panel, tile, slots, table, beyond);                                          \
  }
CREDENCE_FOR_EACH(CREDENCE_FOR)
#undef CREDENCE_FOR

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

#define CREDENCE_FOR(T, Count, name)                                                           \
  HWY_EXPORT(name);                                                                            \
  template <>                                                                                  \
  bool detail::tally_levels<T, Count>(const Panel<T>& panel, const detail::Tile& tile,         \
                                      const LevelSlots& slots, const TallyTable<Count>& table, \
                                      std::vector<BeyondLevels>* beyond) {                     \
    return HWY_DYNAMIC_DISPATCH(name)(panel, tile, slots, table, beyond);                      \
  }
CREDENCE_FOR_EACH(CREDENCE_FOR)
#undef CREDENCE_FOR

HWY_EXPORT(tally_bytes);
bool detail::tally_bytes(const Panel<std::uint8_t>& panel, const detail::Tile& tile,
                         const ByteTally& tally) {
  return HWY_DYNAMIC_DISPATCH(tally_bytes)(panel, tile, tally);
}

namespace {

// Answers of a row of up to eight columns, one in each byte.
std::uint64_t answers_at(const std::uint8_t* from, Index columns, bool all_eight) {
  std::uint64_t answers = 0;
  if (all_eight) {
    std::memcpy(&answers, from, sizeof(answers));
    return answers & ~std::uint64_t{0} >> (64 - 8 * columns);
  }
  for (Index j = 0; j < columns; ++j) answers |= std::uint64_t{from[j]} << 8 * j;
  return answers;
}

}  // namespace

bool detail::tally_jointly(const Panel<std::uint8_t>& panel, const detail::Tile& tile,
                           Index classes, const TallyTable<std::uint32_t>& table) {
  // Two tables in turn, so that equal rows do not wait for each other.
  std::uint32_t joint[2 * most_joint];
  const Index columns = panel.width(), codes = Index{1} << columns;
  std::fill_n(joint, 2 * classes * codes, 0U);
  // Eight bytes are read where that many stand before the last entry.
  const Index last = (panel.rows - 1) * panel.stride + columns - 8;
  std::uint64_t any = 0;
  for (Index i = 0; i < tile.size(); ++i) {
    const Code klass = tile.classes[i];
    if (klass < 0) continue;
    const Index at = tile.rows[i] * panel.stride;
    const std::uint64_t answers = answers_at(panel.column(0) + at, columns, at <= last);
    any |= answers;
    // The lowest bits of all bytes meet in the highest byte, where no other product falls.
    const std::uint64_t code = (answers & 0x0101010101010101U) * 0x0102040810204080U >> 56;
    ++joint[(2 * klass + (i & 1)) * codes + static_cast<Index>(code)];
  }
  for (Index klass = 0; klass < classes; ++klass)
    for (Index code = 0; code < codes; ++code) {
      const std::uint32_t* rows = joint + 2 * klass * codes + code;
      std::uint32_t* counts = table.counts + klass * table.stride + 1;
      for (Index j = 0; j < columns; ++j) counts[3 * j + (code >> j & 1)] += rows[0] + rows[codes];
    }
  return (any & ~std::uint64_t{0x0101010101010101}) == 0;
}

void detail::ByteTally::keep(Index klass) const {
  std::uint8_t* counters = of_class(klass);
  std::uint32_t* counts = kept.counts + klass * kept.stride;
  for (Index j = 0; j < columns; ++j) {
    const std::uint32_t ones = counters[place(j, columns)];
    counts[3 * j + 1] += rows[klass] - ones;
    counts[3 * j + 2] += ones;
  }
  std::fill_n(counters, lines * 64, std::uint8_t{0});
  rows[klass] = 0;
}

}  // namespace credence
#endif
