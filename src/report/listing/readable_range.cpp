// The ends of an axis from the values that it shows.
#include "report/listing/readable_range.hpp"

#include <algorithm>

namespace credence::report {

// So many values tell which of them are far from the others.
constexpr std::size_t enough = 8;

Interval readable_range(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double lower = values.front();
  double upper = values.back();
  if (upper > 1 && values.size() >= enough) {
    const double most =
        values[static_cast<std::size_t>(0.75 * static_cast<double>(values.size() - 1))];
    upper = std::min(upper, lower + 3 * (most - lower));
  }
  const double missing = least_span - (upper - lower);
  if (missing <= 0) return {.lower = lower, .upper = upper};
  // About the middle, but within 0 and 1 where the values are.
  double first = std::max(0.0, lower - 0.5 * missing);
  if (upper <= 1) first = std::min(first, 1 - least_span);
  return {.lower = std::min(lower, first), .upper = std::max(upper, first + least_span)};
}

}  // namespace credence::report
