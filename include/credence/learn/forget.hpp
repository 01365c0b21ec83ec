#pragma once
// Taking rows back out of what was learned exactly.
#include <credence/learn/model_posterior.hpp>

namespace credence {

/// Takes rows of a bound table back: the posterior is then equal, bit for bit, to one that never
/// saw them. Classes and levels stay, with their counts of 0.
/// throws  Error{domain} for a posterior that does not add up exactly (Summation), or rows that
///         cannot have been seen; the posterior is then unchanged. Rows that were not seen, but
///         whose sums lie within those of the others, cannot be told from ones that were
/// cost    one pass over the rows, and one rounding of every statistic
void forget(Posterior<Model>& posterior, const BoundTable& bound, RowSpan rows);

/// Takes all rows of a table back.
///
///     auto posterior = empty_posterior(model, Summation::exact);
///     observe(posterior, patients);
///     forget(posterior, withdrawn);
///
/// throws  as bind, and as above; Error{schema} when the table has no label column
void forget(Posterior<Model>& posterior, const Table& table, std::string_view weight = {});

}  // namespace credence
