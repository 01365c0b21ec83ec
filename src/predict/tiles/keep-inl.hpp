// Sums that keep what rounding takes from them. For kernels: included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_KEEP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_KEEP_INL
#undef CREDENCE_KEEP_INL
#else
#define CREDENCE_KEEP_INL
#endif

#include <credence/detail/predict/score_tile.hpp>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// So many terms are summed plainly in a register before their sum is added to one that keeps what
// rounding takes. Eight equal terms lose 4/3 ULP at most, sixteen 8/3: of a total that begins
// shortly below a power of two, as many again.
constexpr Index terms_together = 8;

// detail::add_keeping in vectors.
template <class D>
HWY_INLINE void add_keeping(D d, hn::Vec<D> term, double* HWY_RESTRICT sum,
                            double* HWY_RESTRICT lost) {
  const auto before = hn::LoadU(d, sum);
  const auto next = hn::Add(before, term);
  const auto added = hn::Sub(next, before);
  const auto error = hn::Add(hn::Sub(before, hn::Sub(next, added)), hn::Sub(term, added));
  const auto finite = hn::Eq(hn::Sub(error, error), hn::Zero(d));
  hn::StoreU(hn::Add(hn::LoadU(d, lost), hn::IfThenElseZero(finite, error)), d, lost);
  hn::StoreU(next, d, sum);
}

// The same for `size` sums, a multiple of eight, each term times `sign`, 1 or -1.
HWY_INLINE void add_all_keeping(const double* HWY_RESTRICT terms, double sign, Index size,
                                double* HWY_RESTRICT sums, double* HWY_RESTRICT lost) {
  const hn::CappedTag<double, 8> d;
  const auto factor = hn::Set(d, sign);
  for (Index i = 0; i < size; i += static_cast<Index>(hn::Lanes(d)))
    add_keeping(d, hn::Mul(factor, hn::LoadU(d, terms + i)), sums + i, lost + i);
}

// sums += sign x terms, which are small: what two sums have lost.
HWY_INLINE void add_all(const double* HWY_RESTRICT terms, double sign, Index size,
                        double* HWY_RESTRICT sums) {
  const hn::CappedTag<double, 8> d;
  const auto factor = hn::Set(d, sign);
  for (Index i = 0; i < size; i += static_cast<Index>(hn::Lanes(d)))
    hn::StoreU(hn::MulAdd(factor, hn::LoadU(d, terms + i), hn::LoadU(d, sums + i)), d, sums + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
