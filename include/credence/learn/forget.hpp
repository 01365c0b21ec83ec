#pragma once
// Taking rows back out of what was learned exactly.
#include <credence/learn/model_posterior.hpp>

namespace credence {

namespace detail {
/// Throws Error{domain}: only exact sums can give rows back whole.
[[noreturn]] void not_exact();
}  // namespace detail

/// Takes rows of a bound table back: the posterior is then equal, bit for bit, to one that never
/// saw them. Classes and levels stay, with their counts of 0.
/// throws  Error{domain} for a posterior that does not add up exactly (Summation), or rows that
///         cannot have been seen; the posterior is then unchanged. Rows that were not seen, but
///         whose sums lie within those of the others, cannot be told from ones that were
/// cost    one pass over the rows, and one rounding of every statistic
template <class List>
void forget(Posterior<BasicModel<List>>& posterior, const BoundTable<List>& bound, RowSpan rows) {
  if (posterior.summation != Summation::exact) detail::not_exact();
  Posterior<BasicModel<List>> next = posterior;
  detail::change_exactly(next, bound, rows, detail::Change::taken_back);
  next.label.exact.check();
  for_each_block(next.blocks, [&]<class F>(const Block<F>& block) {
    if constexpr (ExactFamily<F>)
      for (const auto& cell : block.exact) cell.check();
  });
  posterior = std::move(next);
}

/// Takes all rows of a table back.
///
///     auto posterior = empty_posterior(model, Summation::exact);
///     observe(posterior, patients);
///     forget(posterior, withdrawn);
///
/// throws  as bind, and as above; Error{schema} when the table has no label column
template <class List>
void forget(Posterior<BasicModel<List>>& posterior, const Table& table,
            std::string_view weight = {}) {
  (void)table.column(posterior.label.name);
  const BoundTable<List> bound = credence::bind<List>(posterior.model.schema(), table, weight);
  forget(posterior, bound, RowSpan{.count = bound.rows});
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template void forget(Posterior<Model>&, const BoundTable<Families>&, RowSpan);

}  // namespace credence
