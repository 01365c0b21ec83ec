// Where the borders of pieces lie.
#include "select/pieces.hpp"

#include <algorithm>

namespace credence::detail {
namespace {

// How wide a piece may be at x, in units of the nearest place: as wide as the step from k to k + 1
// of the borders location + scale sinh(k / 2).
constexpr double steps_per_scale = 2;

double width_at(std::span<const Around> places, double x) {
  const auto squared = [x](const Around& place) {
    const double away = x - place.location;
    return place.scale * place.scale + away * away;
  };
  double least = std::numeric_limits<double>::infinity();
  for (const Around& place : places) least = std::min(least, squared(place));
  // Squares are cheap, but lose digits and leave the range of double: they show which places cannot be
  // nearest.
  const double most = least * (1 + 1e-9) + std::numeric_limits<double>::min();
  double width = std::numeric_limits<double>::infinity();
  for (const Around& place : places)
    if (!(squared(place) > most))
      width = std::min(width, std::hypot(place.scale, x - place.location));
  return width / steps_per_scale;
}

}  // namespace

std::vector<double> piece_borders(std::span<const Around> places, double lowest, double highest) {
  double first = highest;
  double last = lowest;
  for (const Around& place : places) {
    first = std::min(first, std::max(lowest, place.location - place.scale * place.reach));
    last = std::max(last, std::min(highest, place.location + place.scale * place.reach));
  }
  std::vector<double> borders;
  if (!(first < last)) return borders;
  // Far from 0, where a width may be lost in rounding, the next double is far enough.
  for (double x = first; x < last;
       x = std::max(x + width_at(places, x), std::nextafter(x, highest)))
    borders.push_back(x);
  borders.push_back(last);
  return borders;
}

PiecePoints points_of(const std::vector<double>& borders) {
  PiecePoints points;
  const std::size_t pieces = borders.empty() ? 0 : borders.size() - 1;
  points.at.resize(2 * pieces * piece_nodes.size());
  points.weights.resize(pieces * piece_nodes.size());
  std::size_t pair = 0;
  for (std::size_t k = 1; k < borders.size(); ++k) {
    const double half = 0.5 * borders[k] - 0.5 * borders[k - 1];
    const double centre = borders[k - 1] + half;
    for (std::size_t i = 0; i < piece_nodes.size(); ++i, ++pair) {
      const double step = half * piece_nodes[i];
      points.at[2 * pair] = centre - step;
      points.at[2 * pair + 1] = centre + step;
      points.weights[pair] = half * piece_weights[i];
    }
  }
  return points;
}

double PiecePoints::integral_of(std::span<const double> terms) const {
  CompensatedSum sum;
  for (std::size_t i = 0; i < weights.size(); ++i)
    sum.add(weights[i] * (terms[2 * i] + terms[2 * i + 1]));
  return sum.value();
}

}  // namespace credence::detail
