// The natural logarithm of a vector of doubles: included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_MOMENT_LOG_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_MOMENT_LOG_INL
#undef CREDENCE_MOMENT_LOG_INL
#else
#define CREDENCE_MOMENT_LOG_INL
#endif

#include <limits>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {

// 2 (z/3 + z^2/5 + ...): what 2 atanh(s) / s is above 2, for z = s^2 below 0.03. The first term
// left out is below 2^-59.
template <class D, class V = hwy::HWY_NAMESPACE::Vec<D>>
HWY_INLINE V atanh_excess(D d, V z) {
  namespace hn = hwy::HWY_NAMESPACE;
  V sum = hn::Set(d, 2.0 / 23);
  for (const double odd : {21.0, 19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0})
    sum = hn::MulAdd(sum, z, hn::Set(d, 2 / odd));
  return hn::Mul(sum, z);
}

// ln x, at most 2 units in the last place off; NaN unless x is finite and above 0.
template <class D, class V = hwy::HWY_NAMESPACE::Vec<D>>
HWY_INLINE V natural_log(D d, V x) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::RebindToUnsigned<D> bits_tag;
  const auto bits_of = [&](std::uint64_t bits) HWY_ATTR { return hn::Set(bits_tag, bits); };
  const auto subnormal = hn::Lt(x, hn::Set(d, std::numeric_limits<double>::min()));
  const V normal = hn::IfThenElse(subnormal, hn::Mul(x, hn::Set(d, 0x1p54)), x);
  // x = 2^exponent * (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)): the exponent steps at sqrt(1/2).
  const auto root = bits_of(0x3FE6A09E667F3BCDu);
  const auto moved =
      hn::Add(hn::Sub(hn::BitCast(bits_tag, normal), root), bits_of(0x3FF0000000000000u));
  const V whole = hn::BitCast(
      d, hn::Or(hn::ShiftRight<52>(moved), bits_of(0x4330000000000000u)));  // 2^52 + exponent
  const V bias =
      hn::IfThenElse(subnormal, hn::Set(d, 0x1p52 + 1023 + 54), hn::Set(d, 0x1p52 + 1023));
  const V exponent = hn::Sub(whole, bias);
  const V f = hn::Sub(hn::BitCast(d, hn::Add(hn::And(moved, bits_of(0x000FFFFFFFFFFFFFu)), root)),
                      hn::Set(d, 1));
  // ln(1 + f) = 2 atanh(s) = f - s (f - excess), where only the small second term is rounded.
  const V s = hn::Div(f, hn::Add(f, hn::Set(d, 2)));
  const V excess = atanh_excess(d, hn::Mul(s, s));
  // ln 2 in two parts: the upper has so few digits that its product with an exponent is exact.
  const V low =
      hn::NegMulAdd(exponent, hn::Set(d, 0x1.ef35793c7673p-45), hn::Mul(s, hn::Sub(f, excess)));
  const V result = hn::MulAdd(exponent, hn::Set(d, 0x1.62e42fefa38p-1), hn::Sub(f, low));
  const auto proper = hn::And(hn::Gt(x, hn::Zero(d)),
                              hn::Lt(x, hn::Set(d, std::numeric_limits<double>::infinity())));
  return hn::IfThenElse(proper, result, hn::Set(d, std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
