// Sums over the classes of each row, as many rows at once as fit in a vector.
#include "predict/row_summaries.hpp"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/row_summaries.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void summarise(const ScoreTile& tile, JointSummary* to) {
  using Doubles = hn::ScalableTag<double>;
  constexpr double impossible = -std::numeric_limits<double>::infinity();
  const Doubles d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const auto zero = hn::Zero(d);
  const auto one = hn::Set(d, 1.0);
  for (Index row = 0; row < tile.rows; row += lanes) {
    const double* joints = tile.data + row;
    auto best = hn::Set(d, impossible);
    auto label = hn::Set(d, -1.0);
    auto klass = zero;
    for (Index c = 0; c < tile.classes; ++c, klass = hn::Add(klass, one)) {
      const auto joint = hn::Load(d, joints + c * tile.stride);
      const auto higher = hn::Gt(joint, best);
      best = hn::IfThenElse(higher, joint, best);
      label = hn::IfThenElse(higher, klass, label);
    }
    // -inf less -inf would be NaN; such rows are not looked at.
    const auto top = hn::IfThenElseZero(hn::Ge(label, zero), best);
    auto rest = zero;
    auto squares = zero;
    klass = zero;
    for (Index c = 0; c < tile.classes; ++c, klass = hn::Add(klass, one)) {
      const auto part = hn::IfThenZeroElse(
          hn::Eq(klass, label), hn::Exp(d, hn::Sub(hn::Load(d, joints + c * tile.stride), top)));
      rest = hn::Add(rest, part);
      squares = hn::MulAdd(part, part, squares);
    }
    HWY_ALIGN double of[4][HWY_MAX_BYTES / sizeof(double)];
    hn::Store(best, d, of[0]);
    hn::Store(label, d, of[1]);
    hn::Store(rest, d, of[2]);
    hn::Store(squares, d, of[3]);
    for (Index i = 0; i < std::min(lanes, tile.rows - row); ++i)
      to[row + i] = {.best = of[0][i],
                     .label = static_cast<Index>(of[1][i]),
                     .rest = of[2][i],
                     .squares = of[3][i]};
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

HWY_EXPORT(summarise);

void summarise_joints(const ScoreTile& tile, JointSummary* to) {
  HWY_DYNAMIC_DISPATCH(summarise)(tile, to);
}

}  // namespace credence
#endif  // HWY_ONCE
