// Sums that carry their rounding errors along, for the kernels of MomentSums: included once for
// each instruction set. No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_MOMENT_SPILL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_MOMENT_SPILL_INL
#undef CREDENCE_MOMENT_SPILL_INL
#else
#define CREDENCE_MOMENT_SPILL_INL
#endif

#include <hwy/highway.h>

#include "learn/moments/moment_arrays.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {

// A number in two parts; `low` holds the digits that do not fit in `high`.
template <class V>
struct Pair {
  V high;
  V low;
};

// a + b without a rounding error, whichever is larger.
template <class V>
HWY_INLINE Pair<V> exact_sum(V a, V b) {
  namespace hn = hwy::HWY_NAMESPACE;
  const V sum = hn::Add(a, b);
  const V b_part = hn::Sub(sum, a);
  const V a_part = hn::Sub(sum, b_part);
  return {sum, hn::Add(hn::Sub(a, a_part), hn::Sub(b, b_part))};
}

template <class V>
HWY_INLINE Pair<V> plus(Pair<V> a, V b) {
  const Pair<V> sum = exact_sum(a.high, b);
  return {sum.high, hwy::HWY_NAMESPACE::Add(a.low, sum.low)};
}

// Moves block sums into a pair of tile sums.
template <class D>
HWY_INLINE void spill_into(D d, double* HWY_RESTRICT block, double* HWY_RESTRICT high,
                           double* HWY_RESTRICT low) {
  namespace hn = hwy::HWY_NAMESPACE;
  using V = hn::Vec<D>;
  const Pair<V> sum = plus(Pair<V>{hn::LoadU(d, high), hn::LoadU(d, low)}, hn::LoadU(d, block));
  hn::StoreU(sum.high, d, high);
  hn::StoreU(sum.low, d, low);
  hn::StoreU(hn::Zero(d), d, block);
}

// Moves the block of a class into its tile, `columns` from the first on.
HWY_INLINE void spill(const detail::MomentArrays& arrays, Index klass, Index first, Index columns) {
  using A = detail::MomentArrays;
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<double> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  double* const block = arrays.block(klass) + first;
  double* const tile = arrays.tile(klass) + first;
  const Index padded = arrays.padded;
  for (Index j = 0; j < columns; j += lanes) {
    spill_into(d, block + A::sum * padded + j, tile + A::tile_sum * padded + j,
               tile + A::tile_sum_low * padded + j);
    spill_into(d, block + A::square * padded + j, tile + A::tile_square * padded + j,
               tile + A::tile_square_low * padded + j);
  }
  if (arrays.counts == nullptr) return;
  double* const count = arrays.count(klass) + first;
  for (Index j = 0; j < columns; j += lanes)
    spill_into(d, count + A::block_count * padded + j, count + A::tile_count * padded + j,
               count + A::tile_count_low * padded + j);
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
