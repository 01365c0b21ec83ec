#pragma once
// The ends of an axis on which values can be told apart without making much of little.
#include <credence/base/interval.hpp>
#include <vector>

namespace credence::report {

/// No axis spans less: a difference of .005 in accuracy, or in nats, must not look like a cliff.
constexpr double least_span = 0.05;

/// Returns the range of an axis for these values. It spans at least `least_span`, within the
/// numbers from 0 to 1 where all values are there. Beyond 1 a few values that are far above the
/// others lie outside.
/// in  values: finite, at least 0, at least one
[[nodiscard]] Interval readable_range(std::vector<double> values);

}  // namespace credence::report
