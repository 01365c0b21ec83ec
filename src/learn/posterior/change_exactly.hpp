#pragma once
// Rows into the exact sums behind a posterior, and out of them.
#include <credence/detail/learn/exact_rows.hpp>
#include <credence/learn/model_posterior.hpp>

namespace credence::detail {

/// Adds rows to the exact sums of a posterior, or takes them back, and rounds its statistics from
/// them. Does nothing to one that has none.
/// in      every class and level of the rows is in the posterior, unless they are taken back
void change_exactly(Posterior<Model>& posterior, const BoundTable& bound, RowSpan rows,
                    Change change);

}  // namespace credence::detail
