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
#include "learn/levels/level_slots-inl.hpp"

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

// Sums are turned in vectors of up to eight classes; other instruction sets take one class at a time,
// four side by side.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
template <Index kTogether>
using ClassTag = hn::CappedTag<double, kTogether>;
#else
template <Index kTogether>
using ClassTag = hn::CappedTag<double, 1>;
#endif

// What is summed at once: `rows` rows for kVectors vectors of classes each, so that half of the
// registers hold sums; `turned` rows are added to the tile together.
template <class D, Index kVectors>
struct SumShape {
  static constexpr Index lanes = static_cast<Index>(hn::MaxLanes(D()));
  static constexpr Index rows = lanes == 1 ? 4 / kVectors : lanes / kVectors;
  static constexpr Index turned = lanes == 1 ? rows : lanes;
  static_assert(rows > 0 && turned % rows == 0);
};

// Sums of these rows: vector v of row i becomes sums[v][at + i]. Levels become slots by kShift, two at
// once: there is no carry, for levels are in range.
template <class D, Index kVectors, int kShift>
HWY_INLINE void sum_rows(D d, const LevelRows& rows, Index from, Index at,
                         hn::Vec<D> (*HWY_RESTRICT sums)[SumShape<D, kVectors>::turned]) {
  using Shape = SumShape<D, kVectors>;
  const std::uint32_t* row[Shape::rows];
  hn::Vec<D> even[Shape::rows][kVectors], odd[Shape::rows][kVectors];
  const auto add = [&](hn::Vec<D>* to, std::uint64_t slot) HWY_ATTR {
    for (Index v = 0; v < kVectors; ++v)
      to[v] = hn::Add(to[v], hn::Load(d, rows.terms + slot + v * Shape::lanes));
  };
  for (Index i = 0; i < Shape::rows; ++i) row[i] = rows.row(from + i);
  for (Index i = 0; i < Shape::rows; ++i)
    for (Index v = 0; v < kVectors; ++v) even[i][v] = odd[i][v] = hn::Zero(d);
  Index j = 0;
  for (; j + 1 < rows.columns; j += 2) {
    const std::uint64_t first = two_at(rows.first + j);
    for (Index i = 0; i < Shape::rows; ++i) {
      const std::uint64_t two = (two_at(row[i] + j) << kShift) + first;
      add(even[i], two & 0xFFFFFFFF);
      add(odd[i], two >> 32);
    }
  }
  if (j < rows.columns)
    for (Index i = 0; i < Shape::rows; ++i) add(even[i], (row[i][j] << kShift) + rows.first[j]);
  for (Index i = 0; i < Shape::rows; ++i)
    for (Index v = 0; v < kVectors; ++v) sums[v][at + i] = hn::Add(even[i][v], odd[i][v]);
}

// `count` rows, a multiple of eight, for the classes of kVectors vectors. Not inline: else the
// compiler has no registers left.
template <class D, Index kVectors, int kShift>
HWY_NOINLINE void add_levels(const LevelRows& rows, Index count, const RowsToAskFor& ask,
                             double* HWY_RESTRICT to, Index to_stride,
                             [[maybe_unused]] Index classes) {
  using Shape = SumShape<D, kVectors>;
  const D d;
  for (Index i = 0; i < count; i += Shape::turned) {
    hn::Vec<D> sums[kVectors][Shape::turned];
    if (ask.ahead != nullptr && i % 8 == 0) ask.ahead->fetch_eight(ask.first + i);
    for (Index part = 0; part < Shape::turned; part += Shape::rows)
      sum_rows<D, kVectors, kShift>(d, rows, i + part, part, sums);
    for (Index v = 0; v < kVectors; ++v) {
      double* HWY_RESTRICT const first = to + v * Shape::lanes * to_stride + i;
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
      transpose_vectors(
          d, [&](Index k) HWY_ATTR { return sums[v][k]; },
          [&](Index k, hn::Vec<D> turned) HWY_ATTR {
            double* const at = first + k * to_stride;
            if (v * Shape::lanes + k < classes)
              hn::StoreU(hn::Add(hn::LoadU(d, at), turned), d, at);
          });
#else
      for (Index k = 0; k < Shape::turned; ++k) first[k] += hn::GetLane(sums[v][k]);
#endif
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
