// Where the borders of pieces lie.
#include "select/pieces.hpp"

#include <algorithm>

namespace credence::detail {
namespace {

// How wide a piece may be at x, in units of the nearest place: as wide as the step from k to k + 1
// of the borders location + scale sinh(k / 2).
constexpr double steps_per_scale = 2;

double width_at(std::span<const Around> places, double x) {
  double width = std::numeric_limits<double>::infinity();
  for (const Around& place : places)
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

}  // namespace credence::detail
