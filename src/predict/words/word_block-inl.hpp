// Sums of up to eight rows for a block of classes, and what is added to them. Included once for
// each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_WORD_BLOCK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_WORD_BLOCK_INL
#undef CREDENCE_WORD_BLOCK_INL
#else
#define CREDENCE_WORD_BLOCK_INL
#endif

#include <algorithm>
#include <array>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <utility>

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "base/transpose-inl.hpp"
#include "data/table/word_rows-inl.hpp"
#include "predict/tiles/keep-inl.hpp"
#include "predict/words/word_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace document_kernels {

namespace hn = hwy::HWY_NAMESPACE;

// Classes come in units of eight doubles; as many units at a time as leave room in the registers
// for two sums a class.
using ClassTag = hn::CappedTag<double, 8>;
using ClassVector = hn::Vec<ClassTag>;
constexpr Index unit = 8;
constexpr Index class_lanes = static_cast<Index>(hn::MaxLanes(ClassTag()));
constexpr Index unit_vectors = unit / class_lanes;
constexpr Index most_units = class_lanes == 8 ? 8 : class_lanes == 4 ? 3 : 1;
constexpr Index most_classes = most_units * unit;

// Values whose sum is kept apart, so that rounding does not pile up in long documents.
constexpr Index strip_size = 512;

// How many values ahead the rows of a table are fetched.
constexpr Index fetched_ahead = 32;

// The log joints that a document adds, for the classes of a block.
using BlockSums = std::array<double, static_cast<std::size_t>(most_classes)>;

template <Index Units>
HWY_INLINE void fetch(const double* row) {
  for (Index line = 0; line < Units; ++line) __builtin_prefetch(row + line * unit);
}

// What a row adds to the log joints of the classes of a block, and what that has lost; null: it is
// not kept.
struct RowSums {
  double* values = nullptr;
  double* lost = nullptr;

  HWY_INLINE void add(Index at, ClassVector term) const {
    const ClassTag d;
    if (lost == nullptr)
      hn::Store(hn::Add(hn::Load(d, values + at), term), d, values + at);
    else
      add_keeping(d, term, values + at, lost + at);
  }
};

// sums += counts x rows of a table, for words of which `ahead` may be read and `size` are taken.
// Two words at a time: a chain of additions for each class would wait for itself.
template <Index Units>
HWY_INLINE void add_some_words(const double* HWY_RESTRICT table, Index stride,
                               const std::uint32_t* HWY_RESTRICT words,
                               const double* HWY_RESTRICT counts, Index size, Index ahead,
                               RowSums sums) {
  constexpr Index vectors = Units * unit_vectors;
  const ClassTag d;
  ClassVector even[vectors];
  ClassVector odd[vectors];
  for (Index v = 0; v < vectors; ++v) even[v] = odd[v] = hn::Zero(d);
  Index i = 0;
  for (; i + 2 <= size; i += 2) {
    if (i + fetched_ahead + 1 < ahead) {
      fetch<Units>(table + Index{words[i + fetched_ahead]} * stride);
      fetch<Units>(table + Index{words[i + fetched_ahead + 1]} * stride);
    }
    const double* HWY_RESTRICT const first = table + Index{words[i]} * stride;
    const double* HWY_RESTRICT const second = table + Index{words[i + 1]} * stride;
    const ClassVector first_count = hn::Set(d, counts[i]);
    const ClassVector second_count = hn::Set(d, counts[i + 1]);
    for (Index v = 0; v < vectors; ++v)
      even[v] = hn::MulAdd(first_count, hn::Load(d, first + v * class_lanes), even[v]);
    for (Index v = 0; v < vectors; ++v)
      odd[v] = hn::MulAdd(second_count, hn::Load(d, second + v * class_lanes), odd[v]);
  }
  if (i < size) {
    const double* HWY_RESTRICT const last = table + Index{words[i]} * stride;
    for (Index v = 0; v < vectors; ++v)
      even[v] = hn::MulAdd(hn::Set(d, counts[i]), hn::Load(d, last + v * class_lanes), even[v]);
  }
  for (Index v = 0; v < vectors; ++v) sums.add(v * class_lanes, hn::Add(even[v], odd[v]));
}

// Few at a time where no digit may be lost.
template <Index Units>
void add_words(const double* table, Index stride, const std::uint32_t* words, const double* counts,
               Index size, Index ahead, RowSums sums) {
  const Index together = sums.lost == nullptr ? size : 2 * terms_together;
  for (Index i = 0; i < size; i += together)
    add_some_words<Units>(table, stride, words + i, counts + i, std::min(together, size - i),
                          ahead - i, sums);
}

