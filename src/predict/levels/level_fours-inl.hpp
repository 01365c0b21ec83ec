// Binary answers four columns at a time: their slots, and where vectors can be looked up in, their
// terms; and all answers of a row where they are few. Included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_LEVEL_FOURS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_LEVEL_FOURS_INL
#undef CREDENCE_LEVEL_FOURS_INL
#else
#define CREDENCE_LEVEL_FOURS_INL
#endif

#include <cstdint>
#include <cstring>

#include <hwy/highway.h>

#include "predict/levels/level_lookup.hpp"
#include "predict/levels/level_sums-inl.hpp"
#include "predict/tiles/keep-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Slots of the groups of a row: the answers of four columns, one in each byte, are gathered by a
// multiplication in the highest byte, where no other product of theirs falls.
constexpr std::uint32_t gather = 1U << 24 | 1U << 17 | 1U << 10 | 1U << 3;

template <Index kTogether>
HWY_INLINE std::uint32_t place_last_four(const std::uint8_t* from, Index count, Index group,
                                         std::uint32_t* to) {
  std::uint32_t four = 0;
  for (Index j = 0; j < count; ++j) four |= static_cast<std::uint32_t>(from[j]) << 8 * j;
  const std::uint32_t answers = (four & 0x01010101U) * gather >> 24;
  *to = static_cast<std::uint32_t>(kTogether * (1 + 16 * group)) +
        static_cast<std::uint32_t>(kTogether) * answers;
  return four;
}

// Returns the bits of all answers.
template <Index kTogether, int kShift>
std::uint32_t place_fours(const std::uint8_t* HWY_RESTRICT from, Index columns,
                          std::uint32_t* HWY_RESTRICT to) {
  Index group = 0;
  std::uint32_t any = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<std::uint32_t> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d)), whole = columns / 4;
  const auto ones = hn::Set(d, 0x01010101U);
  const auto step = hn::Set(d, static_cast<std::uint32_t>(16 * kTogether * lanes));
  auto base = hn::Add(hn::Set(d, static_cast<std::uint32_t>(kTogether)),
                      hn::ShiftLeft<4 + kShift>(hn::Iota(d, 0U)));
  auto other = hn::Zero(d);
  for (; group + lanes <= whole; group += lanes, base = hn::Add(base, step)) {
    const hn::Repartition<std::uint8_t, decltype(d)> bytes;
    const auto four = hn::BitCast(d, hn::LoadU(bytes, from + 4 * group));
    const auto answers = hn::ShiftRight<24>(hn::Mul(hn::And(four, ones), hn::Set(d, gather)));
    hn::StoreU(hn::Add(base, hn::ShiftLeft<kShift>(answers)), d, to + group);
    other = hn::Or(other, four);
  }
  any = hn::AllTrue(d, hn::Eq(hn::AndNot(ones, other), hn::Zero(d))) ? 0 : 2;
#endif
  for (; 4 * group < columns; ++group)
    any |= place_last_four<kTogether>(from + 4 * group, HWY_MIN(Index{4}, columns - 4 * group),
                                      group, to + group);
  return any;
}

#if HWY_TARGET == HWY_AVX3
// Some rows: answers of up to 1024 columns as bits, 64 columns a word.
struct AnswerBits {
  static constexpr Index rows = 32, vectors = rows / 8, columns = 1024;
  alignas(64) std::uint64_t words[columns / 64][rows];
};

// Words of one row; gathers the bits of its bytes in `any`.
HWY_INLINE void bits_of_row(const std::uint8_t* HWY_RESTRICT from, Index columns, Index row,
                            AnswerBits& bits, hn::Vec<hn::ScalableTag<std::uint8_t>>& any) {
  const hn::ScalableTag<std::uint8_t> d;
  for (Index j = 0; j < columns; j += 64) {
    const auto used = hn::FirstN(d, static_cast<std::size_t>(HWY_MIN(Index{64}, columns - j)));
    const auto x = hn::MaskedLoad(used, d, from + j);
    any = hn::Or(any, x);
    bits.words[j / 64][row] = _cvtmask64_u64(hn::Ne(x, hn::Zero(d)).raw);
  }
}

