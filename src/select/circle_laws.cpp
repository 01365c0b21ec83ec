// Sums over equally spaced directions.
#include "select/circle_laws.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace credence::detail {
namespace {

// Densities sharper than this are integrated in pieces about their directions, which equal steps
// around the whole circle would miss.
constexpr double sharp = 1e8;

double sharpness(const Turn& d) { return 1 / (1 / d.concentration + 1 / d.strength); }

// Borders from 0 to a whole turn. A class has its mass at its direction, or a turn before or after.
std::vector<double> turn_borders(std::span<const Weighted<Turn>> classes) {
  constexpr double turn = 2 * std::numbers::pi;
  std::vector<Around> places;
  for (const auto& klass : classes) {
    const double scale = 1 / std::sqrt(std::max(1.0, sharpness(klass.density)));
    const double direction = std::remainder(klass.density.direction, turn);
    for (const double location : {direction, direction + turn})
      places.push_back({.location = location, .scale = scale, .reach = turn / scale});
  }
  return piece_borders(places, 0, turn);
}

}  // namespace

double log_value(const Turn& d, double direction) {
  if (!std::isfinite(d.strength))
    return log_density(VonMises{.direction = d.direction, .concentration = d.concentration},
                       direction);
  return log_density(
      CompoundVonMises{
          .direction = d.direction, .strength = d.strength, .concentration = d.concentration},
      direction);
}

double CircleSum::operator()(Term term) const {
  const std::span<const Weighted<Turn>> classes(classes_);
  double sharpest = 0;
  for (const auto& klass : classes_) sharpest = std::max(sharpest, sharpness(klass.density));
  if (sharpest > sharp) return integral_of(classes, turn_borders(classes), term);
  // Twelve steps for each standard deviation of the narrowest class.
  const double steps = 256 + std::ceil(80 * std::sqrt(sharpest));
  const double step = 2 * std::numbers::pi / steps;
  std::vector<ClassValue> values(classes_.size());
  CompensatedSum sum;
  for (double i = 0; i < steps; ++i) sum.add(term_at(classes, i * step, term, values));
  return sum.value() * step;
}

}  // namespace credence::detail
