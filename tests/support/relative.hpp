#pragma once
// Approximate equality whose tolerance is a part of the number itself.
#include <doctest/doctest.h>

namespace credence::testing {

/// Returns what equals numbers within `epsilon` of the larger one's size. doctest adds 1 to that
/// size, so that its `epsilon` is an absolute tolerance for numbers far below 1.
inline doctest::Approx relative(double value, double epsilon) {
  return doctest::Approx(value).epsilon(epsilon).scale(0);
}

}  // namespace credence::testing
