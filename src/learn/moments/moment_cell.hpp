#pragma once
// One column of one class by itself: exact where the vectors of the kernels would lose digits.
#include <algorithm>
#include <cmath>
#include <credence/base/sum.hpp>
#include <credence/detail/family/moments.hpp>
#include <limits>
#include <span>

#include "learn/moments/moment_task.hpp"

namespace credence::detail {

/// What is summed of a number.
[[nodiscard]] inline double scaled(double x, MomentKind kind) {
  return kind == MomentKind::logarithm ? std::log(x) : x;
}

/// Calls f(x, weight) for the entries of a column that are not missing.
template <class T, class F>
void for_each_value(const MomentTask<T>& task, MomentKind kind, Index column,
                    std::span<const Index> rows, F f) {
  for (const Index i : rows) {
    const double x = task.value(i, column);
    if (!std::isnan(x)) f(scaled(x, kind), task.tile.weight(i));
  }
}

/// Moments whose mean is in two parts: rounded to one, it would be less exact than the squares.
struct LongMoments {
  double n = 0;
  double mean = 0;
  double mean_low = 0;
  double squares = 0;
};

/// Moments about a first value, then about their mean: exact to the last bits wherever the data lie.
template <class T>
[[nodiscard]] LongMoments in_two_passes(const MomentTask<T>& task, MomentKind kind, Index column,
                                        std::span<const Index> rows) {
  double origin = std::numeric_limits<double>::quiet_NaN();
  CompensatedSum count, sum;
  for_each_value(task, kind, column, rows, [&](double x, double weight) {
    if (std::isnan(origin)) origin = x;
    count.add(weight);
    sum.add(weight * (x - origin));
  });
  LongMoments result{.n = count.value(), .mean = origin + sum.value() / count.value()};
  CompensatedSum steps, squares;
  for_each_value(task, kind, column, rows, [&](double x, double weight) {
    const double step = x - result.mean;
    steps.add(weight * step);
    squares.add(weight * step * step);
  });
  result.mean_low = steps.value() / result.n;
  result.squares = std::max(squares.value() - steps.value() * result.mean_low, 0.0);
  return result;
}

/// Merges `more` into a cell that has seen the weight `seen`.
/// source  [chan1983]
inline void merge_cell(const MomentArrays& all, Index klass, Index column, double seen,
                       const LongMoments& more) {
  double& high = all.block(klass, MomentArrays::shift)[column];
  double& low = all.total(klass, MomentArrays::mean_low)[column];
  double& squares = all.total(klass, MomentArrays::squares)[column];
  double& squares_low = all.total(klass, MomentArrays::squares_low)[column];
  const double total = seen + more.n;
  const double step = (more.mean - high) + (more.mean_low - low);
  const double between = weighted_square(step, seen * (more.n / total));
  const bool leads = more.n > seen;  // the heavier mean moves by less, and rounds less
  const double from = leads ? more.mean : high;
  const double moved =
      leads ? more.mean_low - step * (seen / total) : low + step * (more.n / total);
  high = from + moved;
  low = moved - (high - from);
  squares += squares_low + more.squares + between;
  squares_low = 0;
}

}  // namespace credence::detail
