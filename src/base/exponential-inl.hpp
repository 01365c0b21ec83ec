// e^x in vectors, for numbers that may be NaN. Included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_EXPONENTIAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_EXPONENTIAL_INL
#undef CREDENCE_EXPONENTIAL_INL
#else
#define CREDENCE_EXPONENTIAL_INL
#endif

#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {

// e^x, 0 for NaN.
template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> exponential(D d, hwy::HWY_NAMESPACE::Vec<D> x) {
  namespace hn = hwy::HWY_NAMESPACE;
#if HWY_TARGET == HWY_SCALAR
  // Here Highway would make an integer of NaN, which C++ leaves undefined.
  x = hn::IfThenElse(hn::Eq(x, x), x, hn::Set(d, -1000.0));
#endif
  return hn::Exp(d, x);
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
