// Taking rows back, and what is wrong with rows that exact sums cannot take.
#include <credence/learn/model_posterior.hpp>

#include "learn/change_exactly.hpp"
#include "learn/check_bound.hpp"

namespace credence {
namespace detail {

Error no_exact_sums(std::string_view family) {
  return Error(ErrorCode::schema, "family '" + std::string(family) +
                                      "' cannot be learned exactly: it says no SumsOf its "
                                      "statistics; learn without exact sums or drop its columns");
}

void never_seen(const Table& table, const std::string& column, Index row) {
  const Column& cells = table.column(column);
  throw Error(ErrorCode::domain,
              "cannot forget what was never seen: column '" + column + "', " +
                  table.place(cells, row) +
                  " holds a value that the posterior does not know; forget only data that was "
                  "observed",
              table.where(cells, row));
}

void check_summation(Summation a, Summation b) {
  if (a == b) return;
  throw Error(ErrorCode::version,
              "posteriors can be merged only when both add up exactly or neither does; fit both "
              "with Summation::exact, or both without");
}

}  // namespace detail

void forget(Posterior<Model>& posterior, const BoundTable& bound, RowSpan rows) {
  if (posterior.summation != Summation::exact)
    throw Error(ErrorCode::domain,
                "rows can be taken back only from a posterior that adds up exactly; fit it with "
                "Summation::exact");
  detail::check_bound(bound, posterior.blocks, rows);
  detail::check_contexts(bound, posterior.contexts.size());
  Posterior<Model> next = posterior;
  next.feature_weights = {};
  detail::change_exactly(next, bound, rows, detail::Change::taken_back);
  next.label.exact.check();
  for (const Box<AnyBlock>& block : next.blocks) block->check_exact_sums();
  for (Index i = 0; i < next.contexts.size(); ++i)
    forget(next.contexts[i].children, bound.contexts[i].children(), rows);
  posterior = std::move(next);
}

void forget(Posterior<Model>& posterior, const Table& table, std::string_view weight) {
  (void)table.column(posterior.label.name);
  const BoundTable bound = credence::bind(posterior.model, table, weight);
  forget(posterior, bound, RowSpan{.count = bound.rows});
}

}  // namespace credence
