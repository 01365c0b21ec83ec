// Sums of rows about the shifts of their classes: the loop that learning normal columns spends its
// time in.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/moment_rows.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "learn/moment_arrays.hpp"
#include "learn/moment_log-inl.hpp"
#include "learn/moment_spill-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using detail::MomentArrays;
using detail::MomentKind;
using detail::MomentRows;

// Which of the loop's variants: decided once for many rows, so that rows do not ask.
template <MomentKind kind_, bool weighted_, bool masked_>
struct Variant {
  static constexpr MomentKind kind = kind_;
  static constexpr bool weighted = weighted_;
  static constexpr bool masked = masked_;  // NaN is left out and weights are counted by column
};

template <class D>
HWY_INLINE hn::Vec<D> loaded(D d, const double* from) {
  return hn::LoadU(d, from);
}
template <class D>
HWY_INLINE hn::Vec<D> loaded(D d, const float* from) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), from));
}

// A whole vector of columns, or the columns left over at the end of a row: nothing is read behind.
template <class D>
struct AllLanes {
  D d;
  template <class T>
  HWY_INLINE hn::Vec<D> load(const T* from) const {
    return loaded(d, from);
  }
  HWY_INLINE hn::Vec<D> kept(hn::Vec<D> v) const { return v; }
};
template <class D>
struct FirstLanes {
  D d;
  Index size;
  HWY_INLINE hn::Vec<D> load(const double* from) const {
    return hn::MaskedLoad(hn::FirstN(d, static_cast<std::size_t>(size)), d, from);
  }
  HWY_INLINE hn::Vec<D> load(const float* from) const {
    const hn::Rebind<float, D> narrow;
    const auto mask = hn::FirstN(narrow, static_cast<std::size_t>(size));
    return hn::PromoteTo(d, hn::MaskedLoad(mask, narrow, from));
  }
  HWY_INLINE hn::Vec<D> kept(hn::Vec<D> v) const {
    return hn::IfThenElseZero(hn::FirstN(d, static_cast<std::size_t>(size)), v);
  }
};

// `many` rows of one class, in order.
template <class T, int many>
struct SomeRows {
  const T* values[many];
  double weights[many];
};

// Where the sums of a class begin, at the first column of the rows.
struct Cell {
  double* block;
  double* count;
  Index padded;
};

template <class W, class T, int many, class Lanes>
HWY_INLINE void add_vector(const Lanes& lanes, const SomeRows<T, many>& rows, Cell cell, Index j) {
  const auto d = lanes.d;
  double* const sum_at = cell.block + MomentArrays::sum * cell.padded + j;
  double* const square_at = cell.block + MomentArrays::square * cell.padded + j;
  const auto shift = hn::LoadU(d, cell.block + MomentArrays::shift * cell.padded + j);
  auto sum = hn::LoadU(d, sum_at);
  auto square = hn::LoadU(d, square_at);
  auto count = hn::Zero(d);
  if constexpr (W::masked) count = hn::LoadU(d, cell.count + j);
  for (int k = 0; k < many; ++k) {
    auto x = lanes.load(rows.values[k] + j);
    const auto present = hn::Eq(x, x);
    if constexpr (W::kind == MomentKind::logarithm) x = lanes.kept(natural_log(d, x));
    auto t = W::kind == MomentKind::total ? x : hn::Sub(x, shift);
    if constexpr (W::masked) t = hn::IfThenElseZero(present, t);
    const auto weight = hn::Set(d, rows.weights[k]);
    if constexpr (W::masked) count = hn::Add(count, hn::IfThenElseZero(present, weight));
    const auto weighted = W::weighted ? hn::Mul(weight, t) : t;
    sum = hn::Add(sum, weighted);
    // Of a total only the sign matters: below 0 once a value was.
    square = W::kind == MomentKind::total ? hn::Min(square, t) : hn::MulAdd(weighted, t, square);
  }
  hn::StoreU(sum, d, sum_at);
  hn::StoreU(square, d, square_at);
  if constexpr (W::masked) hn::StoreU(count, d, cell.count + j);
}

template <class W, class T, int many>
HWY_INLINE void add_together(const SomeRows<T, many>& rows, Cell cell, Index columns) {
  const hn::ScalableTag<double> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  Index j = 0;
  for (; j + lanes <= columns; j += lanes) add_vector<W>(AllLanes<decltype(d)>{d}, rows, cell, j);
  if (j < columns) add_vector<W>(FirstLanes<decltype(d)>{d, columns - j}, rows, cell, j);
}

// The rows of one call, taken one or four at a time.
template <class W, class T>
struct Adder {
  MomentRows<T> in;  // copies: what rows change cannot change them
  MomentArrays arrays;

