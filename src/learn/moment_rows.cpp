// Sums of rows about the shifts of their classes: the loop that learning normal columns spends its
// time in.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/moment_rows.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "learn/moment_add-inl.hpp"
#include "learn/moment_arrays.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using detail::MomentArrays;
using detail::MomentKind;
using detail::MomentRows;

// `many` rows of one class, in order.
template <class T, int many>
struct SomeRows {
  const T* values[many];
  double weights[many];
};

template <class W, class T, int many, class Lanes>
HWY_INLINE void add_vector(const Lanes& lanes, const SomeRows<T, many>& rows, Cell cell, Index j) {
  Sums<W, Lanes> sums(lanes, cell, j);
  for (int k = 0; k < many; ++k) sums.add(lanes.load(rows.values[k] + j), rows.weights[k]);
  sums.store(cell, j);
}

template <class W, class T, int many>
HWY_INLINE void add_together(const SomeRows<T, many>& rows, Cell cell, Index columns) {
  const hn::ScalableTag<double> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  Index j = 0;
  for (; j + lanes <= columns; j += lanes) add_vector<W>(AllLanes<decltype(d)>{d}, rows, cell, j);
  if (j < columns) add_vector<W>(FirstLanes<decltype(d)>{d, columns - j}, rows, cell, j);
}

// The rows of one call.
template <class W, class T>
struct Feed {
  MomentRows<T> in;  // copies: what rows change cannot change them
  MomentArrays arrays;

  HWY_INLINE Cell cell(Index klass) const { return cell_of<W>(arrays, klass, in.first_column); }
  HWY_INLINE const T* row(Index i) const { return in.values + in.rows[i] * in.stride; }
  HWY_INLINE double weight(Index i) const {
    return (W::weighted || W::masked) && in.weights != nullptr ? in.weights[i] : 1.0;
  }
  HWY_INLINE void add_one(Index klass, Index i) const {
    add_together<W>(SomeRows<T, 1>{{row(i)}, {weight(i)}}, cell(klass), in.columns);
  }
  HWY_INLINE void add_four(Index klass, const Index* i) const {
    const SomeRows<T, 4> rows{{row(i[0]), row(i[1]), row(i[2]), row(i[3])},
                              {weight(i[0]), weight(i[1]), weight(i[2]), weight(i[3])}};
    add_together<W>(rows, cell(klass), in.columns);
  }
  HWY_INLINE void spill(Index klass) const {
    HWY_NAMESPACE::spill(arrays, klass, in.first_column, in.columns);
  }
};

// Rows one by one.
template <class W, class T>
struct OneByOne {
  Feed<W, T> feed;
  bool far_away;  // the sums of so many classes do not fit in the nearest cache

  // The sums leave the processor no room to look far ahead by itself. What is fetched goes to the
  // second cache: the nearest one is full of sums.
  HWY_INLINE void prefetch_values(const T* row) const {
    constexpr Index line = 64 / sizeof(T);
    constexpr Index ahead = 16384 / sizeof(T);
    for (Index j = 0; j < feed.in.columns; j += line) __builtin_prefetch(row + j + ahead, 0, 2);
  }
  // Which sums come next is known ahead.
  HWY_INLINE void prefetch_sums(Index i) const {
    if (i >= feed.in.rows.count || feed.in.classes[i] < 0) return;
    const double* const block = feed.cell(feed.in.classes[i]).block;
    for (Index part = 0; part < MomentArrays::block_parts; ++part)
      for (Index j = 0; j < feed.in.columns; j += 8)
        __builtin_prefetch(block + part * feed.arrays.padded + j, 1);
  }
  HWY_INLINE void add(Index first, Index end) const {
    constexpr Index rows_ahead = 3;
    for (Index i = first; i < end; ++i) {
      const Index klass = feed.in.classes[i];
      if (feed.in.streamed) prefetch_values(feed.row(i));
      if (far_away) prefetch_sums(i + rows_ahead);
      if (klass >= 0) feed.add_one(klass, i);
    }
  }
  HWY_INLINE void spill(Index klass) const { feed.spill(klass); }
};

// Wide rows: the sums of a class are far away, so four rows wait to share a trip.
template <class W, class T>
struct FourAtOnce {
  Feed<W, T> feed;

  // Of each class: four places, and how many are taken.
  HWY_INLINE Index* waiting(Index klass) const {
    return feed.arrays.queue + MomentArrays::queue_size * klass;
  }
  HWY_INLINE void add(Index first, Index end) const {
    for (Index i = first; i < end; ++i) {
      const Index klass = feed.in.classes[i];
      if (klass < 0) continue;
      Index* const rows = waiting(klass);
      rows[rows[4]++] = i;
      if (rows[4] < 4) continue;
      feed.add_four(klass, rows);
      rows[4] = 0;
    }
  }
  HWY_INLINE void empty(Index klass) const {
    Index* const rows = waiting(klass);
    for (Index k = 0; k < rows[4]; ++k) feed.add_one(klass, rows[k]);
    rows[4] = 0;
  }
  HWY_INLINE void spill(Index klass) const {
    empty(klass);
    feed.spill(klass);
  }
};

template <class W, class T>
void add_variant(const MomentRows<T>& in, const MomentArrays& arrays) {
  constexpr Index wide = 512;
  constexpr Index near = 32 * 1024 / sizeof(double);
  const Feed<W, T> feed{in, arrays};
  if (in.columns < wide) {
    const bool far_away = arrays.classes * in.columns * MomentArrays::block_parts > near;
    return between_spills(in.spills, in.begin, in.rows.count, OneByOne<W, T>{feed, far_away});
  }
  const FourAtOnce<W, T> work{feed};
  for (Index klass = 0; klass < arrays.classes; ++klass) work.waiting(klass)[4] = 0;
  between_spills(in.spills, in.begin, in.rows.count, work);
  for (Index klass = 0; klass < arrays.classes; ++klass) work.empty(klass);
}

template <MomentKind kind, class T>
void add_kind(const MomentRows<T>& in, const MomentArrays& arrays) {
  with_variant_of<kind>(arrays, in.weights != nullptr,
                        [&](auto variant) HWY_ATTR { add_variant<decltype(variant)>(in, arrays); });
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
