// Labels and probabilities, as many rows at once as fit in a vector.
#include "predict/tiles/tile_answers.hpp"

#include <algorithm>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/tiles/tile_answers.cpp"
#include "base/targets.hpp"
#include "predict/tiles/impossible.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/exponential-inl.hpp"
#include "base/transpose-inl.hpp"

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One lane on the baseline, where this is a plain loop.
using Doubles = hn::ScalableTag<double>;
using Vector = hn::Vec<Doubles>;

// The largest log joints of the rows of a vector, and where they stand; -1: nowhere. A joint that is
// NaN makes the largest NaN.
struct Best {
  Vector joint;
  Vector klass;
};

HWY_INLINE Best find_best(const double* joints, const ScoreTile& tile) {
  const Doubles d;
  Best best{hn::Set(d, detail::impossible), hn::Set(d, -1.0)};
  Vector klass = hn::Zero(d);
  Vector sum = hn::Zero(d);
  const Vector one = hn::Set(d, 1.0);
  for (Index c = 0; c < tile.classes; ++c) {
    const Vector joint = hn::Load(d, joints + c * tile.stride);
    sum = hn::Add(sum, joint);
    const auto higher = hn::Gt(joint, best.joint);
    best.joint = hn::IfThenElse(higher, joint, best.joint);
    best.klass = hn::IfThenElse(higher, klass, best.klass);
    klass = hn::Add(klass, one);
  }
  const auto is_number = hn::Eq(sum, sum);
  best.joint = hn::IfThenElse(is_number, best.joint, sum);
  best.klass = hn::IfThenElse(is_number, best.klass, hn::Max(best.klass, hn::Zero(d)));
  return best;
}

void find_most_probable(const ScoreTile& tile, Code* label) {
  const Doubles d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const hn::Rebind<Code, Doubles> codes;
  for (Index row = 0; row < tile.rows; row += lanes) {
    const auto found = hn::DemoteTo(codes, find_best(tile.data + row, tile).klass);
    if (row + lanes <= tile.rows) {
      hn::StoreU(found, codes, label + row);
      continue;
    }
    Code last[HWY_MAX_BYTES / sizeof(double)];
    hn::StoreU(found, codes, last);
    std::copy(last, last + (tile.rows - row), label + row);
  }
}

// joint - largest of each class replaces the joint; out: the sum of their exponentials without that
// of the largest itself, so that ln(1 + sum) keeps the digits of a row that leaves little doubt. A
// largest that is NaN makes all of them NaN.
HWY_INLINE Vector sum_rest(double* joints, const ScoreTile& tile, const Best& best) {
  const Doubles d;
  Vector rest = hn::Zero(d);
  Vector klass = hn::Zero(d);
  // Where every class is impossible the fallback is taken later; -inf less -inf would be NaN.
  const Vector top = hn::IfThenElseZero(hn::Ge(best.klass, hn::Zero(d)), best.joint);
  const Vector none = hn::Sub(top, top);  // 0 or NaN
  for (Index c = 0; c < tile.classes; ++c) {
    double* at = joints + c * tile.stride;
    const Vector difference = hn::Sub(hn::Load(d, at), top);
    const Vector part = hn::Add(exponential(d, difference), none);
    rest = hn::Add(rest, hn::IfThenZeroElse(hn::Eq(klass, best.klass), part));
    klass = hn::Add(klass, hn::Set(d, 1.0));
    hn::Store(difference, d, at);
  }
  return rest;
}

void make_log_probabilities(const ScoreTile& tile, const double* fallback) {
  const Doubles d;
  for (Index row = 0; row < tile.rows; row += static_cast<Index>(hn::Lanes(d))) {
    double* joints = tile.data + row;
    const Best best = find_best(joints, tile);
    const Vector total = hn::Log1p(d, sum_rest(joints, tile, best));
    const auto possible = hn::Ge(best.klass, hn::Zero(d));
    for (Index c = 0; c < tile.classes; ++c) {
      double* at = joints + c * tile.stride;
      const Vector share = hn::Sub(hn::Load(d, at), total);
      hn::Store(hn::IfThenElse(possible, share, hn::Set(d, fallback[c])), d, at);
    }
  }
}

void copy_plainly(const ScoreTile& tile, Index first, Index end, double* to) {
  for (Index row = first; row < end; ++row)
    for (Index c = 0; c < tile.classes; ++c) to[row * tile.classes + c] = tile.at(c, row);
}

void copy_rows(const ScoreTile& tile, double* to) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  copy_plainly(tile, 0, tile.rows, to);
#else
  const Doubles d;
  constexpr Index lanes = HWY_MAX_BYTES / sizeof(double);
  const Index classes = tile.classes;
  const Index narrow = std::min(classes, lanes);
  Index row = 0;
  // With few classes a vector reaches into the rows behind, which are written later.
  for (; row + lanes <= tile.rows && (row + lanes - 1) * classes + lanes <= tile.rows * classes;
       row += lanes)
    for (Index c = 0; c < classes; c += lanes) {
      const Index first = std::min(c, classes - narrow);
      transpose_vectors(
          [&](Index k) HWY_ATTR {
            return k < narrow ? hn::Load(d, tile.of_class(first + k) + row) : hn::Zero(d);
          },
          [&](Index k, Vector v) HWY_ATTR { hn::StoreU(v, d, to + (row + k) * classes + first); });
    }
  copy_plainly(tile, row, tile.rows, to);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

HWY_EXPORT(find_most_probable);
HWY_EXPORT(make_log_probabilities);
HWY_EXPORT(copy_rows);

void most_probable(const ScoreTile& tile, std::span<Code> label) {
  assert(std::ssize(label) == tile.rows);
  HWY_DYNAMIC_DISPATCH(find_most_probable)(tile, label.data());
}

void to_log_probabilities(const ScoreTile& tile, std::span<const double> fallback) {
  assert(std::ssize(fallback) == tile.classes);
  HWY_DYNAMIC_DISPATCH(make_log_probabilities)(tile, fallback.data());
}

void copy_by_rows(const ScoreTile& tile, double* rows_by_classes) {
  HWY_DYNAMIC_DISPATCH(copy_rows)(tile, rows_by_classes);
}

}  // namespace credence
#endif  // HWY_ONCE
