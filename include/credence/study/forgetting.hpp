#pragma once
// The statistics of a cell without one row that it has learned.
#include <algorithm>
#include <cmath>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/moving_histogram.hpp>
#include <credence/predict/moving_tied.hpp>
#include <credence/study/classes_without.hpp>

namespace credence::detail {

/// Throws Error{domain} for a cell that the table only views and that its family does not accept.
template <ConjugateFamily F>
void check_accepted(const BlockCells<F>& cells, const typename Block<F>::Datum& datum) {
  if (cells.viewed && !F::accepts(datum))
    throw Error(ErrorCode::domain,
                "family '" + std::string(F::name) + "' needs " + std::string(F::needs));
}

/// Takes rows of a table back from the cells of their classes.
template <class List>
class Forgetting {
 public:
  /// in   both must outlive it; the posterior has learned rows of the table
  Forgetting(const Posterior<BasicModel<List>>& posterior, const BoundTable<List>& bound)
      : bound_(bound), rows_of_class_(posterior.label.classes.size()) {
    const auto classes = label_positions(bound.label, bound.rows, posterior.label.classes);
    for (Index row = 0; row < bound.rows; ++row)
      if (const Index klass = classes[static_cast<std::size_t>(row)]; klass >= 0 && weight(row) > 0)
        rows_of_class_[static_cast<std::size_t>(klass)].push_back(row);
  }

  [[nodiscard]] double weight(Index row) const {
    return bound_.weights.empty() ? 1.0 : bound_.weights[static_cast<std::size_t>(row)];
  }

  /// The cell of a class without a row of it. Where forgetting loses digits (a row that holds nearly
  /// all of a sum: there are few) the rest is gathered anew, if the table has all that was learned.
  /// in      datum: what the feature reads of the row; it has no levels
  /// throws  Error{domain} when more would be forgotten than was seen
  template <ConjugateFamily F>
  [[nodiscard]] typename F::Statistics left(const MovingCells<F>& moving,
                                            const BlockCells<F>& cells, Index j, Index klass,
                                            Index row,
                                            const typename MovingCells<F>::Datum& datum) const {
    const typename F::Statistics& full = moving.seen(j, klass);
    typename F::Statistics left = full;
    left.forget(datum, weight(row));
    if (keeps_digits(full, left)) return left;
    typename F::Statistics others;
    typename MovingCells<F>::Datum other{};
    for (const Index one : rows_of_class_[static_cast<std::size_t>(klass)])
      if (one != row && cells.features[static_cast<std::size_t>(j)].read(one, {}, other))
        others.observe(other, weight(one));
    const bool complete =
        std::abs(others.count() + weight(row) - full.count()) <= summing * full.count();
    return complete ? others : left;
  }

  /// The cells of all classes without a row of one of them; with it, where it holds nothing.
  /// in      datum: becomes what the feature reads of the row
  /// throws  Error{domain} with the place of a row that cannot be forgotten
  template <TiedFamily F>
  [[nodiscard]] CellsAtOnce<F> all_left(const MovingCells<F>& moving, const BlockCells<F>& cells,
                                        Index j, Index klass, Index row,
                                        typename MovingCells<F>::Datum& datum) const {
    if (!cells.features[static_cast<std::size_t>(j)].read(row, {}, datum)) return moving.at_once(j);
    try {
      check_accepted(cells, datum);
      return moving.at_once(j, klass, left(moving, cells, j, klass, row, datum));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::domain) throw;
      throw cannot_forget(*bound_.table, moving.feature(j).name, row, error.what());
    }
  }

 private:
  const BoundTable<List>& bound_;
  std::vector<std::vector<Index>> rows_of_class_;  // all rows of the table that count
};

}  // namespace credence::detail
