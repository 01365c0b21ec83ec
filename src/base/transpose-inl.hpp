// Transposes of small blocks of doubles, for kernels: included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_TRANSPOSE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_TRANSPOSE_INL
#undef CREDENCE_TRANSPOSE_INL
#else
#define CREDENCE_TRANSPOSE_INL
#endif

#include <credence/base/index.hpp>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {

// As many vectors as they have lanes, on the way from memory to memory: row(i) is a vector of
// doubles, i = 0 ... lanes - 1; lane i of put(j, ...) is lane j of row(i). Not for the baseline,
// whose vectors have one lane.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
template <class Row, class Put>
HWY_INLINE void transpose_vectors(hwy::HWY_NAMESPACE::FixedTag<double, 2> d, const Row& row,
                                  const Put& put) {
  namespace hn = hwy::HWY_NAMESPACE;
  const auto r0 = row(0), r1 = row(1);
  put(0, hn::InterleaveLower(d, r0, r1));
  put(1, hn::InterleaveUpper(d, r0, r1));
}
template <class Row, class Put>
HWY_INLINE void transpose_vectors(hwy::HWY_NAMESPACE::FixedTag<double, 4> d, const Row& row,
                                  const Put& put) {
  namespace hn = hwy::HWY_NAMESPACE;
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
#if HWY_TARGET == HWY_AVX3
template <class Row, class Put>
HWY_INLINE void transpose_vectors(hwy::HWY_NAMESPACE::FixedTag<double, 8> d, const Row& row,
                                  const Put& put) {
  namespace hn = hwy::HWY_NAMESPACE;
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
#endif
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
template <class Row, class Put>
HWY_INLINE void transpose_vectors(const Row& row, const Put& put) {
  transpose_vectors(hwy::HWY_NAMESPACE::ScalableTag<double>(), row, put);
}
#endif

// 8 x 8 doubles: to[j * to_stride + i] = from[i * from_stride + j]. No alignment is needed.
HWY_INLINE void transpose_8x8(const double* HWY_RESTRICT from, Index from_stride,
                              double* HWY_RESTRICT to, Index to_stride) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<double> d;
  constexpr Index lanes = HWY_MAX_BYTES / 8;
  for (Index i = 0; i < 8; i += lanes)
    for (Index j = 0; j < 8; j += lanes)
      transpose_vectors([&](Index row)
                            HWY_ATTR { return hn::LoadU(d, from + (i + row) * from_stride + j); },
                        [&](Index column, hn::Vec<decltype(d)> v)
                            HWY_ATTR { hn::StoreU(v, d, to + (j + column) * to_stride + i); });
#else
  for (Index j = 0; j < 8; ++j)
    for (Index i = 0; i < 8; ++i) to[j * to_stride + i] = from[i * from_stride + j];
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
