// Sums over equally spaced directions.
#include "select/circle_laws.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace credence::detail {

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
  double sharpest = 0;
  for (const auto& klass : classes_) {
    const Turn& d = klass.density;
    sharpest = std::max(sharpest, 1 / (1 / d.concentration + 1 / d.strength));
  }
  // Twelve steps for each standard deviation of the narrowest class.
  const double steps = 256 + std::ceil(80 * std::sqrt(std::min(sharpest, 1e8)));
  const double step = 2 * std::numbers::pi / steps;
  const std::span<const Weighted<Turn>> classes(classes_);
  std::vector<ClassValue> values(classes_.size());
  CompensatedSum sum;
  for (double i = 0; i < steps; ++i) sum.add(term_at(classes, i * step, term, values));
  return sum.value() * step;
}

}  // namespace credence::detail
