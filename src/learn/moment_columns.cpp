// Sums of columns that are stored one by one, eight columns and eight rows at a time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/moment_columns.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

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

template <class W, class T>
struct Strip {
  MomentStrip<T> in;
  MomentArrays arrays;

  HWY_INLINE double weight(Index i) const {
    return (W::weighted || W::masked) && in.weights != nullptr ? in.weights[i] : 1.0;
  }
  HWY_INLINE Index width() const { return static_cast<Index>(in.columns.size()); }

  // The vector of columns from j on, in row i.
  template <class Lanes>
  HWY_INLINE void add_vector(const Lanes& lanes, Index i, Index j,
                             hn::Vec<decltype(lanes.d)> x) const {
    const Cell cell = cell_of<W>(arrays, in.classes[i], in.first_column);
    Sums<W, Lanes> sums(lanes, cell, j);
    sums.add(x, weight(i));
    sums.store(cell, j);
  }

  HWY_INLINE void add_row(Index i) const {
    if (in.classes[i] < 0) return;
    const hn::ScalableTag<double> d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    HWY_ALIGN double values[8] = {};
    for (Index j = 0; j < width(); ++j)
      values[j] = static_cast<double>(in.columns[static_cast<std::size_t>(j)][i]);
    for (Index j = 0; j < width(); j += lanes)
      add_vector(FirstLanes<decltype(d)>{d, width() - j}, i, j, hn::Load(d, values + j));
  }

  HWY_INLINE void add_rows(Index first, Index end) const {
    for (Index i = first; i < end; ++i) add_row(i);
  }

  HWY_INLINE bool all_have_classes(Index i) const {
    Code signs = 0;
    for (Index k = 0; k < 8; ++k) signs |= in.classes[i + k];
    return signs >= 0;
  }

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
  HWY_INLINE bool of_one_class(Index i, Index count) const {
    Code differences = 0;
    for (Index k = 1; k < count; ++k) differences |= in.classes[i + k] ^ in.classes[i];
    return differences == 0;
  }
  // As many rows and columns as a vector has lanes.
  template <class Lanes>
  HWY_INLINE void add_square(const Lanes& lanes, Index i, Index j) const {
    const auto column = [&](Index k) HWY_ATTR {
      return j + k < width() ? loaded(lanes.d, in.columns[static_cast<std::size_t>(j + k)] + i)
                             : hn::Zero(lanes.d);
    };
    using V = hn::Vec<decltype(lanes.d)>;
    if (!of_one_class(i, static_cast<Index>(hn::Lanes(lanes.d)))) {
      transpose_vectors(column, [&](Index k, V x) HWY_ATTR { add_vector(lanes, i + k, j, x); });
      return;
    }
    // Rows that would all wait for the one before to be stored.
    const Cell cell = cell_of<W>(arrays, in.classes[i], in.first_column);
    Sums<W, Lanes> sums(lanes, cell, j);
    transpose_vectors(column, [&](Index k, V x) HWY_ATTR { sums.add(x, weight(i + k)); });
    sums.store(cell, j);
  }
  HWY_INLINE void add_eight(Index i) const {
    const hn::ScalableTag<double> d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    for (Index j = 0; j < width(); j += lanes)
      for (Index k = 0; k < 8; k += lanes) {
        if (j + lanes <= width())
          add_square(AllLanes<decltype(d)>{d}, i + k, j);
        else
          add_square(FirstLanes<decltype(d)>{d, width() - j}, i + k, j);
      }
  }
#else
  HWY_INLINE void add_eight(Index i) const { add_rows(i, i + 8); }
#endif

  // The processor sees eight streams coming, but not far enough ahead.
  HWY_INLINE void prefetch(Index i) const {
    constexpr Index ahead = 256 / sizeof(T);
    for (const T* const column : in.columns) __builtin_prefetch(column + i + ahead);
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
    HWY_NAMESPACE::spill(arrays, klass, in.first_column, width());
  }
};

template <MomentKind kind, class T>
void add_kind(const MomentStrip<T>& in, const MomentArrays& arrays) {
  with_variant_of<kind>(arrays, in.weights != nullptr, [&](auto variant) HWY_ATTR {
    between_spills(in.spills, 0, in.rows, Strip<decltype(variant), T>{in, arrays});
  });
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
