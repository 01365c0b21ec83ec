#pragma once
// What is asked of rows before they are counted: classes that are there, and weights.
#include <credence/base/error.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/place.hpp>

#include <cmath>
#include <span>

namespace credence::detail {

/// Returns a weight of a row; throws Error{domain} for one that is negative or not finite.
inline double checked_weight(double weight) {
  if (weight >= 0 && std::isfinite(weight)) return weight;
  throw Error(ErrorCode::domain,
              "a row has weight " + to_text(weight) + "; give finite weights of at least 0");
}

/// Throws Error{shape} for a class that is not among so many, and as checked_weight.
/// in  truth: a negative one is unknown;  weights: may be none
inline void check_scored(std::span<const Index> truth, std::span<const double> weights,
                         std::size_t classes) {
  for (const Index klass : truth)
    if (klass >= 0) static_cast<void>(place_of("class", klass, classes));
  for (const double weight : weights) static_cast<void>(checked_weight(weight));
}

}  // namespace credence::detail
