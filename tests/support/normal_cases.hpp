#pragma once
// Normal and Student's t scores of random rows, against sums of log densities.
#include <cmath>
#include <credence/base/random.hpp>
#include <cstdint>
#include <limits>
#include <numbers>

#include "predict/normals/normal_scores.hpp"
#include "support/guarded_tile.hpp"
#include "support/instructions.hpp"
#include "support/limits.hpp"

namespace credence::testing {

inline constexpr double missing = std::numeric_limits<double>::quiet_NaN();

enum class Order { row_major, column_major, separate_columns };

// Numbers of any type in any order, with gaps between rows or columns.
template <class T>
struct Matrix {
  std::vector<T> cells;
  std::vector<const T*> columns;
  Panel<T> panel;

  template <class Number>
  Matrix(Index rows, Index width, Order order, const Number& number) {
    const Index row_step = order == Order::row_major ? width + 3 : 1;
    const Index column_step = order == Order::row_major ? 1 : rows + 5;
    cells.resize(static_cast<std::size_t>((rows + 1) * (width + 3) + 6 * width + 16));
    for (Index j = 0; j < width; ++j) {
      Index place = j;
      if (order == Order::separate_columns) place = width - 1 - j;
      T* column = cells.data() + 1 + place * column_step;
      for (Index i = 0; i < rows; ++i) column[i * row_step] = static_cast<T>(number(i, j));
      columns.push_back(column);
    }
    panel = {.columns = columns, .rows = rows, .stride = row_step};
  }
};

inline long double exact_log_density(const Normal& d, long double x) {
  const long double z = (x - d.mean) / std::sqrt(static_cast<long double>(d.variance));
  return -0.5L * (std::log(2 * std::numbers::pi_v<long double>) +
                  std::log(static_cast<long double>(d.variance))) -
         0.5L * z * z;
}

// The norm has been tested with the density; what the scores add is the rest.
inline long double exact_log_density(const StudentT& d, long double x) {
  const long double z = (x - d.location) / d.scale;
  const long double norm = detail::log_half_step(0.5 * d.degrees) -
                           0.5L * std::log(2 * std::numbers::pi_v<long double>) -
                           std::log(static_cast<long double>(d.scale));
  return norm - 0.5L * (static_cast<long double>(d.degrees) + 1) * std::log1p(z * z / d.degrees);
}

struct Sum {
  long double value = 0;
  long double size = 0;  // of its terms
};

template <class Density, class T>
Sum expected(const Panel<T>& panel, Index row, std::span<const Density> densities, Index classes,
             Index klass, Scale scale) {
  Sum sum{.value = -0.25L * klass, .size = 1};
  for (Index j = 0; j < panel.width(); ++j) {
    const auto x = static_cast<double>(panel.at(row, j));
    if (x != x) continue;
    const auto& density = densities[static_cast<std::size_t>(j * classes + klass)];
    const double on_scale = scale == Scale::plain ? x : std::log(x);
    long double term = exact_log_density(density, on_scale);
    sum.size += std::abs(term);
    if (scale == Scale::logarithm) {
      term -= on_scale;
      sum.size += std::abs(on_scale);
    }
    sum.value += term;
  }
  return sum;
}

inline Normal random_density(Random& random, const Normal&) {
  return {.mean = 5 + random.normal(), .variance = std::exp(random.normal())};
}
inline StudentT random_density(Random& random, const StudentT&) {
  return {.degrees = 7, .location = 5 + random.normal(), .scale = std::exp(0.5 * random.normal())};
}

template <class Density>
struct NormalKernel;
template <>
struct NormalKernel<Normal> {
  using Scores = NormalScores;
};
template <>
struct NormalKernel<StudentT> {
  using Scores = StudentScores;
};

template <class Density>
std::vector<Density> random_densities(Random& random, Index features, Index classes) {
  std::vector<Density> densities;
  for (Index at = 0; at < features * classes; ++at)
    densities.push_back(random_density(random, Density{}));
  return densities;
}

struct Case {
  Index rows = 40;
  Index features = 3;
  Index classes = 2;
  Order order = Order::row_major;
  double missing_share = 0;
  bool listed = false;
  Scale scale = Scale::plain;
  double relative = 1e-12;
};

// Largest error in units of the tolerance, over all rows and classes.
template <class Density, class T>
double worst_error(const Case& shape, const Panel<T>& panel, RowSpan rows,
                   const std::vector<Density>& densities, const std::vector<bool>& live,
                   const GuardedTile& scored) {
  double worst = 0;
  for (Index i = 0; i < rows.count; ++i)
    for (Index c = 0; c < shape.classes; ++c) {
      const double found = scored.tile.at(c, i);
      if (!live[static_cast<std::size_t>(c)]) {  // its densities hold nothing
        if (found != GuardedTile::start(c)) return infinity;
        continue;
      }
      const Sum sum = expected<Density>(panel, rows[i], densities, shape.classes, c, shape.scale);
      const long double error = std::abs(found - sum.value) / (shape.relative * sum.size + 1e-14L);
      if (!(error <= worst)) worst = error == error ? static_cast<double>(error) : infinity;
    }
  return worst;
}

template <class Density, class T, class Number>
double worst_error(const Case& shape, const std::vector<Density>& densities,
                   const std::vector<bool>& live, const Number& number) {
  const Matrix<T> matrix(shape.rows + 2, shape.features, shape.order, number);
  std::vector<Index> list;
  for (Index i = 0; i < shape.rows; ++i) list.push_back((i * 7 + 3) % (shape.rows + 2));
  const RowSpan rows{.first = 1, .count = shape.rows, .list = shape.listed ? list.data() : nullptr};
  const typename NormalKernel<Density>::Scores scores(densities, shape.classes, live, shape.scale);
  GuardedTile scored(shape.classes, shape.rows);
  const auto fault = scores.add(matrix.panel, rows, scored.tile);
  if (fault || !scored.guards_hold()) return infinity;
  return worst_error(shape, matrix.panel, rows, densities, live, scored);
}

template <class Density, class T>
double worst_error(const Case& shape) {
  Random random(static_cast<std::uint64_t>(shape.rows * 100 + shape.features));
  auto densities = random_densities<Density>(random, shape.features, shape.classes);
  std::vector<bool> live(static_cast<std::size_t>(shape.classes), true);
  return worst_error<Density, T>(shape, densities, live, [&](Index, Index) {
    const double x = std::abs(5 + 2 * random.normal()) + 0.5;
    if constexpr (std::is_floating_point_v<T>)
      if (random.uniform() < shape.missing_share) return missing;
    return std::is_integral_v<T> ? std::floor(x) + 1 : x;
  });
}

}  // namespace credence::testing
