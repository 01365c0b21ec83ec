// Sums of columns that are stored one by one, up to sixteen columns and eight rows at a time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/moments/moment_columns.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <algorithm>
#include <cassert>
#include <limits>

#include "base/transpose-inl.hpp"
#include "learn/moments/moment_add-inl.hpp"
#include "learn/moments/moment_arrays.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using detail::MomentArrays;
using detail::MomentKind;
using detail::MomentStrip;

// Of `known` columns, or of as many as there are where it is 0; so many at a time as D has lanes.
template <class W, class T, class D, Index known>
struct Strip {
  static constexpr Index lanes = static_cast<Index>(hn::MaxLanes(D()));
  // What is behind the last column is 0, and so is what is added to it.
  using SumsOf = Sums<W, AllLanes<D>>;
  static constexpr AllLanes<D> all{};

  MomentArrays arrays;
  Index first_column;
  Index size;
  const Code* classes;
  const double* weights;
  const T* columns[MomentStrip<T>::most_columns] = {};
  Cell first_cell;      // of class 0
  Code lines_of_class;  // from the cell of one class to that of the next, 64 bytes each

  Strip(const MomentStrip<T>& in, const MomentArrays& of_block)
      : arrays(of_block),
        first_column(in.first_column),
        size(static_cast<Index>(in.columns.size())),
        classes(in.classes),
        weights(in.weights),
        first_cell(cell_of<W>(arrays, 0, in.first_column)),
        lines_of_class(static_cast<Code>(MomentArrays::block_parts * arrays.padded / 8)) {
    assert(arrays.classes * lines_of_class <= std::numeric_limits<Code>::max());  // of 137 GB
    std::copy(in.columns.begin(), in.columns.end(), columns);
  }

  HWY_INLINE double weight(Index i) const {
    return (W::weighted || W::masked) && weights != nullptr ? weights[i] : 1.0;
  }
  HWY_INLINE Index width() const { return known > 0 ? known : size; }
  // The cell of a class, whose first is `line` lines behind that of class 0.
  HWY_INLINE Cell cell(Code klass, Index line) const {
    if constexpr (W::masked) return cell_of<W>(arrays, klass, first_column);
    return first_cell.from(line * 8);
  }

  // One row in the vector of columns from j on.
  HWY_INLINE void add_vector(const Cell& at, Index j, hn::Vec<D> x, double row_weight) const {
    SumsOf sums(all, at, j);
    sums.add(x, row_weight);
    sums.store(at, j);
  }

  HWY_INLINE void add_row(Index i) const {
    if (classes[i] < 0) return;
    HWY_ALIGN double values[MomentStrip<T>::most_columns] = {};
    for (Index j = 0; j < width(); ++j) values[j] = static_cast<double>(columns[j][i]);
    const Cell at = cell(classes[i], lines_of_class * classes[i]);
    for (Index j = 0; j < width(); j += lanes)
      add_vector(at, j, hn::LoadU(D(), values + j), weight(i));
  }

  HWY_INLINE void add_rows(Index first, Index end) const {
    for (Index i = first; i < end; ++i) add_row(i);
  }

  // The processor sees so many streams coming, but not far enough ahead. So much of all of them fits
  // the second cache, not the first.
  HWY_INLINE void fetch(Index i, Index column) const {
    constexpr Index ahead = 2048 / sizeof(T);
    if (known > 0 || column < width()) __builtin_prefetch(columns[column] + i + ahead, 0, 2);
  }

  HWY_INLINE void fetch_and_add_rows(Index i) const {
    for (Index j = 0; j < width(); ++j) fetch(i, j);
    add_rows(i, i + 8);
  }

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
  using V = hn::Vec<D>;
  // Eight rows that all have classes, and how many lines behind that of class 0 their cells begin.
  struct Eight {
    Index first;
    bool of_one_class;
    HWY_ALIGN Code lines[8];
  };

  // As many rows as a vector has lanes, from the k-th of the eight on, and `count` vectors of
  // columns from j on: all of them before the next row, because a row waits for those of its class
  // before it to be stored. Columns are asked for one by one between the rows: all at once they would
  // wait for each other.
  template <Index count>
  HWY_INLINE void add_squares(const Eight& eight, Index k, Index j) const {
    const Index i = eight.first + k;
    V rows[count][lanes];
    for (Index h = 0; h < count; ++h) {
      const Index from = j + h * lanes;
      const auto column = [&](Index c) HWY_ATTR {
        return known > 0 || from + c < width() ? loaded(D(), columns[from + c] + i) : hn::Zero(D());
      };
      transpose_vectors(D(), column, [&](Index row, V x) HWY_ATTR { rows[h][row] = x; });
    }
    if (eight.of_one_class) {
      const Cell at = cell(classes[i], eight.lines[k]);
      for (Index h = 0; h < count; ++h) {
        SumsOf sums(all, at, j + h * lanes);
        for (Index row = 0; row < lanes; ++row) {
          if (k == 0) fetch(i, j + h * lanes + row);
          sums.add(rows[h][row], weight(i + row));
        }
        sums.store(at, j + h * lanes);
      }
      return;
    }
    for (Index row = 0; row < lanes; ++row) {
      const Cell at = cell(classes[i + row], eight.lines[k + row]);
      for (Index h = 0; h < count; ++h) {
        const Index place = j + h * lanes;
        if (k == 0) fetch(i, place + row);
        add_vector(at, place, rows[h][row], weight(i + row));
      }
    }
  }

