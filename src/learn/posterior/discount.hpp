#pragma once
// What is refused of posteriors that were discounted.
#include <credence/learn/model_posterior.hpp>

namespace credence::detail {

/// Throws Error{version} where one of two posteriors that are to be merged was discounted by rows.
void check_mergeable(const Discount& a, const Discount& b);

/// Throws Error{version} for a discount that no posterior has: a factor outside (0, 1), or one beside
/// exact sums.
void check_discount(const Discount& discount, bool exact);

}  // namespace credence::detail
