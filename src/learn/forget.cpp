// Taking rows back, and what is wrong with rows that exact sums cannot take.
#include <credence/learn/model_posterior.hpp>

#include "learn/change_exactly.hpp"
#include "learn/check_bound.hpp"

namespace credence {
namespace detail {

Error no_exact_sums(std::string_view family) {
  return Error(ErrorCode::schema,
               "family '" + std::string(family) +
                   "' cannot be learned exactly: it is not known which sums its statistics are; "
                   "specialise SumsOf for them (docs/explanation/exact_sums.md), or learn without "
                   "exact sums");
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

}  // namespace detail

namespace {

// Throws Error{domain} naming what was not learned where `check` finds that.
template <class Check>
void check_left(const std::string& what, Check check) {
  try {
    check();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::domain) throw;
    const std::string found = error.what();
    throw Error(ErrorCode::domain, "cannot forget rows that were not learned: of " + what + ", " +
                                       found.substr(0, found.find(';')) +
                                       "; forget rows that this posterior has learned, each once; "
                                       "nothing is changed");
  }
}

void check_left(const AnyBlock& block) {
  try {
    block.check_exact_sums();
  } catch (const Error&) {
    for (Index j = 0; j < block.size(); ++j)
      check_left("column '" + block.feature(j).name + "'",
                 [&] { block.part(j, nullptr)->check_exact_sums(); });
    throw;
  }
}

}  // namespace

void forget(Posterior<Model>& posterior, const BoundTable& bound, RowSpan rows) {
  if (posterior.summation != Summation::exact)
    throw Error(ErrorCode::domain,
                "rows can be taken back only from a posterior that adds up exactly; fit it with "
                "Summation::exact");
  detail::check_bound(bound, posterior.model, posterior.blocks, rows);
  detail::check_contexts(bound, posterior.contexts.size());
  detail::check_weight_column(posterior.model.schema(), bound.weight_name);
  Posterior<Model> next = posterior;
  next.feature_weights = {};
  detail::change_exactly(next, bound, rows, detail::Change::taken_back);
  check_left("label '" + next.label.name + "'", [&] { next.label.exact.check(); });
  for (const Box<AnyBlock>& block : next.blocks) check_left(*block);
  for (Index i = 0; i < next.contexts.size(); ++i)
    forget(next.contexts[i].children, bound.contexts[i].children(), rows);
  posterior = std::move(next);
}

void forget(Posterior<Model>& posterior, const Table& table, std::string_view weight) {
  (void)table.column(posterior.label.name);
  detail::check_weight_column(posterior.model.schema(), weight);
  const BoundTable bound = credence::bind(posterior.model, table, weight);
  forget(posterior, bound, RowSpan{.count = bound.rows});
}

}  // namespace credence
