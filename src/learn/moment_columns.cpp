// Sums of columns that are stored one by one, up to sixteen columns and eight rows at a time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/moment_columns.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <algorithm>

#include "base/transpose-inl.hpp"
#include "learn/moment_add-inl.hpp"
#include "learn/moment_arrays.hpp"

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

  MomentArrays arrays;
  Index first_column;
  Index size;
  const Code* classes;
  const double* weights;
  const T* columns[MomentStrip<T>::most_columns];
  Cell first_cell;  // of class 0
  Index next_class;

  Strip(const MomentStrip<T>& in, const MomentArrays& all)
      : arrays(all),
        first_column(in.first_column),
        size(static_cast<Index>(in.columns.size())),
        classes(in.classes),
        weights(in.weights),
        columns{},
        first_cell(cell_of<W>(all, 0, in.first_column)),
        next_class(MomentArrays::block_parts * all.padded) {
    std::copy(in.columns.begin(), in.columns.end(), columns);
  }

  HWY_INLINE double weight(Index i) const {
    return (W::weighted || W::masked) && weights != nullptr ? weights[i] : 1.0;
  }
  HWY_INLINE Index width() const { return known > 0 ? known : size; }
  HWY_INLINE Cell cell(Code klass) const {
    if constexpr (W::masked) return cell_of<W>(arrays, klass, first_column);
    return first_cell.from(next_class * klass);
  }

  // The vector of columns from j on, in row i.
  template <class Lanes, class V>
  HWY_INLINE void add_vector(const Lanes& some, Index i, Index j, V x) const {
    const Cell at = cell(classes[i]);
    Sums<W, Lanes> sums(some, at, j);
    sums.add(x, weight(i));
    sums.store(at, j);
  }

  HWY_INLINE void add_row(Index i) const {
    if (classes[i] < 0) return;
    HWY_ALIGN double values[MomentStrip<T>::most_columns] = {};
    for (Index j = 0; j < width(); ++j) values[j] = static_cast<double>(columns[j][i]);
    for (Index j = 0; j < width(); j += lanes)
      add_vector(FirstLanes<D>{D(), width() - j}, i, j, hn::LoadU(D(), values + j));
  }

  HWY_INLINE void add_rows(Index first, Index end) const {
    for (Index i = first; i < end; ++i) add_row(i);
  }

  HWY_INLINE bool all_have_classes(Index i) const {
    Code signs = 0;
    for (Index k = 0; k < 8; ++k) signs |= classes[i + k];
    return signs >= 0;
  }

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
  HWY_INLINE bool of_one_class(Index i) const {
    Code differences = 0;
    for (Index k = 1; k < lanes; ++k) differences |= classes[i + k] ^ classes[i];
    return differences == 0;
  }
  // As many rows and columns as a vector has lanes.
  template <class Lanes>
  HWY_INLINE void add_square(const Lanes& some, Index i, Index j, bool together) const {
    using V = hn::Vec<D>;
    const auto column = [&](Index k) HWY_ATTR {
      return known > 0 || j + k < width() ? loaded(D(), columns[j + k] + i) : hn::Zero(D());
    };
    if (!together) {
      const auto add = [&](Index k, V x) HWY_ATTR { add_vector(some, i + k, j, x); };
      return transpose_vectors(D(), column, add);
    }
    // Rows of one class, which would all wait for the one before to be stored.
    const Cell at = cell(classes[i]);
    Sums<W, Lanes> sums(some, at, j);
    transpose_vectors(D(), column, [&](Index k, V x) HWY_ATTR { sums.add(x, weight(i + k)); });
    sums.store(at, j);
  }
  HWY_INLINE void add_squares(Index i) const {
    const bool together = of_one_class(i);
    for (Index j = 0; j < width(); j += lanes) {
      if (known > 0 || j + lanes <= width())
        add_square(AllLanes<D>{D()}, i, j, together);
      else
        add_square(FirstLanes<D>{D(), width() - j}, i, j, together);
    }
  }
  HWY_INLINE void add_eight(Index i) const {
    for (Index k = 0; k < 8; k += lanes) add_squares(i + k);
  }
#else
  HWY_INLINE void add_eight(Index i) const { add_rows(i, i + 8); }
#endif

  // The processor sees so many streams coming, but not far enough ahead.
  HWY_INLINE void prefetch(Index i) const {
    constexpr Index ahead = 256 / sizeof(T);
    for (Index j = 0; j < width(); ++j) __builtin_prefetch(columns[j] + i + ahead);
  }

  HWY_INLINE void add(Index first, Index end) const {
    Index i = first;
    for (; i + 8 <= end; i += 8) {
      prefetch(i);
      if (all_have_classes(i))
        add_eight(i);
      else
        add_rows(i, i + 8);
    }
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
