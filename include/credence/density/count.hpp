#pragma once
// How often something happened, and over how long.
#include <cmath>
#include <credence/detail/density/detail.hpp>

namespace credence {

/// A count of events over an exposure (a time, an area, a number of chances); plain numbers are
/// counts over an exposure of 1.
struct Count {
  double count = 0;
  double exposure = 1;

  constexpr Count() = default;
  // Implicit on purpose: visits.observe(3) reads as it is meant.
  constexpr Count(double events, double over = 1) : count(events), exposure(over) {}

  friend bool operator==(const Count&, const Count&) = default;
};

namespace detail {
/// Whether this can be observed: a whole count of at least 0 over a positive exposure.
[[nodiscard]] inline bool is_count(const Count& x) {
  return is_count(x.count) && x.exposure > 0 && std::isfinite(x.exposure);
}
}  // namespace detail

}  // namespace credence