  HWY_INLINE Cell cell(Index klass) const {
    return {arrays.block(klass) + in.first_column,
            W::masked ? arrays.count(klass) + in.first_column : nullptr, arrays.padded};
  }
  HWY_INLINE const T* row(Index i) const { return in.values + in.rows[i] * in.stride; }
  HWY_INLINE double weight(Index i) const {
    return (W::weighted || W::masked) && in.weights != nullptr ? in.weights[i] : 1.0;
  }
  HWY_INLINE void spill_if_full(Index klass) const {
    if (arrays.rows[klass] != arrays.spill_at[klass]) return;
    spill(arrays, klass, in.first_column, in.columns);
    arrays.spill_at[klass] += detail::rows_to_spill(arrays.rows_before[klass] + arrays.rows[klass]);
  }
  HWY_INLINE void add_one(Index klass, Index i) const {
    add_together<W>(SomeRows<T, 1>{{row(i)}, {weight(i)}}, cell(klass), in.columns);
  }
  HWY_INLINE void add_four(Index klass, const Index* i) const {
    const SomeRows<T, 4> rows{{row(i[0]), row(i[1]), row(i[2]), row(i[3])},
                              {weight(i[0]), weight(i[1]), weight(i[2]), weight(i[3])}};
    add_together<W>(rows, cell(klass), in.columns);
  }

  // The sums of many classes do not fit in the nearest cache, but the classes are known ahead.
  HWY_INLINE void prefetch(Index i) const {
    if (i >= in.rows.count || in.classes[i] < 0) return;
    const double* const block = cell(in.classes[i]).block;
    for (Index part = 0; part < MomentArrays::block_parts; ++part)
      for (Index j = 0; j < in.columns; j += 8)
        __builtin_prefetch(block + part * arrays.padded + j, 1);
  }

  HWY_INLINE void one_by_one() const {
    constexpr Index near = 32 * 1024 / sizeof(double);
    constexpr Index rows_ahead = 3;
    const bool far_away = arrays.classes * in.columns * MomentArrays::block_parts > near;
    for (Index i = 0; i < in.rows.count; ++i) {
      const Index klass = in.classes[i];
      if (far_away) prefetch(i + rows_ahead);
      if (klass < 0) continue;
      add_one(klass, i);
      ++arrays.rows[klass];
      spill_if_full(klass);
    }
  }

  // Wide rows: the sums of a class are far away, so four rows wait to share a trip.
  HWY_INLINE void four_at_once() const {
    for (Index i = 0; i < in.rows.count; ++i) {
      const Index klass = in.classes[i];
      if (klass < 0) continue;
      Index* const waiting = arrays.queue + 4 * klass;
      waiting[arrays.rows[klass]++ % 4] = i;
      if (arrays.rows[klass] % 4 != 0) continue;
      add_four(klass, waiting);
      spill_if_full(klass);
    }
    for (Index klass = 0; klass < arrays.classes; ++klass)
      for (Index k = 0; k < arrays.rows[klass] % 4; ++k)
        add_one(klass, arrays.queue[4 * klass + k]);
  }
};

template <class W, class T>
void add_variant(const MomentRows<T>& in, const MomentArrays& arrays) {
  constexpr Index wide = 512;
  const Adder<W, T> adder{in, arrays};
  if (in.columns >= wide)
    adder.four_at_once();
  else
    adder.one_by_one();
}

template <MomentKind kind, class T>
void add_kind(const MomentRows<T>& in, const MomentArrays& arrays) {
  if (arrays.counts != nullptr)
    add_variant<Variant<kind, true, true>>(in, arrays);
  else if (in.weights != nullptr || kind == MomentKind::logarithm)
    add_variant<Variant<kind, true, false>>(in, arrays);
  else
    add_variant<Variant<kind, false, false>>(in, arrays);
}

template <class T>
void add_rows_of(const MomentRows<T>& in, const MomentArrays& arrays) {
  switch (arrays.kind) {
    case MomentKind::plain:
      return add_kind<MomentKind::plain>(in, arrays);
    case MomentKind::logarithm:
      return add_kind<MomentKind::logarithm>(in, arrays);
    case MomentKind::total:
      return add_kind<MomentKind::total>(in, arrays);
  }
}

void add_doubles(const MomentRows<double>& in, const MomentArrays& arrays) {
  add_rows_of(in, arrays);
}
void add_floats(const MomentRows<float>& in, const MomentArrays& arrays) {
  add_rows_of(in, arrays);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {
HWY_EXPORT(add_doubles);
HWY_EXPORT(add_floats);

namespace detail {

void add_moment_rows(const MomentRows<double>& rows, const MomentArrays& arrays) {
  HWY_DYNAMIC_DISPATCH(add_doubles)(rows, arrays);
}
void add_moment_rows(const MomentRows<float>& rows, const MomentArrays& arrays) {
  HWY_DYNAMIC_DISPATCH(add_floats)(rows, arrays);
}

}  // namespace detail
}  // namespace credence
#endif
