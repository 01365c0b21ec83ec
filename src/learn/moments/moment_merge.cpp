// What happens to the sums of MomentSums at the end of a tile, several columns at a time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/moments/moment_merge.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "learn/moments/moment_arrays.hpp"
#include "learn/moments/moment_spill-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using detail::MomentArrays;
using A = MomentArrays;
using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;

HWY_INLINE Index lanes() { return static_cast<Index>(hn::Lanes(D())); }

// 0 where the value is finite, NaN elsewhere.
HWY_INLINE V finite_mark(V v) { return hn::Sub(v, v); }

bool settle(const MomentArrays& arrays) {
  const D d;
  V mark = hn::Zero(d);
  for (Index klass = 0; klass < arrays.classes; ++klass) {
    if (arrays.rows[klass] == 0) continue;
    spill(arrays, klass, 0, arrays.columns);
    for (Index j = 0; j < arrays.columns; j += lanes()) {
      const V square = hn::LoadU(d, arrays.tile(klass, A::tile_square) + j);
      const V sum = hn::LoadU(d, arrays.tile(klass, A::tile_sum) + j);
      const bool total = arrays.kind == detail::MomentKind::total;
      mark = hn::Add(mark, total ? square : finite_mark(square));
      mark = hn::Add(mark, finite_mark(sum));
    }
  }
  return hn::AllTrue(d, hn::Eq(mark, hn::Zero(d)));
}

// A shift with no more digits than a sixteenth of the standard deviation needs. Whole numbers then
// have distances with few digits, whose squares add up without any rounding error: where numbers
// recur, their errors would not cancel each other. What is cut off stays in the lower part.
HWY_INLINE Pair<V> rounded_shift(Pair<V> mean, V squares, V count) {
  const D d;
  const hn::RebindToUnsigned<D> bits;
  const V deviation = hn::Sqrt(hn::Div(squares, count));
  const V power = hn::BitCast(
      d, hn::And(hn::BitCast(bits, deviation), hn::Set(bits, std::uint64_t{0x7FF0000000000000})));
  const V coarse = hn::Mul(power, hn::Set(d, 0x1.8p52 / 16));
  const V high = hn::Sub(hn::Add(mean.high, coarse), coarse);
  const auto usable = hn::Lt(coarse, hn::Set(d, 1e300));
  const V shift = hn::IfThenElse(usable, high, mean.high);
  return {shift, hn::Add(hn::Sub(mean.high, shift), mean.low)};
}

void adopt(const MomentArrays& arrays) {
  const D d;
  for (Index klass = 0; klass < arrays.classes; ++klass) {
    if (arrays.rows[klass] == 0) continue;
    const V rows = hn::Set(d, arrays.in_tile[klass]);
    for (Index j = 0; j < arrays.columns; j += lanes()) {
      double* const block = arrays.block(klass) + j;
      V count = rows;
      if (arrays.counts != nullptr) {
        count = hn::LoadU(d, arrays.count(klass, A::block_count) + j);
        hn::StoreU(hn::Zero(d), d, arrays.count(klass, A::block_count) + j);
      }
      const V sum = hn::LoadU(d, block + A::sum * arrays.padded);
      const V step = hn::Div(sum, count);
      const V squares =
          hn::Sub(hn::LoadU(d, block + A::square * arrays.padded), hn::Mul(sum, step));
      const auto usable = hn::Eq(finite_mark(step), hn::Zero(d));
      const V mean = hn::Add(hn::LoadU(d, block), hn::IfThenElseZero(usable, step));
      const Pair<V> shift = rounded_shift({mean, hn::Zero(d)}, squares, count);
      hn::StoreU(shift.high, d, block);
      hn::StoreU(hn::Zero(d), d, block + A::sum * arrays.padded);
      hn::StoreU(hn::Zero(d), d, block + A::square * arrays.padded);
    }
  }
}

// Weight so far and weight to come, and what both merges need of them.
struct Weights {
  V seen;
  V more;
  V share;   // more / (seen + more): how far the mean moves
  V moment;  // seen * more / (seen + more): what a squared distance of means counts
};
HWY_INLINE Weights weighed(V seen, V more) {
  const D d;
  const V share = hn::IfThenElseZero(hn::Gt(more, hn::Zero(d)), hn::Div(more, hn::Add(seen, more)));
  return {seen, more, share, hn::Mul(seen, share)};
}

// Means and sums of squares of some columns.
struct Spread {
  Pair<V> mean;
  Pair<V> squares;
};
HWY_INLINE Spread load_total(const MomentArrays& arrays, Index klass, Index j) {
  const D d;
  return {{hn::LoadU(d, arrays.block(klass, A::shift) + j),
           hn::LoadU(d, arrays.total(klass, A::mean_low) + j)},
          {hn::LoadU(d, arrays.total(klass, A::squares) + j),
           hn::LoadU(d, arrays.total(klass, A::squares_low) + j)}};
}
HWY_INLINE void store_total(const MomentArrays& arrays, Index klass, Index j,
                            const Spread& spread) {
  const D d;
  hn::StoreU(spread.mean.high, d, arrays.block(klass, A::shift) + j);
  hn::StoreU(spread.mean.low, d, arrays.total(klass, A::mean_low) + j);
  hn::StoreU(spread.squares.high, d, arrays.total(klass, A::squares) + j);
  hn::StoreU(spread.squares.low, d, arrays.total(klass, A::squares_low) + j);
}