// Where the rows behind a block follow: two lines are asked for with each group of four columns, as
// many bytes as 32 rows have there. The hardware stops fetching while sums are made. 8 kB behind the
// next block: the reading of a block would wait for a line that is asked for later.
HWY_INLINE const std::uint8_t* rows_to_come(const Panel<std::uint8_t>& panel, const RowSpan& rows,
                                            Index row, Index column) {
  if (rows.list != nullptr || panel.stride != panel.width()) return nullptr;
  constexpr Index further = 8192;
  return &panel.at(rows[row], 0) + AnswerBits::rows * (panel.stride + column) + further;
}

// Adds the terms of `kClasses` classes to these rows of the tile: those of a few groups at a time
// where no digit may be lost. `terms`: groups x 16 of the first, `next` values before those of the
// next; `ahead`: memory to ask for meanwhile, or null.
template <Index kClasses, bool keeping>
HWY_INLINE void add_fours(const AnswerBits& bits, Index groups, const double* HWY_RESTRICT terms,
                          Index next, const ScoreTile& tile, Index klass, Index row,
                          const std::uint8_t* ahead) {
  constexpr Index vectors = AnswerBits::vectors;
  const hn::ScalableTag<double> d;
  const hn::ScalableTag<std::uint64_t> word_d;
  hn::Vec<decltype(d)> sums[kClasses][vectors];
  for (auto& of_class : sums)
    for (auto& sum : of_class) sum = hn::Zero(d);
  constexpr Index together = keeping ? terms_together : 16;
  hn::Vec<decltype(word_d)> answers[vectors];
  for (Index first = 0; first < groups; first += together) {
    if (first % 16 == 0)
      for (Index i = 0; i < vectors; ++i)
        answers[i] = hn::Load(word_d, bits.words[first / 16] + 8 * i);
    const Index end = HWY_MIN(groups, first + together);
    for (Index group = first; group < end; ++group) {
      if (ahead != nullptr) {
        __builtin_prefetch(ahead + 128 * group);
        __builtin_prefetch(ahead + 128 * group + 64);
      }
      for (Index k = 0; k < kClasses; ++k) {
        const double* from = terms + k * next + 16 * group;
        const auto low = hn::LoadU(d, from), high = hn::LoadU(d, from + 8);
        // Only the lowest four bits of each word choose.
        for (Index i = 0; i < vectors; ++i)
          sums[k][i] =
              hn::Add(sums[k][i], {_mm512_permutex2var_pd(low.raw, answers[i].raw, high.raw)});
      }
      for (auto& each : answers) each = hn::ShiftRight<4>(each);
    }
    if constexpr (keeping)
      for (Index k = 0; k < kClasses; ++k)
        for (Index i = 0; i < vectors; ++i) {
          const Index at = (klass + k) * tile.stride + row + 8 * i;
          add_keeping(d, sums[k][i], tile.data + at, tile.lost + at);
          sums[k][i] = hn::Zero(d);
        }
  }
  if constexpr (keeping) return;
  for (Index k = 0; k < kClasses; ++k)
    for (Index i = 0; i < vectors; ++i) {
      double* to = tile.of_class(klass + k) + row + 8 * i;
      hn::StoreU(hn::Add(hn::LoadU(d, to), sums[k][i]), d, to);
    }
}

// All classes; `terms` are those of the first class from some group on.
template <bool keeping>
HWY_INLINE void add_fours(const AnswerBits& bits, Index groups, const double* terms, Index next,
                          const ScoreTile& tile, Index row, const std::uint8_t* ahead) {
  Index k = 0;
  for (; k + 4 <= tile.classes; k += 4, ahead = nullptr)
    add_fours<4, keeping>(bits, groups, terms + k * next, next, tile, k, row, ahead);
  if (k + 2 <= tile.classes) {
    add_fours<2, keeping>(bits, groups, terms + k * next, next, tile, k, row, ahead);
    k += 2;
    ahead = nullptr;
  }
  if (k < tile.classes)
    add_fours<1, keeping>(bits, groups, terms + k * next, next, tile, k, row, ahead);
}

