#pragma once
// The one weight of all features of an average, which counts for all that is not the class itself.
#include "predict/tiles/impossible.hpp"

namespace credence::detail {

/// Returns the log joint of a class under the weight. A weight of 0 leaves the class alone, of a row
/// that is impossible under it, too.
[[nodiscard]] inline double with_common_weight(double joint, double log_class, double weight) {
  if (weight == 0 || log_class == impossible) return log_class;
  return log_class + weight * (joint - log_class);
}

}  // namespace credence::detail
