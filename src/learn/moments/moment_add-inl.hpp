// Adding numbers to the sums of a class, a vector of columns at a time, for the kernels of
// MomentSums: included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_MOMENT_ADD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_MOMENT_ADD_INL
#undef CREDENCE_MOMENT_ADD_INL
#else
#define CREDENCE_MOMENT_ADD_INL
#endif

#include <hwy/highway.h>

#include "learn/moments/moment_arrays.hpp"
#include "learn/moments/moment_log-inl.hpp"
#include "learn/moments/moment_spill-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {

// Which of a loop's variants: decided once for many rows, so that rows do not ask.
template <detail::MomentKind kind_, bool weighted_, bool masked_>
struct Variant {
  static constexpr detail::MomentKind kind = kind_;
  static constexpr bool weighted = weighted_;
  static constexpr bool masked = masked_;  // NaN is left out and weights are counted by column
};

template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> loaded(D d, const double* from) {
  return hwy::HWY_NAMESPACE::LoadU(d, from);
}
template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> loaded(D d, const float* from) {
  namespace hn = hwy::HWY_NAMESPACE;
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), from));
}

// A whole vector of columns, or the columns left over at the end of a row: nothing is read behind.
template <class D>
struct AllLanes {
  D d;
  template <class T>
  HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> load(const T* from) const {
    return loaded(d, from);
  }
  HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> kept(hwy::HWY_NAMESPACE::Vec<D> v) const { return v; }
};
template <class D>
struct FirstLanes {
  D d;
  Index size;
  HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> load(const double* from) const {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::MaskedLoad(hn::FirstN(d, static_cast<std::size_t>(size)), d, from);
  }
  HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> load(const float* from) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::Rebind<float, D> narrow;
    const auto mask = hn::FirstN(narrow, static_cast<std::size_t>(size));
    return hn::PromoteTo(d, hn::MaskedLoad(mask, narrow, from));
  }
  HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> kept(hwy::HWY_NAMESPACE::Vec<D> v) const {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::IfThenElseZero(hn::FirstN(d, static_cast<std::size_t>(size)), v);
  }
};

// Where the sums of a class begin, at the first column of the rows.
struct Cell {
  const double* shift;
  double* sum;
  double* square;
  double* count;

  [[nodiscard]] HWY_INLINE Cell from(Index j) const {
    return {shift + j, sum + j, square + j, count == nullptr ? nullptr : count + j};
  }
};

// Which variant of the sums of a cell, and where they are kept.
template <class W>
HWY_INLINE Cell cell_of(const detail::MomentArrays& arrays, Index klass, Index first_column) {
  using A = detail::MomentArrays;
  double* const block = arrays.block(klass) + first_column;
  return {block + A::shift * arrays.padded, block + A::sum * arrays.padded,
          block + A::square * arrays.padded,
          W::masked ? arrays.count(klass) + first_column : nullptr};
}

// What is known of a class in as many columns as a vector has lanes, while rows are added.
template <class W, class Lanes>
struct Sums {
  using D = decltype(Lanes::d);
  using V = hwy::HWY_NAMESPACE::Vec<D>;
  const Lanes& lanes;
  V shift, sum, square, count;

  HWY_INLINE Sums(const Lanes& all, const Cell& cell, Index j)
      : lanes(all),
        shift(hwy::HWY_NAMESPACE::LoadU(all.d, cell.shift + j)),
        sum(hwy::HWY_NAMESPACE::LoadU(all.d, cell.sum + j)),
        square(hwy::HWY_NAMESPACE::LoadU(all.d, cell.square + j)),
        count(hwy::HWY_NAMESPACE::Zero(all.d)) {
    if constexpr (W::masked) count = hwy::HWY_NAMESPACE::LoadU(lanes.d, cell.count + j);
  }

  HWY_INLINE void add(V x, double row_weight) {
    namespace hn = hwy::HWY_NAMESPACE;
    using detail::MomentKind;
    const D d = lanes.d;
    const auto present = hn::Eq(x, x);
    if constexpr (W::kind == MomentKind::logarithm) x = lanes.kept(natural_log(d, x));
    V t = W::kind == MomentKind::total ? x : hn::Sub(x, shift);
    if constexpr (W::masked) t = hn::IfThenElseZero(present, t);
    const V weight = hn::Set(d, row_weight);
    if constexpr (W::masked) count = hn::Add(count, hn::IfThenElseZero(present, weight));
    const V weighted = W::weighted ? hn::Mul(weight, t) : t;
    sum = hn::Add(sum, weighted);
    // Of a total only the sign matters: below 0 once a value was.
    square = W::kind == MomentKind::total ? hn::Min(square, t) : hn::MulAdd(weighted, t, square);
  }

  HWY_INLINE void store(const Cell& cell, Index j) const {
    namespace hn = hwy::HWY_NAMESPACE;
    hn::StoreU(sum, lanes.d, cell.sum + j);
    hn::StoreU(square, lanes.d, cell.square + j);
    if constexpr (W::masked) hn::StoreU(count, lanes.d, cell.count + j);
  }
};

// Has work.add(first, end) add `count` rows and work.spill(klass) spill between them. The rows begin
// at `begin` of the tile, where the spills count from; add counts from the first row.
template <class Work>
HWY_INLINE void between_spills(std::span<const detail::MomentSpill> spills, Index begin,
                               Index count, const Work& work) {
  Index first = 0;
  for (std::size_t k = 0; k <= spills.size(); ++k) {
    const Index end = k < spills.size() ? spills[k].end - begin : count;
    if (end > first) work.add(first, end);
    first = end;
    if (k < spills.size()) work.spill(spills[k].klass);
  }
}

// Calls f(Variant) for sums of one kind.
template <detail::MomentKind kind, class F>
HWY_INLINE void with_variant_of(const detail::MomentArrays& arrays, bool weighted, const F& f) {
  if (arrays.counts != nullptr)
    f(Variant<kind, true, true>());
  else if (weighted || kind == detail::MomentKind::logarithm)
    f(Variant<kind, true, false>());
  else
    f(Variant<kind, false, false>());
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
