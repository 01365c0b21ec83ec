#pragma once
// Tables in every layout, and long references, for the tests of moment sums.

#include <doctest/doctest.h>

#include <algorithm>
#include <credence/base/random.hpp>
#include <limits>
#include <vector>

#include "learn/moments/moment_sums.hpp"
#include "learn/moments/total_sums.hpp"
#include "support/instructions.hpp"

namespace {

using namespace credence;
using namespace credence::testing;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

enum class Layout { rows, wider_rows, columns, scattered_columns, spread_out };
constexpr std::array layouts{Layout::rows, Layout::wider_rows, Layout::columns,
                             Layout::scattered_columns, Layout::spread_out};

// A table in memory of exactly the size it needs, so that a sanitizer sees every step beyond it.
template <class T>
struct Matrix {
  Index rows = 0;
  std::vector<T> memory;
  std::vector<const T*> columns;
  Index stride = 1;

  [[nodiscard]] Panel<T> panel() const { return {columns, rows, stride}; }
};

template <class T>
Matrix<T> laid_out(const std::vector<T>& values, Index columns, Layout layout) {
  const Index rows = columns == 0 ? 0 : static_cast<Index>(values.size()) / columns;
  Matrix<T> result;
  result.rows = rows;
  const bool by_row = layout == Layout::rows || layout == Layout::wider_rows;
  const Index extra = layout == Layout::wider_rows ? 3 : 0;
  const Index apart = layout == Layout::spread_out ? 2 : 1;
  result.stride = by_row ? columns + extra : apart;
  const auto start = [&](Index j) {
    if (by_row) return j + extra;
    const Index place = layout == Layout::scattered_columns ? (j * (j + 1)) / 2 + j : j;
    return place * rows * apart;
  };
  result.memory.assign(
      static_cast<std::size_t>(by_row ? rows * result.stride : start(columns - 1) + rows * apart),
      T{77});
  for (Index j = 0; j < columns; ++j) {
    for (Index i = 0; i < rows; ++i)
      result.memory[static_cast<std::size_t>(start(j) + i * result.stride)] =
          values[static_cast<std::size_t>(i * columns + j)];
    result.columns.push_back(result.memory.data() + start(j));
  }
  return result;
}

// Rows in row order with their classes and weights: what sums and references are told.
template <class T>
struct Data {
  Index columns = 0;
  Index classes = 1;
  std::vector<T> values;
  std::vector<Code> labels;
  std::vector<double> weights;  // empty: 1 each

  [[nodiscard]] Index rows() const { return static_cast<Index>(labels.size()); }
  [[nodiscard]] double value(Index i, Index j) const {
    return static_cast<double>(values[static_cast<std::size_t>(i * columns + j)]);
  }
  [[nodiscard]] double weight(Index i) const {
    return weights.empty() ? 1 : weights[static_cast<std::size_t>(i)];
  }
};

// Calls f(x, weight) for what was seen of a column in a class.
template <class T, class F>
void for_each_seen(const Data<T>& data, Index column, Index klass, F f) {
  for (Index i = 0; i < data.rows(); ++i) {
    const double x = data.value(i, column);
    if (data.labels[static_cast<std::size_t>(i)] == klass && !std::isnan(x)) f(x, data.weight(i));
  }
}

struct Exact {
  long double n = 0, mean = 0, squares = 0;
};

// A sum in long double with its rounding errors carried along: where a few numbers recur in
// thousands of rows, the errors of a plain one do not cancel.
struct LongSum {
  long double sum = 0, lost = 0;

