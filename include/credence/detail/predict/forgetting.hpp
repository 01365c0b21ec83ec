#pragma once
// The statistics of a cell without one row that it has learned.
#include <cmath>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/any_moving.hpp>
#include <credence/detail/predict/moving_tied.hpp>

namespace credence::detail {

/// Error{domain}: a cell that its family does not accept.
[[noreturn]] void not_accepted(std::string_view family, std::string_view needs);

/// Throws Error{domain} for a cell that the table only views and that its family does not accept.
template <ConjugateFamily F>
void check_accepted(const CellsOf<F>& cells, const DatumOf<F>& datum) {
  if (cells.viewed && !F::accepts(datum)) not_accepted(F::name, F::needs);
}

/// The cell of a class from all its rows but one, where the table has all that was learned;
/// otherwise `left`. It is for few rows: hence no part of the loop over all.
template <class Moving>
[[nodiscard, gnu::noinline]] typename Moving::Statistics gathered_without(
    const Moving& moving, const BlockCells<typename Moving::Datum>& cells, Index j, Index klass,
    Index row, const LearnedRows& learned, const typename Moving::Statistics& left) {
  typename Moving::Statistics others;
  typename Moving::Datum other{};
  for (const Index one : learned.of_class(klass))
    if (one != row && cells.feature(j).read(one, {}, other))
      others.observe(other, learned.weight(one));
  const double full = moving.seen(j, klass).count();
  const bool complete = std::abs(others.count() + learned.weight(row) - full) <= summing * full;
  return complete ? others : left;
}

/// Returns the cell of a class without a row of it. Where forgetting loses digits (a row that holds
/// nearly all of a sum: there are few) the rest is gathered anew, if the table has all that was
/// learned.
/// in      datum: what the feature reads of the row; it has no levels
/// throws  Error{domain} when more would be forgotten than was seen
template <class Moving>
[[nodiscard]] typename Moving::Statistics cell_without(
    const Moving& moving, const BlockCells<typename Moving::Datum>& cells, Index j, Index klass,
    Index row, const typename Moving::Datum& datum, const LearnedRows& learned) {
  const typename Moving::Statistics& full = moving.seen(j, klass);
  typename Moving::Statistics left = full;
  left.forget(datum, learned.weight(row));
  if (keeps_digits(full, left)) return left;
  return gathered_without(moving, cells, j, klass, row, learned, left);
}

/// Returns the cells of all classes without a row of one of them; with it, where it holds nothing.
/// in      datum: becomes what the feature reads of the row
/// throws  Error{domain} with the place of a row that cannot be forgotten
template <class Moving>
requires TiedFamily<typename Moving::Family>
[[nodiscard]] CellsAtOnce<typename Moving::Family> cells_without(
    const Moving& moving, const BlockCells<typename Moving::Datum>& cells, Index j, Index klass,
    Index row, typename Moving::Datum& datum, const LearnedRows& learned) {
  if (!cells.feature(j).read(row, {}, datum)) return moving.at_once(j);
  try {
    check_accepted<typename Moving::Family>(cells, datum);
    return moving.at_once(j, klass, cell_without(moving, cells, j, klass, row, datum, learned));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::domain) throw;
    throw cannot_forget(learned.table(), moving.feature(j).name, row, error.what());
  }
}

}  // namespace credence::detail
