// Rows of levels in range, looked up, turned and added to a tile in registers. Included once for each
// instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_LEVEL_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_LEVEL_ROWS_INL
#undef CREDENCE_LEVEL_ROWS_INL
#else
#define CREDENCE_LEVEL_ROWS_INL
#endif

#include <cstdint>
#include <cstring>

#include <hwy/highway.h>

#include "base/transpose-inl.hpp"
#include "learn/level_slots-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Two 32-bit numbers side by side.
HWY_INLINE std::uint64_t two_at(const std::uint32_t* from) {
  std::uint64_t two = 0;
  std::memcpy(&two, from, sizeof(two));
  return two;
}

// Rows of levels in range, and what is looked up for the classes of a vector.
struct LevelRows {
  const std::uint32_t* from = nullptr;
  const Index* list = nullptr;  // positions of rows; null where they are consecutive
  Index stride = 0;
  Index columns = 0;
  const std::uint32_t* first = nullptr;  // slots of level 0
  const double* terms = nullptr;

  [[nodiscard]] HWY_INLINE const std::uint32_t* row(Index i) const {
    return from + (list == nullptr ? i : list[i]) * stride;
  }
};

// Rows that come 8 kB behind the following block, asked for eight at a time: a burst of lines would
// wait for itself.
struct RowsToAskFor {
  const RowsAhead<std::int32_t>* ahead = nullptr;
  Index first = 0;

  static RowsToAskFor behind(const RowsAhead<std::int32_t>& ahead, Index row,
                             const detail::SlotBlock& block) {
    constexpr Index cells = 8192 / sizeof(std::int32_t);
    return {&ahead, row + block.rows + cells / block.columns / 8 * 8};
  }
};

// As many rows as a vector has lanes; four where it has one, so that sums do not wait for each other.
template <class D>
constexpr Index rows_at_once = hn::MaxLanes(D()) == 1 ? 4 : static_cast<Index>(hn::MaxLanes(D()));

// Sums of these rows, one vector of classes each, in the same order. Levels
// become slots by kShift, two at once: there is no carry, for levels are in range.
template <class D, int kShift>
HWY_INLINE void sum_rows(D d, const LevelRows& rows, Index from, hn::Vec<D>* HWY_RESTRICT sums) {
  constexpr Index count = rows_at_once<D>;
  const std::uint32_t* row[count];
  hn::Vec<D> others[count];
  for (Index i = 0; i < count; ++i) row[i] = rows.row(from + i);
  for (Index i = 0; i < count; ++i) sums[i] = others[i] = hn::Zero(d);
  Index j = 0;
  for (; j + 1 < rows.columns; j += 2) {
    const std::uint64_t first = two_at(rows.first + j);
    for (Index i = 0; i < count; ++i) {
      const std::uint64_t two = (two_at(row[i] + j) << kShift) + first;
      sums[i] = hn::Add(sums[i], hn::Load(d, rows.terms + (two & 0xFFFFFFFF)));
      others[i] = hn::Add(others[i], hn::Load(d, rows.terms + (two >> 32)));
    }
  }
  if (j < rows.columns)
    for (Index i = 0; i < count; ++i)
      sums[i] = hn::Add(sums[i], hn::Load(d, rows.terms + ((row[i][j] << kShift) + rows.first[j])));
  for (Index i = 0; i < count; ++i) sums[i] = hn::Add(sums[i], others[i]);
}

// `count` rows, a multiple of eight, for the classes of one vector. Not inline: else the compiler
// has no registers left.
template <class D, int kShift>
HWY_NOINLINE void add_levels(const LevelRows& rows, Index count, const RowsToAskFor& ask,
                             double* HWY_RESTRICT to, [[maybe_unused]] Index to_stride,
                             [[maybe_unused]] Index classes) {
  const D d;
  for (Index i = 0; i < count; i += rows_at_once<D>) {
    hn::Vec<D> sums[rows_at_once<D>];
    if (ask.ahead != nullptr && i % 8 == 0) ask.ahead->fetch_eight(ask.first + i);
    sum_rows<D, kShift>(d, rows, i, sums);
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
    transpose_vectors(
        d, [&](Index k) HWY_ATTR { return sums[k]; },
        [&](Index k, hn::Vec<D> v) HWY_ATTR {
          double* at = to + k * to_stride + i;
          if (k < classes) hn::StoreU(hn::Add(hn::LoadU(d, at), v), d, at);
        });
#else
    for (Index k = 0; k < rows_at_once<D>; ++k) to[i + k] += hn::GetLane(sums[k]);
#endif
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
