// Sums of wide rows of many classes, class by class: the sums of a class stay in registers while
// its rows are added.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/moments/moment_classes.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <algorithm>
#include <utility>

#include "learn/moments/moment_add-inl.hpp"
#include "learn/moments/moment_arrays.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using detail::MomentArrays;
using detail::MomentClasses;
using detail::MomentKind;
using detail::MomentRows;
using D = hn::ScalableTag<double>;
using Plain = Variant<MomentKind::plain, false, false>;

// Shifts, sums and squares of so many vectors of columns are kept in registers.
constexpr int vectors_a_strip = HWY_MAX_BYTES >= 64 ? 8 : 4;
// Rows of a class lie anywhere: those to come are fetched by name, into the second cache: the first
// waits for too few lines at a time.
constexpr Index rows_ahead = 32;

template <class T>
class ClassByClass {
 public:
  ClassByClass(const MomentRows<T>& in, const MomentClasses& classes, const MomentArrays& arrays)
      : in_(in), classes_(classes), arrays_(arrays) {}

  void add() const {
    for (Index klass = 0; klass < arrays_.classes; ++klass) add_class(klass, rows().size(klass));
  }

  // Sums spill where they would have spilled row by row.
  void add_class(Index klass, Index count) const {
    const Index begin = rows().begins[static_cast<std::size_t>(klass)];
    const Index end = begin + std::min(count, rows().size(klass));
    const Index before = classes_.rows_before[static_cast<std::size_t>(klass)];
    Index first = begin;
    Index full = begin + detail::rows_to_spill(before);  // behind the row that fills the sums
    for (; full <= end; full += detail::rows_to_spill(before + full - begin)) {
      Index next = full;
      while (next < end && entry(next) < detail::spill_end(entry(full - 1))) ++next;
      add_rows(klass, first, next);
      spill(arrays_, klass, in_.first_column, in_.columns);
      first = next;
    }
    add_rows(klass, first, end);
  }

 private:
  [[nodiscard]] HWY_INLINE const detail::ByClass& rows() const { return classes_.rows; }
  [[nodiscard]] HWY_INLINE Index entry(Index place) const {
    return rows().entries[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] HWY_INLINE const T* row(Index place) const {
    return in_.values + in_.rows[entry(place)] * in_.stride;
  }

  void add_rows(Index klass, Index first, Index end) const {
    const D d;
    const Index strip = vectors_a_strip * static_cast<Index>(hn::Lanes(d));
    const Cell cell = cell_of<Plain>(arrays_, klass, in_.first_column);
    Index j = 0;
    for (; j + strip <= in_.columns; j += strip)
      add_strip<vectors_a_strip>(AllLanes<D>{d}, cell.from(j), {first, end, j});
    if (j < in_.columns) add_rest<1>(cell.from(j), {first, end, j});
  }

  // Places in the list of rows, and the first column.
  struct Part {
    Index first;
    Index end;
    Index column;
  };

  // The columns behind the last whole strip, in `vectors` vectors or more; the last may be short.
  template <int vectors>
  HWY_INLINE void add_rest(const Cell& cell, const Part& part) const {
    const D d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const Index left = in_.columns - part.column;
    if (left <= vectors * lanes)
      return add_strip<vectors>(FirstLanes<D>{d, left - (vectors - 1) * lanes}, cell, part);
    if constexpr (vectors < vectors_a_strip) add_rest<vectors + 1>(cell, part);
  }

  template <int vectors, class Last>
  HWY_INLINE void add_strip(const Last& last, const Cell& cell, const Part& part) const {
    add_vectors(std::make_integer_sequence<int, vectors>(), last, cell, part);
  }

  template <int... k, class Last>
  HWY_INLINE void add_vectors(std::integer_sequence<int, k...>, const Last& last, const Cell& cell,
                              const Part& part) const {
    constexpr Index width = static_cast<Index>(hn::MaxLanes(D()));
    constexpr int last_k = sizeof...(k) - 1;
    const AllLanes<D> all{D()};
    const Index last_place = std::ssize(rows().entries) - 1;
    Sums<Plain, AllLanes<D>> sums[] = {Sums<Plain, AllLanes<D>>(all, cell, k * width)...};
    for (Index place = part.first; place < part.end; ++place) {
      const T* const x = row(place) + part.column;
      const T* const ahead = row(std::min(place + rows_ahead, last_place)) + part.column;
      (prefetch<k * width>(ahead), ...);
      (sums[k].add(loaded_as<k == last_k>(all, last, x + k * width), 1.0), ...);
    }
    (sums[k].store(cell, k * width), ...);
  }

  template <bool is_last, class Last>
  HWY_INLINE static hn::Vec<D> loaded_as(const AllLanes<D>& all, const Last& last, const T* x) {
    if constexpr (is_last)
      return last.load(x);
    else
      return all.load(x);
  }

  // One of the vectors in a cache line asks for it.
  template <Index offset>
  HWY_INLINE static void prefetch(const T* row) {
    if constexpr (offset * sizeof(T) % 64 == 0) __builtin_prefetch(row + offset, 0, 2);
  }

  const MomentRows<T>& in_;
  const MomentClasses& classes_;
  const MomentArrays& arrays_;
};

void add_doubles(const MomentRows<double>& in, const MomentClasses& classes,
                 const MomentArrays& arrays) {
  ClassByClass<double>(in, classes, arrays).add();
}
void add_floats(const MomentRows<float>& in, const MomentClasses& classes,
                const MomentArrays& arrays) {
  ClassByClass<float>(in, classes, arrays).add();
}

void add_doubles_of(const MomentRows<double>& in, const MomentClasses& classes, Index klass,
                    Index count, const MomentArrays& arrays) {
  ClassByClass<double>(in, classes, arrays).add_class(klass, count);
}
void add_floats_of(const MomentRows<float>& in, const MomentClasses& classes, Index klass,
                   Index count, const MomentArrays& arrays) {
  ClassByClass<float>(in, classes, arrays).add_class(klass, count);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {
HWY_EXPORT(add_doubles);
HWY_EXPORT(add_floats);
HWY_EXPORT(add_doubles_of);
HWY_EXPORT(add_floats_of);

namespace detail {

void add_moment_classes(const MomentRows<double>& rows, const MomentClasses& classes,
                        const MomentArrays& arrays) {
  HWY_DYNAMIC_DISPATCH(add_doubles)(rows, classes, arrays);
}
void add_moment_classes(const MomentRows<float>& rows, const MomentClasses& classes,
                        const MomentArrays& arrays) {
  HWY_DYNAMIC_DISPATCH(add_floats)(rows, classes, arrays);
}
void add_moment_class(const MomentRows<double>& rows, const MomentClasses& classes, Index klass,
                      Index count, const MomentArrays& arrays) {
  HWY_DYNAMIC_DISPATCH(add_doubles_of)(rows, classes, klass, count, arrays);
}
void add_moment_class(const MomentRows<float>& rows, const MomentClasses& classes, Index klass,
                      Index count, const MomentArrays& arrays) {
  HWY_DYNAMIC_DISPATCH(add_floats_of)(rows, classes, klass, count, arrays);
}

}  // namespace detail
}  // namespace credence
#endif
