// Yes/no answers looked up four columns at a time, where vectors can be looked up in: included once
// for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_LEVEL_FOURS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_LEVEL_FOURS_INL
#undef CREDENCE_LEVEL_FOURS_INL
#else
#define CREDENCE_LEVEL_FOURS_INL
#endif

#include <hwy/highway.h>

#include "predict/level_lookup.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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

// Adds the terms of `kClasses` classes to these rows of the tile. `terms`: groups x 16 of the
// first, `next` values before those of the next.
template <Index kClasses>
HWY_INLINE void add_fours(const AnswerBits& bits, Index groups, const double* HWY_RESTRICT terms,
                          Index next, const ScoreTile& tile, Index klass, Index row) {
  constexpr Index vectors = AnswerBits::vectors;
  const hn::ScalableTag<double> d;
  const hn::ScalableTag<std::uint64_t> word_d;
  hn::Vec<decltype(d)> sums[kClasses][vectors];
  for (auto& of_class : sums)
    for (auto& sum : of_class) sum = hn::Zero(d);
  for (Index word = 0; 16 * word < groups; ++word) {
    hn::Vec<decltype(word_d)> answers[vectors];
    for (Index i = 0; i < vectors; ++i) answers[i] = hn::Load(word_d, bits.words[word] + 8 * i);
    const Index end = HWY_MIN(groups, 16 * word + 16);
    for (Index group = 16 * word; group < end; ++group) {
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
  }
  for (Index k = 0; k < kClasses; ++k)
    for (Index i = 0; i < vectors; ++i) {
      double* to = tile.of_class(klass + k) + row + 8 * i;
      hn::StoreU(hn::Add(hn::LoadU(d, to), sums[k][i]), d, to);
    }
}

// All classes; `terms` are those of the first class from some group on.
HWY_INLINE void add_fours(const AnswerBits& bits, Index groups, const double* terms, Index next,
                          const ScoreTile& tile, Index row) {
  Index k = 0;
  for (; k + 4 <= tile.classes; k += 4)
    add_fours<4>(bits, groups, terms + k * next, next, tile, k, row);
  if (k + 2 <= tile.classes) {
    add_fours<2>(bits, groups, terms + k * next, next, tile, k, row);
    k += 2;
  }
  if (k < tile.classes) add_fours<1>(bits, groups, terms + k * next, next, tile, k, row);
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
      add_fours(bits, detail::groups_of_four(columns), by_class + 4 * column, next, tile, row);
    }
  return hn::AllTrue(d, hn::Lt(any, hn::Set(d, std::uint8_t{2})));
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
