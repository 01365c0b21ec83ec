// Metrics of rows whose log joints stand: as many rows at once as fit in a vector.
#include "study/metrics/point_sums.hpp"

#include <credence/base/sum.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "study/metrics/point_sums.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "base/exponential-inl.hpp"
#include "predict/tiles/most_probable-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using detail::PointRows;
using detail::PointSums;

using row_kernels::Doubles;
using row_kernels::most_probable;
using row_kernels::MostProbable;
using row_kernels::Vector;

// The log joint of each row's true class.
HWY_INLINE Vector own_joints(const ScoreTile& joints, Index row, Vector truth) {
  const Doubles d;
  Vector own = hn::Load(d, joints.of_class(0) + row);
  for (Index c = 1; c < joints.classes; ++c)
    own = hn::IfThenElse(hn::Eq(truth, hn::Set(d, static_cast<double>(c))),
                         hn::Load(d, joints.of_class(c) + row), own);
  return own;
}

// Whether a row has no possible class. Behind the rows stands anything, of which it may speak too.
bool score_point_rows(const ScoreTile& joints, PointRows& rows) {
  const Doubles d;
  const Vector one = hn::Set(d, 1.0);
  auto none = hn::Lt(one, hn::Zero(d));
  for (Index row = 0; row < joints.rows; row += static_cast<Index>(hn::Lanes(d))) {
    const MostProbable most = most_probable(joints, row);
    const Vector truth = hn::LoadU(d, rows.truth.data() + row);
    const Vector behind = hn::Sub(own_joints(joints, row, truth), most.top);
    const Vector log_truth = hn::Min(hn::Sub(behind, hn::Log1p(d, most.rest)), hn::Zero(d));
    const auto right = hn::Eq(most.label, truth);
    // Of two classes the other one is all of the rest.
    const Vector part = joints.classes == 2 ? most.rest : exponential(d, behind);
    const Vector others =
        hn::IfThenElse(right, most.squares, hn::NegMulAdd(part, part, hn::Add(one, most.squares)));
    const Vector missed = hn::IfThenElse(right, most.rest, hn::Add(one, hn::Sub(most.rest, part)));
    const Vector total = hn::Add(one, most.rest);
    const Vector unknown = hn::Sub(most.rest, most.rest);  // NaN, of which a minimum knows nothing
    none = hn::Or(none, hn::Lt(most.label, hn::Zero(d)));
    hn::StoreU(most.label, d, rows.label.data() + row);
    hn::StoreU(hn::Sub(unknown, log_truth), d, rows.loss.data() + row);
    hn::StoreU(hn::Div(hn::MulAdd(missed, missed, others), hn::Mul(total, total)), d,
               rows.brier.data() + row);
    hn::StoreU(hn::Div(one, total), d, rows.largest.data() + row);
  }
  return !hn::AllFalse(d, none);
}

HWY_INLINE double sum_of(Vector terms) {
  HWY_ALIGN double each[HWY_MAX_BYTES / sizeof(double)];
  hn::Store(terms, Doubles(), each);
  double sum = 0;
  for (std::size_t lane = 0; lane < hn::Lanes(Doubles()); ++lane) sum += each[lane];
  return sum;
}

// Sums of what `term(at)` gives for the entries from `at` on.
template <class Term>
HWY_INLINE double sum_over(std::size_t entries, const Term& term) {
  Vector sum = hn::Zero(Doubles());
  for (std::size_t at = 0; at < entries; at += hn::Lanes(Doubles())) sum = hn::Add(sum, term(at));
  return sum_of(sum);
}

HWY_INLINE Vector entries_of(const std::vector<double>& list, std::size_t at) {
  return hn::LoadU(Doubles(), list.data() + at);
}

// 1 where a label is right.
HWY_INLINE Vector right_at(const PointRows& rows, std::size_t at) {
  return hn::IfThenElseZero(hn::Eq(entries_of(rows.label, at), entries_of(rows.truth, at)),
                            hn::Set(Doubles(), 1.0));
}

// Weighted squares of the distances from a mean.
template <class Weight, class Number>
HWY_INLINE double squares_over(std::size_t entries, double mean, const Weight& weight,
                               const Number& number) {
  return sum_over(entries, [&](std::size_t at) HWY_ATTR {
    const Vector distance = hn::Sub(number(at), hn::Set(Doubles(), mean));
    return hn::Mul(weight(at), hn::Mul(distance, distance));
  });
}

