#pragma once
// Where to cut numbers into bins.
#include <credence/base/index.hpp>
#include <credence/detail/family/value_histogram.hpp>
#include <span>
#include <vector>

namespace credence {

namespace detail {
/// Returns the number halfway between two, also where their sum would be too large; never the upper
/// number itself.
[[nodiscard]] double halfway(double lower, double upper);
}  // namespace detail

/// Cuts that tell the cells apart: each lies halfway between two neighbouring numbers and splits the
/// range where what is left open of the class is least, as long as this shortens the description of
/// the classes. Numbers that tell nothing have no cuts.
/// in      cells: the numbers of each class
/// out     ascending, strictly between the smallest and the largest number
/// cost    different numbers x classes x depth of the cuts
/// source  [fayyad1993]
[[nodiscard]] std::vector<double> description_length_cuts(std::span<const ValueHistogram> cells);

/// Cuts between bins that each hold about the same weight; equal numbers stay together, so that
/// there may be fewer.
/// in      bins >= 1
/// out     ascending, at most bins - 1
/// cost    different numbers
[[nodiscard]] std::vector<double> equal_frequency_cuts(const ValueHistogram& pooled, Index bins);

}  // namespace credence