template <class M>
HWY_INLINE Spread chosen(M mask, const Spread& yes, const Spread& no) {
  return {{hn::IfThenElse(mask, yes.mean.high, no.mean.high),
           hn::IfThenElse(mask, yes.mean.low, no.mean.low)},
          {hn::IfThenElse(mask, yes.squares.high, no.squares.high),
           hn::IfThenElse(mask, yes.squares.low, no.squares.low)}};
}

// The digits of a pair where they belong again: `high` is the sum of both, rounded.
HWY_INLINE Pair<V> tidy(Pair<V> a) { return exact_sum(a.high, a.low); }

// `total` and rows whose mean lies `step` away from its own.
// source  [chan1983]
HWY_INLINE Spread merged(const Spread& total, const Weights& weights, V step, Pair<V> squares) {
  const D d;
  const V square = hn::Mul(step, step);
  const auto usable = hn::Eq(finite_mark(square), hn::Zero(d));
  // The product with a small weight may be a double where the square alone is none.
  const V between = hn::IfThenElse(usable, hn::Mul(square, weights.moment),
                                   hn::Mul(hn::Mul(step, weights.moment), step));
  const Pair<V> within = plus(plus(total.squares, squares.high), squares.low);
  const Pair<V> squares_now = plus(within, between);
  const Pair<V> mean = tidy(plus(total.mean, hn::Mul(step, weights.share)));
  const V count = hn::Add(weights.seen, weights.more);
  return {rounded_shift(mean, squares_now.high, count), squares_now};
}

// a * b - c, rounded once; Highway's own rounds twice where the processor cannot.
HWY_INLINE V product_minus(V a, V b, V c) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  const D d;
  HWY_ALIGN double product[8], factor[8], less[8];
  hn::Store(a, d, product);
  hn::Store(b, d, factor);
  hn::Store(c, d, less);
  for (Index k = 0; k < lanes(); ++k) product[k] = std::fma(product[k], factor[k], -less[k]);
  return hn::Load(d, product);
#else
  return hn::MulSub(a, b, c);
#endif
}

// Mean of t and sum of (t - mean)^2 from sums of t and t^2 about the shift. `lost` is what was
// subtracted: digits as many as it has above the difference are gone.
struct Centred {
  Pair<V> mean;
  V squares;
  V lost;
};
HWY_INLINE Centred centred(Pair<V> sum, Pair<V> square, V count) {
  const D d;
  const V some = hn::IfThenElse(hn::Gt(count, hn::Zero(d)), count, hn::Set(d, 1));
  const V mean = hn::Div(sum.high, some);
  const V rest = hn::Neg(product_minus(mean, some, sum.high));
  const V mean_low = hn::Div(hn::Add(rest, sum.low), some);
  const V lost = hn::Mul(sum.high, mean);
  const V lost_low = product_minus(sum.high, mean, lost);
  const V low = hn::Add(hn::Mul(sum.high, mean_low), hn::Add(hn::Mul(sum.low, mean), lost_low));
  const Pair<V> left = exact_sum(square.high, hn::Neg(lost));
  const V squares = hn::Add(left.high, hn::Add(left.low, hn::Sub(square.low, low)));
  return {{mean, mean_low}, hn::Max(squares, hn::Zero(d)), lost};
}

HWY_INLINE Pair<V> tile_pair(const MomentArrays& arrays, Index klass, Index part, Index j) {
  const D d;
  return tidy(
      {hn::LoadU(d, arrays.tile(klass, part) + j), hn::LoadU(d, arrays.tile(klass, part + 1) + j)});
}

HWY_INLINE void empty_tile(const MomentArrays& arrays, Index klass, Index j) {
  const D d;
  for (Index part = 0; part < A::tile_parts; ++part)
    hn::StoreU(hn::Zero(d), d, arrays.tile(klass, part) + j);
}

// The weights of some columns; moves those of the tile to those seen before.
HWY_INLINE Weights take_weights(const MomentArrays& arrays, Index klass, Index j) {
  const D d;
  if (arrays.counts == nullptr)
    return weighed(hn::Set(d, arrays.seen[klass]), hn::Set(d, arrays.in_tile[klass]));
  double* const count = arrays.count(klass) + j;
  const V seen = hn::LoadU(d, count + A::seen_count * arrays.padded);
  const V more = hn::Add(hn::LoadU(d, count + A::tile_count * arrays.padded),
                         hn::LoadU(d, count + A::tile_count_low * arrays.padded));
  hn::StoreU(hn::Add(seen, more), d, count + A::seen_count * arrays.padded);
  hn::StoreU(hn::Zero(d), d, count + A::tile_count * arrays.padded);
  hn::StoreU(hn::Zero(d), d, count + A::tile_count_low * arrays.padded);
  return weighed(seen, more);
}

