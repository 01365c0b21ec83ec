#pragma once
// Sums of exponentials in logs, many at once.
#include <span>

namespace credence::detail {

/// ln of the sum of exp over lists of the same length, entry by entry; -inf where all entries are, NaN
/// where one of them is.
/// Never overflows: the largest entry is taken out of each sum.
/// in      parts: at least one list;  sums: as long as each of them
/// cost    one exponential an entry of each list
void log_sums(std::span<const std::span<const double>> parts, std::span<double> sums);

}  // namespace credence::detail
