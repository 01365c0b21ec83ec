// The most probable classes of rows side by side. Included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_MOST_PROBABLE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_MOST_PROBABLE_INL
#undef CREDENCE_MOST_PROBABLE_INL
#else
#define CREDENCE_MOST_PROBABLE_INL
#endif

#include <credence/detail/predict/score_tile.hpp>

#include <limits>

#include <hwy/highway.h>

#include "base/exponential-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace row_kernels {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Vector = hn::Vec<Doubles>;

// The most probable class of some rows, and the others in relation to it.
struct MostProbable {
  Vector label;    // -1: none
  Vector best;     // its log joint; NaN where a joint is
  Vector top;      // the same, 0 without one
  Vector rest;     // sum of exp(log joint - top) over the other classes
  Vector squares;  // of these terms
};

HWY_INLINE MostProbable most_probable(const ScoreTile& joints, Index row) {
  const Doubles d;
  const Vector one = hn::Set(d, 1.0);
  Vector best = hn::Set(d, -std::numeric_limits<double>::infinity());
  Vector label = hn::Set(d, -1.0);
  Vector klass = hn::Zero(d);
  Vector sum = hn::Zero(d);  // NaN where a joint is
  for (Index c = 0; c < joints.classes; ++c, klass = hn::Add(klass, one)) {
    const Vector joint = hn::Load(d, joints.of_class(c) + row);
    sum = hn::Add(sum, joint);
    const auto higher = hn::Gt(joint, best);
    best = hn::IfThenElse(higher, joint, best);
    label = hn::IfThenElse(higher, klass, label);
  }
  const auto is_number = hn::Eq(sum, sum);
  best = hn::IfThenElse(is_number, best, sum);
  label = hn::IfThenElse(is_number, label, hn::Max(label, hn::Zero(d)));
  // -inf less -inf would be NaN; such rows are answered by their fallback.
  const Vector top = hn::IfThenElseZero(hn::Ge(label, hn::Zero(d)), best);
  const Vector none = hn::Sub(top, top);  // 0, or NaN, whose exponential is 0 here
  MostProbable found{.label = label, .best = best, .top = top, .rest = none, .squares = none};
  klass = hn::Zero(d);
  if (joints.classes == 2) {  // one exponential is enough
    const Vector joint = hn::IfThenElse(hn::Eq(label, klass), hn::Load(d, joints.of_class(1) + row),
                                        hn::Load(d, joints.of_class(0) + row));
    const Vector part = exponential(d, hn::Sub(joint, top));
    found.rest = hn::Add(none, part);
    found.squares = hn::MulAdd(part, part, none);
    return found;
  }
  for (Index c = 0; c < joints.classes; ++c, klass = hn::Add(klass, one)) {
    const Vector joint = hn::Load(d, joints.of_class(c) + row);
    const Vector part =
        hn::IfThenZeroElse(hn::Eq(klass, label), exponential(d, hn::Sub(joint, top)));
    found.rest = hn::Add(found.rest, part);
    found.squares = hn::MulAdd(part, part, found.squares);
  }
  return found;
}

}  // namespace row_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
