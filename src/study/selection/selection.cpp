// How many features: the numbers to try and the rules that take one.
#include <credence/study/selection_curve.hpp>

#include <algorithm>
#include <cmath>

namespace credence {

std::string_view to_string(SelectionRule rule) {
  return rule == SelectionRule::best ? "best" : "one_standard_error";
}

std::vector<Index> selection_sizes(Index features) {
  constexpr Index each_up_to = 200;
  std::vector<Index> sizes;
  for (Index size = 0; size < features; size += size < each_up_to ? 1 : size / 20)
    sizes.push_back(size);
  sizes.push_back(features);
  return sizes;
}

std::optional<Index> chosen_by(SelectionRule rule, std::span<const SelectionPoint> points) {
  const SelectionPoint* best = nullptr;
  for (const SelectionPoint& point : points)
    if (point.metrics && std::isfinite(point.metrics->log_loss) &&
        (best == nullptr || point.metrics->log_loss < best->metrics->log_loss))
      best = &point;
  if (best == nullptr) return std::nullopt;
  if (rule == SelectionRule::best) return best->features;
  const double enough = best->metrics->log_loss + best->standard_error.value_or(0);
  const auto fewest = std::find_if(points.begin(), points.end(), [&](const SelectionPoint& point) {
    return point.metrics && point.metrics->log_loss <= enough;
  });
  return fewest->features;
}

}  // namespace credence