// What Stirling's formula leaves out of ln Gamma(x), x >= 8: the sum of
// B_2k / (2k (2k - 1) x^(2k - 1)), k = 1 ... 9.
HWY_INLINE ClassVector stirling_rest(ClassVector x) {
  constexpr std::array<double, 9> terms{1.0 / 12,    -1.0 / 360,       1.0 / 1260,
                                        -1.0 / 1680, 1.0 / 1188,       -691.0 / 360360,
                                        1.0 / 156,   -3617.0 / 122400, 43867.0 / 244188};
  const ClassTag d;
  const ClassVector inverse = hn::Div(hn::Set(d, 1.0), x);
  const ClassVector square = hn::Mul(inverse, inverse);
  ClassVector sum = hn::Zero(d);
  for (std::size_t k = terms.size(); k-- > 0;) sum = hn::MulAdd(sum, square, hn::Set(d, terms[k]));
  return hn::Mul(sum, inverse);
}

// A smaller step is lost beside x in the difference of what Stirling's formula leaves out.
constexpr double least_step = 1e-3;

// ln(Gamma(x + step) / Gamma(x)), x >= 8, step >= least_step: the leading terms have one sign.
HWY_INLINE ClassVector stirling_ratio(ClassVector x, ClassVector step) {
  const ClassTag d;
  const ClassVector end = hn::Add(x, step);
  const ClassVector grown = hn::Mul(hn::Sub(x, hn::Set(d, 0.5)), hn::Log1p(d, hn::Div(step, x)));
  const ClassVector added = hn::Mul(step, hn::Sub(hn::Log(d, end), hn::Set(d, 1.0)));
  return hn::Add(hn::Add(grown, added), hn::Sub(stirling_rest(end), stirling_rest(x)));
}

// (x + 1) (x + 2) ... (x + size - 1)
HWY_INLINE ClassVector product_behind(ClassVector x, Index size) {
  const ClassTag d;
  ClassVector product = hn::Set(d, 1.0);
  for (Index i = 1; i < size; ++i)
    product = hn::Mul(product, hn::Add(x, hn::Set(d, static_cast<double>(i))));
  return product;
}

// Rows whose sums are added to a tile together.
constexpr Index group_rows = 8;

// Classes that are scored together, and the kernel made for their number.
struct ClassBlock {
  using AddWords = void (*)(const double*, Index, const std::uint32_t*, const double*, Index, Index,
                            RowSums);

  Index first = 0;
  Index classes = 0;
  AddWords add_words = nullptr;

  template <Index Units>
  static ClassBlock of(Index first) {
    return {
        .first = first, .classes = Units * unit, .add_words = document_kernels::add_words<Units>};
  }
  // Block k of as many as are needed, all of about the same size.
  static ClassBlock at(Index k, Index count, Index units) {
    const Index first = k * units / count;
    const Index size = (k + 1) * units / count - first;
    return choose(first * unit, size, std::make_index_sequence<most_units>());
  }
  static Index count(Index units) { return (units + most_units - 1) / most_units; }

 private:
  template <std::size_t... Less>
  static ClassBlock choose(Index first, Index units, std::index_sequence<Less...>) {
    ClassBlock block;
    static_cast<void>(((units == static_cast<Index>(Less) + 1 &&
                        (block = of<static_cast<Index>(Less) + 1>(first), true)) ||
                       ...));
    return block;
  }
};

// Sums of up to eight rows for a block of classes.
class GroupSums {
 public:
  explicit GroupSums(const ScoreTile& tile) : keeping_(tile.lost != nullptr) {
    if (keeping_) lost_.fill(0);
  }

  [[nodiscard]] RowSums row(Index i) {
    return {.values = values_.data() + i * most_classes,
            .lost = keeping_ ? lost_.data() + i * most_classes : nullptr};
  }

  // Adds them to the log joints of the tile's rows from `row` on.
  void add_to(const ScoreTile& tile, Index row, const ClassBlock& block) const {
    alignas(64) std::array<double, 64> turned;
    const Index classes = std::min(block.classes, tile.classes - block.first);
    for (Index first = 0; first < classes; first += unit) {
      const Index count = std::min(unit, classes - first);
      transpose_8x8(values_.data() + first, most_classes, turned.data(), unit);
      for (Index k = 0; k < count; ++k) {
        const Index klass = block.first + first + k;
        double* HWY_RESTRICT const joint = tile.of_class(klass) + row;
        const double* HWY_RESTRICT const added = turned.data() + k * unit;
        if (keeping_)
          add_all_keeping(added, 1, group_rows, joint, tile.lost_of_class(klass) + row);
        else
          for (Index i = 0; i < group_rows; ++i) joint[i] += added[i];
      }
      if (!keeping_) continue;
      transpose_8x8(lost_.data() + first, most_classes, turned.data(), unit);
      for (Index k = 0; k < count; ++k)
        add_all(turned.data() + k * unit, 1, group_rows,
                tile.lost_of_class(block.first + first + k) + row);
    }
  }

 private:
  using Values = std::array<double, static_cast<std::size_t>(group_rows* most_classes)>;

  alignas(64) Values values_{};
  alignas(64) Values lost_;  // set where digits are kept
  bool keeping_;
};

}  // namespace document_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
