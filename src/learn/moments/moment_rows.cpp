// Sums of rows about the shifts of their classes: the loop that learning normal columns spends its
// time in.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/moments/moment_rows.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <type_traits>
#include <utility>

#include "data/table/rows_to_come.hpp"
#include "learn/moments/moment_add-inl.hpp"
#include "learn/moments/moment_arrays.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using detail::MomentArrays;
using detail::MomentKind;
using detail::MomentRows;
using detail::RowsToCome;

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
  // The sums leave the processor no room to look far ahead by itself. What is fetched goes to the
  // second cache: the nearest one is full of sums.
  [[nodiscard]] HWY_INLINE RowsToCome to_come() const {
    return {in.rows, in.in_memory, in.stride * static_cast<Index>(sizeof(T))};
  }
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

// Calls f(std::integral_constant<int, 0>()), f(std::integral_constant<int, 1>()) and so on, as many
// times as said: a loop without a counter.
template <int... k, class F>
HWY_INLINE void unrolled(std::integer_sequence<int, k...>, const F& f) {
  (f(std::integral_constant<int, k>()), ...);
}

// How a loop over the vectors of a row is unrolled: in groups, and a rest known to the compiler.
constexpr int vectors_a_group = 8;

// The sums of so many classes do not fit in the nearest cache.
constexpr int far_away = -1;

// Rows one by one, of groups of vectors, `rest` vectors (or any number, where the sums are far away)
// and what columns are left.
template <class W, class T, int rest>
struct OneByOne {
  Feed<W, T> feed;

  // A row, one to come that is asked for, the sums of the class, and those of a row to come.
  struct Places {
    const T* row;
    const T* fetched;
    Cell sums;
    Cell next;

    [[nodiscard]] HWY_INLINE Places from(Index j) const {
      return {row + j, fetched + j, sums.from(j), next.from(j)};
    }
  };

  // Which sums come next is known ahead.
  template <class D>
  HWY_INLINE void prefetch(D d, const Places& at, Index j) const {
    constexpr Index line = 64;
    const Index bytes = static_cast<Index>(hn::Lanes(d) * sizeof(T));
    if (bytes >= line || j * static_cast<Index>(sizeof(T)) % line == 0)
      __builtin_prefetch(at.fetched + j, 0, 2);
    if constexpr (rest == far_away) {
      __builtin_prefetch(at.next.shift + j, 1);
      __builtin_prefetch(at.next.sum + j, 1);
      __builtin_prefetch(at.next.square + j, 1);
    }
  }
  template <class Lanes>
  HWY_INLINE void add_at(const Lanes& lanes, const Places& at, Index j) const {
    prefetch(lanes.d, at, j);
    Sums<W, Lanes> sums(lanes, at.sums, j);
    sums.add(lanes.load(at.row + j), 1.0);
    sums.store(at.sums, j);
  }
  template <int vectors, class D>
  HWY_INLINE void add_vectors(D d, const Places& at) const {
    constexpr Index lanes = static_cast<Index>(hn::MaxLanes(D()));
    unrolled(std::make_integer_sequence<int, vectors>(),
             [&](auto k) HWY_ATTR { add_at(AllLanes<D>{d}, at, decltype(k)::value * lanes); });
  }
  HWY_INLINE void add_row(const Places& at) const {
    const hn::ScalableTag<double> d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const Index columns = feed.in.columns;
    Places left = at;
    Index j = vectors_a_group * lanes;
    for (; j <= columns; j += vectors_a_group * lanes) {
      add_vectors<vectors_a_group>(d, left);
      left = left.from(vectors_a_group * lanes);
    }
    const Index vectors = rest == far_away ? columns / lanes % vectors_a_group : rest;
    if constexpr (rest == far_away)
      for (Index k = 0; k < vectors; ++k) add_at(AllLanes<decltype(d)>{d}, left, k * lanes);
    else
      add_vectors<rest>(d, left);
    const Index over = columns % lanes;
    if (over > 0) add_at(FirstLanes<decltype(d)>{d, over}, left, vectors * lanes);
  }
  // The sums of the row i, if there is one.
  HWY_INLINE Cell sums_of(Index i) const {
    const bool known = i < feed.in.rows.count && feed.in.classes[i] >= 0;
    return feed.cell(known ? feed.in.classes[i] : 0);
  }
  HWY_INLINE void add(Index first, Index end) const {
    constexpr Index rows_ahead = 3;
    const RowsToCome to_come = feed.to_come();
    for (Index i = first; i < end; ++i) {
      const Index klass = feed.in.classes[i];
      if (klass < 0) continue;
      const Cell sums = feed.cell(klass);
      add_row({feed.row(i), feed.in.values + to_come.during(i) * feed.in.stride, sums,
               rest == far_away ? sums_of(i + rows_ahead) : sums});
    }
  }
  HWY_INLINE void spill(Index klass) const { feed.spill(klass); }
};

// The same for all else (totals, logarithms, weights, missing cells, short vectors), where less is to
// be gained.
template <class W, class T>
struct PlainLoop {
  Feed<W, T> feed;

  HWY_INLINE void prefetch(const T* row) const {
    constexpr Index line = 64 / sizeof(T);
    for (Index j = 0; j < feed.in.columns; j += line) __builtin_prefetch(row + j, 0, 2);
  }
  HWY_INLINE void add(Index first, Index end) const {
    const RowsToCome to_come = feed.to_come();
    for (Index i = first; i < end; ++i) {
      if (feed.in.in_memory > 0) prefetch(feed.in.values + to_come.during(i) * feed.in.stride);
      if (feed.in.classes[i] >= 0) feed.add_one(feed.in.classes[i], i);
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

template <class W, class T, int rest = 0>
void add_near(const Feed<W, T>& feed) {
  const Index lanes = static_cast<Index>(hn::Lanes(hn::ScalableTag<double>()));
  if (feed.in.columns / lanes % vectors_a_group == rest)
    return between_spills(feed.in.spills, feed.in.begin, feed.in.rows.count,
                          OneByOne<W, T, rest>{feed});
  if constexpr (rest + 1 < vectors_a_group) add_near<W, T, rest + 1>(feed);
}

template <class W, class T>
void add_narrow(const Feed<W, T>& feed) {
  constexpr Index near = 32 * 1024 / sizeof(double);
  constexpr bool plain = !W::weighted && !W::masked && W::kind == MomentKind::plain;
  constexpr bool wide_vectors = HWY_MAX_BYTES >= 32;
  const auto& in = feed.in;
  if constexpr (plain)
    if (feed.arrays.classes * in.columns * MomentArrays::block_parts > near)
      return between_spills(in.spills, in.begin, in.rows.count, OneByOne<W, T, far_away>{feed});
  if constexpr (plain && wide_vectors && std::is_same_v<T, double>)
    add_near(feed);
  else
    between_spills(in.spills, in.begin, in.rows.count, PlainLoop<W, T>{feed});
}

template <class W, class T>
void add_variant(const MomentRows<T>& in, const MomentArrays& arrays) {
  constexpr Index wide = 512;
  const Feed<W, T> feed{in, arrays};
  if (in.columns < wide) return add_narrow(feed);
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