// Whether all answers are 0 or 1. `by_class`: classes x groups x 16.
inline bool look_up_in_vectors(const Panel<std::uint8_t>& panel, const RowSpan& rows,
                               const double* by_class, const ScoreTile& tile) {
  const hn::ScalableTag<std::uint8_t> d;
  const Index width = panel.width(), next = 16 * detail::groups_of_four(width);
  auto any = hn::Zero(d);
  AnswerBits bits;
  for (Index row = 0; row < rows.count; row += AnswerBits::rows)
    for (Index column = 0; column < width; column += AnswerBits::columns) {
      const Index count = HWY_MIN(AnswerBits::rows, rows.count - row);
      const Index columns = HWY_MIN(AnswerBits::columns, width - column);
      for (Index i = 0; i < AnswerBits::rows; ++i)
        if (i < count)
          bits_of_row(&panel.at(rows[row + i], column), columns, i, bits, any);
        else
          for (Index j = 0; j < columns; j += 64) bits.words[j / 64][i] = 0;
      const Index groups = detail::groups_of_four(columns);
      const auto add = tile.lost == nullptr ? add_fours<false> : add_fours<true>;
      add(bits, groups, by_class + 4 * column, next, tile, row,
          rows_to_come(panel, rows, row, column));
    }
  return hn::AllTrue(d, hn::Lt(any, hn::Set(d, std::uint8_t{2})));
}
#endif

// Up to six answers of a row, one in each byte. Nothing beside them is read.
HWY_INLINE std::uint64_t answers_at(const std::uint8_t* from, Index width) {
  std::uint64_t answers = 0;
  if (width < 4) {
    for (Index j = 0; j < width; ++j) answers |= std::uint64_t{from[j]} << 8 * j;
    return answers;
  }
  std::uint32_t first = 0, last = 0;
  std::memcpy(&first, from, sizeof(first));
  std::memcpy(&last, from + width - 4, sizeof(last));
  return first | std::uint64_t{last} << 8 * (width - 4);
}

// Adds the sums of eight patterns to the tile, in the order of look_up_fours.
template <Index kTogether>
HWY_INLINE void add_patterns(const Index* HWY_RESTRICT patterns, const detail::LookupTable& table,
                             const ScoreTile& tile, Index row) {
  const hn::CappedTag<double, kTogether> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
  if (tile.lost == nullptr) {
    for (Index klass = 0; klass < tile.classes; klass += lanes) {
      const Index lane = klass % kTogether;
      const double* terms = table.terms + (klass - lane) * table.slots + lane;
      const Index classes = tile.classes - klass, stride = tile.stride;
      for (Index i = 0; i < 8; i += lanes) {
        double* to = tile.of_class(klass) + row + i;
        transpose_vectors(
            d, [&](Index k) HWY_ATTR { return hn::Load(d, terms + kTogether * patterns[i + k]); },
            [&](Index k, hn::Vec<decltype(d)> v) HWY_ATTR {
              if (k < classes)
                hn::StoreU(hn::Add(hn::LoadU(d, to + k * stride), v), d, to + k * stride);
            });
      }
    }
    return;
  }
#endif
  alignas(64) double sums[64] = {};
  for (Index klass = 0; klass < tile.classes; klass += kTogether) {
    for (Index i = 0; i < 8; ++i)
      for (Index lane = 0; lane < kTogether; lane += lanes)
        hn::Store(hn::Load(d, table.terms + klass * table.slots + kTogether * patterns[i] + lane),
                  d, sums + 8 * i + lane);
    add_sums<kTogether>(sums, tile, klass, row);
  }
}

// One slot a row.
template <Index kTogether>
bool look_up_patterns_as(const Panel<std::uint8_t>& panel, const RowSpan& rows,
                         const detail::LookupTable& table, const ScoreTile& tile) {
  // The multiplication moves the lowest bit of byte i to bit 56 + i, where no other product falls.
  constexpr std::uint64_t ones = 0x0101010101010101, to_bits = 0x0102040810204080;
  const std::uint8_t* const cells = panel.column(0);
  const Index width = panel.width(), stride = panel.stride, count = rows.count;
  // How far ahead rows are asked for: those of the tile after the next, for other blocks come between.
  constexpr Index rows_ahead = 1024;
  Index patterns[8] = {};
  std::uint64_t any = 0;
  for (Index row = 0; row < count; row += 8) {
    if (rows.list == nullptr) __builtin_prefetch(cells + (rows[row] + rows_ahead) * stride);
    for (Index i = 0; i < HWY_MIN(Index{8}, count - row); ++i) {
      const std::uint64_t answers = answers_at(cells + rows[row + i] * stride, width);
      any |= answers;
      patterns[i] = static_cast<Index>((answers & ones) * to_bits >> 56);
    }
    add_patterns<kTogether>(patterns, table, tile, row);
  }
  return (any & ~ones) == 0;
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