// in  sums: have the weights and their unit
void sum_point_rows(const PointRows& rows, double squared_weight, PointSums& sums) {
  const std::size_t entries = rows.truth.size();
  const auto weight = [&](std::size_t at) HWY_ATTR { return entries_of(rows.weights, at); };
  const auto loss = [&](std::size_t at) HWY_ATTR { return entries_of(rows.loss, at); };
  const auto weighted = [&](const std::vector<double>& list) HWY_ATTR {
    return sum_over(entries, [&](std::size_t at)
                                 HWY_ATTR { return hn::Mul(weight(at), entries_of(list, at)); });
  };
  sums.right = sum_over(
      entries, [&](std::size_t at) HWY_ATTR { return hn::Mul(weight(at), right_at(rows, at)); });
  sums.log_loss = weighted(rows.loss);
  sums.brier = weighted(rows.brier);
  sums.confidence = weighted(rows.largest);
  sums.losses = {.n = sums.weight, .mean = sums.log_loss / sums.weight};
  sums.losses.sum_of_squares = squares_over(entries, sums.losses.mean, weight, loss);
  sums.excesses = {.n = sums.weight, .mean = (sums.confidence - sums.right) / sums.weight};
  sums.excesses.sum_of_squares =
      squares_over(entries, sums.excesses.mean, weight, [&](std::size_t at) HWY_ATTR {
        return hn::Sub(entries_of(rows.largest, at), right_at(rows, at));
      });
  sums.squares = sums.losses;
  if (rows.weighs_one) return;
  const double unit = sums.unit;
  const auto square = [&](std::size_t at) HWY_ATTR {
    const Vector part = hn::Mul(weight(at), hn::Set(Doubles(), 1 / unit));
    return hn::Mul(part, part);
  };
  const double total =
      sum_over(entries, [&](std::size_t at) HWY_ATTR { return hn::Mul(square(at), loss(at)); });
  sums.squares = {.n = squared_weight, .mean = total / squared_weight};
  sums.squares.sum_of_squares = squares_over(entries, sums.squares.mean, square, loss);
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

HWY_EXPORT(score_point_rows);
HWY_EXPORT(sum_point_rows);

namespace detail {
namespace {

// The power of two at the largest weight; its inverse is a double, too.
double unit_of(const std::vector<double>& weights) {
  const double largest = weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
  if (!(largest > 0)) return 1;
  return std::ldexp(1.0, std::clamp(std::ilogb(largest), -1000, 1000));
}

}  // namespace

PointScorer::PointScorer(const LabelledRows& rows) : rows_(rows) {
  const std::size_t count = rows.truth.size();
  const std::size_t size =
      (count + PointRows::padding - 1) / PointRows::padding * PointRows::padding;
  for (std::vector<double>* list : {&known_.truth, &known_.weights, &known_.label, &known_.loss,
                                    &known_.brier, &known_.largest})
    list->resize(size);
  unit_ = unit_of(rows.weights);
  CompensatedSum weight;
  CompensatedSum squares;
  for (std::size_t i = 0; i < count; ++i) {
    known_.truth[i] = static_cast<double>(rows.truth[i]);
    known_.weights[i] = rows.weights[i];
    known_.weighs_one = known_.weighs_one && rows.weights[i] == 1;
    weight.add(rows.weights[i]);
    squares.add((rows.weights[i] / unit_) * (rows.weights[i] / unit_));
  }
  weight_ = weight.value();
  squared_weight_ = squares.value();
}

void PointScorer::answer_impossible(const Fallback& fallback, std::size_t row) {
  const RowSummaries answer = summaries_of_equals(fallback, std::span(rows_.truth).subspan(row, 1));
  known_.label[row] = static_cast<double>(answer.label.front());
  known_.loss[row] = std::numeric_limits<double>::infinity();
  known_.brier[row] = answer.brier.front();
  known_.largest[row] = answer.largest.front();
}

PointSums PointScorer::sums(const ScoreTile& joints, std::span<const Fallback> fallbacks) {
  const std::size_t count = rows_.truth.size();
  PointSums sums{.weight = weight_, .rows = static_cast<Index>(count), .unit = unit_};
  if (count == 0) return sums;
  const bool some_are_impossible = HWY_DYNAMIC_DISPATCH(score_point_rows)(joints, known_);
  for (std::size_t i = 0; some_are_impossible && i < count; ++i) {
    if (known_.label[i] >= 0) continue;
    ++sums.impossible_rows;
    answer_impossible(fallbacks[fallbacks.size() == 1 ? 0 : i], i);
  }
  // What lies behind the rows of a tile is anything.
  for (std::vector<double>* list : {&known_.label, &known_.loss, &known_.brier, &known_.largest})
    std::fill(list->begin() + static_cast<std::ptrdiff_t>(count), list->end(), 0.0);
  HWY_DYNAMIC_DISPATCH(sum_point_rows)(known_, squared_weight_, sums);
  for (std::size_t i = 0; std::isinf(sums.log_loss) && i < count; ++i)
    if (std::isinf(known_.loss[i])) sums.ruled_out += known_.weights[i];
  return sums;
}

}  // namespace detail
}  // namespace credence
#endif  // HWY_ONCE
