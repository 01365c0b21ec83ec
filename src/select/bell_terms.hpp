#pragma once
// What numbers say about the class under bells, at many points at once.
#include <span>

#include "select/number_laws.hpp"

namespace credence::detail {

/// What a point adds to an integral.
enum class PointTerm { told, left_open };

/// The densities of one feature, as the kernel reads them.
struct BellClasses {
  std::span<const Weighted<Bell>> classes;
  PointTerm term = PointTerm::told;
};

/// Writes at each point the density of the mixture times told_by, or left_open_by, of the classes.
/// in      points, terms: of one length;  classes: at least one
/// out     the same as term_at, to rounding
void bell_terms(const BellClasses& bells, std::span<const double> points, std::span<double> terms);

}  // namespace credence::detail
