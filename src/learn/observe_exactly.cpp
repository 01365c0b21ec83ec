// What is wrong with rows that exact sums cannot take, and forgetting over the list in families.hpp.
#include <credence/learn/observe_exactly.hpp>

#include <credence/learn/forget.hpp>

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
              "with --exact, or both without");
}

void not_exact() {
  throw Error(ErrorCode::domain,
              "rows can be taken back only from a posterior that adds up exactly; learn it with "
              "--exact (Summation::exact)");
}

}  // namespace detail

template void forget(Posterior<Model>&, const BoundTable<Families>&, RowSpan);

}  // namespace credence
