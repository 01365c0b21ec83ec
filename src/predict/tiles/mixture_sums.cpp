// The largest entry first, then the sum over it: two passes, entries as lanes.
#include "predict/tiles/mixture_sums.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/tiles/mixture_sums.cpp"
#include "base/targets.hpp"
#include "predict/tiles/impossible.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "base/exponential-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Vector = hn::Vec<Doubles>;

// load(k): a vector of list k.
template <class Load>
HWY_INLINE Vector log_sum(std::size_t lists, const Load& load) {
  const Doubles d;
  const Vector none = hn::Set(d, detail::impossible);
  Vector most = none;
  Vector all = hn::Zero(d);  // NaN where an entry is
  for (std::size_t k = 0; k < lists; ++k) {
    most = hn::Max(most, load(k));
    all = hn::Add(all, load(k));
  }
  // Where nothing is possible, -inf less -inf would be NaN.
  const auto possible = hn::Gt(most, none);
  const Vector top = hn::IfThenElseZero(possible, most);
  Vector sum = hn::Zero(d);
  for (std::size_t k = 0; k < lists; ++k) sum = hn::Add(sum, exponential(d, hn::Sub(load(k), top)));
  const Vector found = hn::IfThenElse(possible, hn::Add(top, hn::Log(d, sum)), none);
  return hn::IfThenElse(hn::Eq(all, all), found, all);
}

void log_sums_at_once(std::span<const std::span<const double>> parts, std::span<double> sums) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t at = 0;
  for (; at + lanes <= sums.size(); at += lanes)
    hn::StoreU(log_sum(parts.size(),
                       [&](std::size_t k) HWY_ATTR { return hn::LoadU(d, parts[k].data() + at); }),
               d, sums.data() + at);
  for (; at < sums.size(); ++at) {
    const Vector one =
        log_sum(parts.size(), [&](std::size_t k) HWY_ATTR { return hn::Set(d, parts[k][at]); });
    sums[at] = hn::GetLane(one);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

HWY_EXPORT(log_sums_at_once);

void detail::log_sums(std::span<const std::span<const double>> parts, std::span<double> sums) {
  HWY_DYNAMIC_DISPATCH(log_sums_at_once)(parts, sums);
}

}  // namespace credence
#endif  // HWY_ONCE
