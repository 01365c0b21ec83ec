#pragma once
// Integrals of what a feature tells, over pieces that follow every class's own scale.
#include <credence/base/sum.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "select/information_terms.hpp"

namespace credence::detail {

/// Gauss-Legendre, 12 nodes: those above 0 of [-1, 1], and their weights.
inline constexpr std::array<double, 6> piece_nodes{0.12523340851146891547, 0.36783149899818019375,
                                                   0.58731795428661744730, 0.76990267419430468704,
                                                   0.90411725637047485668, 0.98156063424671925069};
inline constexpr std::array<double, 6> piece_weights{
    0.24914704581340278500, 0.23349253653835480876, 0.20316742672306592175,
    0.16007832854334622633, 0.10693932599531843096, 0.04717533638651182719};

/// Where a class has its mass: pieces are narrow here, and wider with the distance.
struct Around {
  double location = 0;
  double scale = 1;
  double reach = 40;  ///< in scales, to either side
};

/// Borders of pieces over all places within [lowest, highest], ascending. A piece is as wide as the
/// nearest place allows: half its scale there, half the distance far from it.
[[nodiscard]] std::vector<double> piece_borders(std::span<const Around> places, double lowest,
                                                double highest);

/// The points of an integral over pieces: both nodes of each pair side by side.
struct PiecePoints {
  std::vector<double> at;
  std::vector<double> weights;  ///< of each pair

  /// in  terms: what is integrated at each point
  [[nodiscard]] double integral_of(std::span<const double> terms) const;
};
[[nodiscard]] PiecePoints points_of(const std::vector<double>& borders);

/// The values of one point under every class, scaled by their largest, and the log of the scale.
/// out     -inf where the point is impossible under every class
template <class Density, class Point>
double values_at(std::span<const Weighted<Density>> classes, const Point& x,
                 std::vector<ClassValue>& values) {
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < classes.size(); ++c) {
    values[c] = {.weight = classes[c].weight, .value = log_value(classes[c].density, x)};
    largest = std::max(largest, values[c].value);
  }
  if (largest == -std::numeric_limits<double>::infinity()) return largest;
  for (ClassValue& klass : values) klass.value = std::exp(klass.value - largest);
  return largest;
}

/// The term at one point.
template <class Density>
double term_at(std::span<const Weighted<Density>> classes, double x, Term term,
               std::vector<ClassValue>& values) {
  const double scale = std::exp(values_at(classes, x, values));
  return scale > 0 ? scale * term(values) : 0;
}

/// The integral of a term over the pieces.
template <class Density>
double integral_of(std::span<const Weighted<Density>> classes, const std::vector<double>& borders,
                   Term term) {
  std::vector<ClassValue> values(classes.size());
  CompensatedSum sum;
  for (std::size_t k = 1; k < borders.size(); ++k) {
    const double half = 0.5 * borders[k] - 0.5 * borders[k - 1];
    const double centre = borders[k - 1] + half;
    for (std::size_t i = 0; i < piece_nodes.size(); ++i) {
      const double step = half * piece_nodes[i];
      const double pair = term_at(classes, centre - step, term, values) +
                          term_at(classes, centre + step, term, values);
      sum.add(half * piece_weights[i] * pair);
    }
  }
  return sum.value();
}

}  // namespace credence::detail