  void add(long double term) {
    const long double next = sum + term;
    lost += std::abs(sum) >= std::abs(term) ? (sum - next) + term : (term - next) + sum;
    sum = next;
  }
  [[nodiscard]] long double value() const { return sum + lost; }
};

template <class T>
Exact in_two_long_passes(const Data<T>& data, Index column, Index klass, bool logarithm = false) {
  const auto scaled = [&](double x) {
    return logarithm ? std::log(static_cast<long double>(x)) : static_cast<long double>(x);
  };
  LongSum count, sum, rest, squares;
  for_each_seen(data, column, klass, [&](double x, double weight) {
    count.add(weight);
    sum.add(weight * scaled(x));
  });
  const long double n = count.value();
  if (n == 0) return {};
  const long double mean = sum.value() / n;
  for_each_seen(data, column, klass, [&](double x, double weight) {
    const long double step = scaled(x) - mean;
    rest.add(weight * step);
    squares.add(weight * step * step);
  });
  return {n, mean + rest.value() / n, squares.value() - rest.value() * (rest.value() / n)};
}

// Distance in units in the last place of `expected`, or of `scale` where that is larger.
inline double units_off(double value, long double expected, double scale = 0) {
  const double size = std::max(std::abs(static_cast<double>(expected)), scale);
  if (size == 0) return value == 0 ? 0 : infinity;
  const double unit = std::max(std::nextafter(size, infinity) - size, 5e-324);
  return std::abs(static_cast<double>(value - expected)) / unit;
}

// Whether moments lie within `units` of the exact ones. A mean is measured by the spread as well:
// near 0 its last digit is that of the numbers it is made of.
inline bool close(const Moments& moments, const Exact& exact, double units, double unit_of_x = 0) {
  const double deviation =
      exact.n > 0 ? static_cast<double>(std::sqrt(exact.squares / exact.n)) : 0;
  // Every number off by a unit moves the sum of squares by no more than this.
  const double slack = static_cast<double>(exact.n) * unit_of_x * (2 * deviation + unit_of_x);
  return units_off(moments.n, exact.n) <= 16 &&
         units_off(moments.mean, exact.mean, deviation) <= units &&
         (units_off(moments.sum_of_squares, exact.squares) <= units ||
          std::abs(static_cast<double>(moments.sum_of_squares - exact.squares)) <= slack);
}

template <class Sums, class T>
std::optional<Entry> add_all(Sums& sums, const Data<T>& data, const Panel<T>& panel,
                             Index tile_rows, const Index* list = nullptr) {
  for (Index begin = 0; begin < data.rows(); begin += tile_rows) {
    const RowSpan all{.first = 0, .count = data.rows(), .list = list};
    const detail::Tile tile{
        .rows = all.part(begin, std::min(tile_rows, data.rows() - begin)),
        .classes = data.labels.data() + begin,
        .weights = data.weights.empty() ? nullptr : data.weights.data() + begin};
    if (const auto fault = sums.add(panel, tile)) return fault;
  }
  return std::nullopt;
}

template <class T>
MomentSums sums_of(const Data<T>& data, Index tile_rows, Layout layout = Layout::rows,
                   MomentSums::Scale scale = MomentSums::Scale::plain) {
  const Matrix<T> matrix = laid_out(data.values, data.columns, layout);
  MomentSums sums;
  sums.reset(data.columns, data.classes, scale);
  REQUIRE_FALSE(add_all(sums, data, matrix.panel(), tile_rows));
  return sums;
}

template <class T>
bool all_close(const MomentSums& sums, const Data<T>& data, double units, bool logarithm = false) {
  bool good = true;
  for (Index klass = 0; klass < data.classes; ++klass) {
    for (Index j = 0; j < data.columns; ++j) {
      const Exact exact = in_two_long_passes(data, j, klass, logarithm);
      const double unit = logarithm ? 2 * epsilon * std::abs(static_cast<double>(exact.mean)) : 0;
      const Moments found = sums.moments(j, klass);
      const bool fits = close(found, exact, units, unit);
      if (!fits)
        MESSAGE("column " << j << " class " << klass << ": n " << found.n << ", mean off "
                          << units_off(found.mean, exact.mean) << ", squares off "
                          << units_off(found.sum_of_squares, exact.squares));
      good = good && fits;
    }
  }
  return good;
}

inline bool same_bits(const MomentSums& a, const MomentSums& b, Index columns, Index classes) {
  for (Index klass = 0; klass < classes; ++klass)
    for (Index j = 0; j < columns; ++j)
      if (!(a.moments(j, klass) == b.moments(j, klass))) return false;
  return true;
}

struct Shape {
  Index rows, columns, classes;
  bool weighted = false, with_missing = false, with_unlabelled = false;
};

// Normal numbers about a centre that differs from class to class, 20 deviations away from 0.
template <class T>
Data<T> normal_data(const Shape& shape, std::uint64_t seed) {
  Random random{seed};
  Data<T> data{.columns = shape.columns,
               .classes = shape.classes,
               .values = {},
               .labels = {},
               .weights = {}};
  for (Index i = 0; i < shape.rows; ++i) {
    const auto klass = static_cast<Code>(random.below(static_cast<std::uint64_t>(shape.classes)));
    data.labels.push_back(shape.with_unlabelled && random.uniform() < 0.2 ? -1 : klass);
    if (shape.weighted) data.weights.push_back(0.25 + 3 * random.uniform());
    for (Index j = 0; j < shape.columns; ++j) {
      const double x = 60 + 3 * random.normal() + 7 * (klass % 5) + static_cast<double>(j % 3);
      const bool left_out =
          std::is_floating_point_v<T> && shape.with_missing && random.uniform() < 0.1;
      data.values.push_back(left_out ? static_cast<T>(missing) : static_cast<T>(x));
    }
  }
  return data;
}

// Shapes around the widths of vectors and the numbers of rows that kernels take at a time.
inline Shape random_shape(Random& random) {
  constexpr std::array<Index, 12> row_counts{1, 7, 8, 9, 15, 16, 17, 31, 33, 255, 700, 1000};
  constexpr std::array<Index, 4> wide{64, 65, 512, 517};
  Shape shape{.rows = row_counts[random.below(row_counts.size())],
              .columns = static_cast<Index>(1 + random.below(40)),
              .classes = static_cast<Index>(1 + random.below(40))};
  if (random.uniform() < 0.1) shape.columns = wide[random.below(wide.size())];
  if (random.uniform() < 0.3) shape.classes = static_cast<Index>(1 + random.below(3));
  shape.weighted = random.uniform() < 0.4;
  shape.with_missing = random.uniform() < 0.3;
  shape.with_unlabelled = random.uniform() < 0.4;
  return shape;
}

template <class T>
void check_shape(const Shape& shape, std::uint64_t seed, Index tile_rows) {
  const Data<T> data = normal_data<T>(shape, seed);
  const MomentSums by_row = sums_of(data, tile_rows);

  CHECK(all_close(by_row, data, 4));
  for (const Layout layout : layouts) {
    CAPTURE(static_cast<int>(layout));
    CHECK(same_bits(by_row, sums_of(data, tile_rows, layout), shape.columns, shape.classes));
  }
}

}  // namespace
