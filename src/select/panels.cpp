// Where the borders of panels lie.
#include "select/panels.hpp"

#include <algorithm>

namespace credence::detail {

std::vector<double> panel_borders(std::span<const Around> places, double lowest, double highest) {
  std::vector<double> borders;
  const auto add = [&](double border) { borders.push_back(std::clamp(border, lowest, highest)); };
  for (const Around& place : places) {
    const int steps = static_cast<int>(std::ceil(2 * std::asinh(place.reach)));
    for (int k = -steps; k <= steps; ++k) add(place.location + place.scale * std::sinh(0.5 * k));
  }
  std::sort(borders.begin(), borders.end());
  borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
  return borders;
}

}  // namespace credence::detail
