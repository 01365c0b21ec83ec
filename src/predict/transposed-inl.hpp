// Transposes of as many vectors as they have lanes, made on the way from memory to memory. For
// kernels: included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_TRANSPOSED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_TRANSPOSED_INL
#undef CREDENCE_TRANSPOSED_INL
#else
#define CREDENCE_TRANSPOSED_INL
#endif

#include <credence/base/index.hpp>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {

// row(i) is a vector of doubles, i = 0 ... lanes - 1; lane i of put(j, ...) is lane j of row(i).
#if HWY_TARGET == HWY_AVX3
template <class Row, class Put>
HWY_INLINE void transpose_vectors(const Row& row, const Put& put) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::FixedTag<double, 8> d;
  using V = hn::Vec<decltype(d)>;
  // Pairs of rows interleaved: blocks of 2 columns x 2 rows.
  const V r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
  const V a0 = hn::InterleaveLower(d, r0, r1), a1 = hn::InterleaveUpper(d, r0, r1);
  const V a2 = hn::InterleaveLower(d, r2, r3), a3 = hn::InterleaveUpper(d, r2, r3);
  const V r4 = row(4), r5 = row(5), r6 = row(6), r7 = row(7);
  const V a4 = hn::InterleaveLower(d, r4, r5), a5 = hn::InterleaveUpper(d, r4, r5);
  const V a6 = hn::InterleaveLower(d, r6, r7), a7 = hn::InterleaveUpper(d, r6, r7);
  // Even and odd 128-bit blocks of two, then of four rows.
  const auto even = [](V x, V y) HWY_ATTR { return V{_mm512_shuffle_f64x2(x.raw, y.raw, 0x88)}; };
  const auto odd = [](V x, V y) HWY_ATTR { return V{_mm512_shuffle_f64x2(x.raw, y.raw, 0xDD)}; };
  const V b0 = even(a0, a2), b4 = even(a4, a6), b2 = odd(a0, a2), b6 = odd(a4, a6);
  const V b1 = even(a1, a3), b5 = even(a5, a7), b3 = odd(a1, a3), b7 = odd(a5, a7);
  put(0, even(b0, b4));
  put(1, even(b1, b5));
  put(2, even(b2, b6));
  put(3, even(b3, b7));
  put(4, odd(b0, b4));
  put(5, odd(b1, b5));
  put(6, odd(b2, b6));
  put(7, odd(b3, b7));
}
#elif HWY_TARGET == HWY_AVX2
template <class Row, class Put>
HWY_INLINE void transpose_vectors(const Row& row, const Put& put) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::FixedTag<double, 4> d;
  using V = hn::Vec<decltype(d)>;
  const V r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
  const V a0 = hn::InterleaveLower(d, r0, r1), a1 = hn::InterleaveUpper(d, r0, r1);
  const V a2 = hn::InterleaveLower(d, r2, r3), a3 = hn::InterleaveUpper(d, r2, r3);
  put(0, hn::ConcatLowerLower(d, a2, a0));
  put(1, hn::ConcatLowerLower(d, a3, a1));
  put(2, hn::ConcatUpperUpper(d, a2, a0));
  put(3, hn::ConcatUpperUpper(d, a3, a1));
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