  HWY_INLINE void add_eight(Index i) const {
    const hn::FixedTag<Code, 8> d;
    const auto codes = hn::LoadU(d, classes + i);
    if (!hn::AllFalse(d, hn::Lt(codes, hn::Zero(d)))) return fetch_and_add_rows(i);
    Eight eight;
    eight.first = i;
    eight.of_one_class = hn::AllTrue(d, hn::Eq(codes, hn::Set(d, classes[i])));
    hn::Store(hn::Mul(codes, hn::Set(d, lines_of_class)), d, eight.lines);
    for (Index k = 0; k < 8; k += lanes) {
      Index j = 0;
      for (; j + lanes < width(); j += 2 * lanes) add_squares<2>(eight, k, j);
      if (j < width()) add_squares<1>(eight, k, j);
    }
  }
#else
  HWY_INLINE void add_eight(Index i) const { fetch_and_add_rows(i); }
#endif

  HWY_INLINE void add(Index first, Index end) const {
    Index i = first;
    for (; i + 8 <= end; i += 8) add_eight(i);
    add_rows(i, end);
  }
  HWY_INLINE void spill(Index klass) const {
    HWY_NAMESPACE::spill(arrays, klass, first_column, width());
  }
};

template <class W, class T, class D, Index known>
void add_columns(const MomentStrip<T>& in, const MomentArrays& arrays) {
  between_spills(in.spills, 0, in.rows, Strip<W, T, D, known>(in, arrays));
}

// Vectors that the last columns fill: two columns cost no more than two.
template <class W, class T>
void add_few(const MomentStrip<T>& in, const MomentArrays& arrays) {
  constexpr std::size_t most = HWY_MAX_BYTES / sizeof(double);
  if (most >= 2 && in.columns.size() <= 2)
    add_columns<W, T, hn::CappedTag<double, 2>, 0>(in, arrays);
  else if (most >= 4 && in.columns.size() <= 4)
    add_columns<W, T, hn::CappedTag<double, 4>, 0>(in, arrays);
  else
    add_columns<W, T, hn::ScalableTag<double>, 0>(in, arrays);
}

template <class W, class T>
void add_variant(const MomentStrip<T>& in, const MomentArrays& arrays) {
  using Doubles = hn::ScalableTag<double>;
  if constexpr (W::weighted || W::masked || W::kind != MomentKind::plain)
    add_columns<W, T, Doubles, 0>(in, arrays);
  else if (in.columns.size() == 16)
    add_columns<W, T, Doubles, 16>(in, arrays);
  else if (in.columns.size() == 8)
    add_columns<W, T, Doubles, 8>(in, arrays);
  else
    add_few<W>(in, arrays);
}

template <MomentKind kind, class T>
void add_kind(const MomentStrip<T>& in, const MomentArrays& arrays) {
  with_variant_of<kind>(arrays, in.weights != nullptr,
                        [&](auto variant) HWY_ATTR { add_variant<decltype(variant)>(in, arrays); });
}

template <class T>
void add_strip_of(const MomentStrip<T>& in, const MomentArrays& arrays) {
  if (arrays.kind == MomentKind::total)
    add_kind<MomentKind::total>(in, arrays);
  else
    add_kind<MomentKind::plain>(in, arrays);
}

void add_doubles(const MomentStrip<double>& in, const MomentArrays& arrays) {
  add_strip_of(in, arrays);
}
void add_floats(const MomentStrip<float>& in, const MomentArrays& arrays) {
  add_strip_of(in, arrays);
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

void add_moment_strip(const MomentStrip<double>& strip, const MomentArrays& arrays) {
  HWY_DYNAMIC_DISPATCH(add_doubles)(strip, arrays);
}
void add_moment_strip(const MomentStrip<float>& strip, const MomentArrays& arrays) {
  HWY_DYNAMIC_DISPATCH(add_floats)(strip, arrays);
}

}  // namespace detail
}  // namespace credence
#endif