// How often the spread may go into what is subtracted from the sum of squares. A tile with no more
// rows than were seen before never comes to 2: where the shift is far from its mean, that distance
// itself is the greater part of the spread. Of many rows the rounding errors cancel each other.
HWY_INLINE double far_ratio(Index rows) {
  return std::clamp(std::sqrt(static_cast<double>(rows)) / 16, 0.5, 4.0);
}

Index merge_tile(const MomentArrays& arrays, Index klass, Index* far) {
  const D d;
  const V ratio = hn::Set(d, far_ratio(arrays.rows[klass]));
  Index count = 0;
  for (Index j = 0; j < arrays.columns; j += lanes()) {
    const Weights weights = take_weights(arrays, klass, j);
    const Spread before = load_total(arrays, klass, j);
    const Pair<V> sum = tile_pair(arrays, klass, A::tile_sum, j);
    const Pair<V> square = tile_pair(arrays, klass, A::tile_square, j);
    empty_tile(arrays, klass, j);
    if (arrays.kind == detail::MomentKind::total) {
      const Pair<V> mean = tidy(plus(plus(before.mean, sum.high), sum.low));
      store_total(arrays, klass, j, {mean, before.squares});
      continue;
    }
    const Centred tile = centred(sum, square, weights.more);
    const V step = hn::Add(hn::Sub(tile.mean.high, before.mean.low), tile.mean.low);
    const Spread after = merged(before, weights, step, {tile.squares, hn::Zero(d)});
    store_total(arrays, klass, j, after);
    const auto off = hn::Gt(tile.lost, hn::Mul(after.squares.high, ratio));
    if (hn::AllFalse(d, off)) continue;
    store_total(arrays, klass, j, chosen(off, before, after));
    const V marks = hn::IfThenElseZero(off, hn::Set(d, 1));
    HWY_ALIGN double mark[8];
    hn::Store(marks, d, mark);
    for (Index k = 0; k < lanes(); ++k)
      if (mark[k] != 0) far[count++] = j + k;
  }
  return count;
}

void merge_others(const MomentArrays& arrays, const MomentArrays& other, Index klass) {
  const D d;
  for (Index j = 0; j < arrays.columns; j += lanes()) {
    V seen = hn::Set(d, arrays.seen[klass]);
    V more = hn::Set(d, other.seen[klass]);
    if (arrays.counts != nullptr) {
      double* const count = arrays.count(klass, A::seen_count) + j;
      seen = hn::LoadU(d, count);
      more = hn::LoadU(d, other.count(klass, A::seen_count) + j);
      hn::StoreU(hn::Add(seen, more), d, count);
    }
    const Spread mine = load_total(arrays, klass, j);
    const Spread theirs = load_total(other, klass, j);
    if (arrays.kind == detail::MomentKind::total) {
      const Pair<V> mean = tidy(plus(plus(mine.mean, theirs.mean.high), theirs.mean.low));
      store_total(arrays, klass, j, {mean, mine.squares});
      continue;
    }
    // The heavier side leads: the mean then moves by little, and rounds little.
    const auto mine_leads = hn::Ge(seen, more);
    const Spread lead = chosen(mine_leads, mine, theirs);
    const Spread rest = chosen(mine_leads, theirs, mine);
    const V step =
        hn::Add(hn::Sub(rest.mean.high, lead.mean.high), hn::Sub(rest.mean.low, lead.mean.low));
    const Weights weights = weighed(hn::Max(seen, more), hn::Min(seen, more));
    const Spread both = merged(lead, weights, step, rest.squares);
    const auto nothing = hn::Eq(weights.more, hn::Zero(d));
    store_total(arrays, klass, j, chosen(nothing, lead, both));
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {
HWY_EXPORT(settle);
HWY_EXPORT(adopt);
HWY_EXPORT(merge_tile);
HWY_EXPORT(merge_others);

namespace detail {

bool settle_moments(const MomentArrays& arrays) { return HWY_DYNAMIC_DISPATCH(settle)(arrays); }
void adopt_shifts(const MomentArrays& arrays) { HWY_DYNAMIC_DISPATCH(adopt)(arrays); }
Index merge_settled(const MomentArrays& arrays, Index klass, Index* far) {
  return HWY_DYNAMIC_DISPATCH(merge_tile)(arrays, klass, far);
}
void merge_totals(const MomentArrays& arrays, const MomentArrays& other, Index klass) {
  HWY_DYNAMIC_DISPATCH(merge_others)(arrays, other, klass);
}

}  // namespace detail
}  // namespace credence
#endif
