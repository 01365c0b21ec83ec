#pragma once
// Exact leave-one-out: every row is scored by what was learned from all others.
#include <credence/learn/found_priors.hpp>
#include <credence/study/leaving_one_out.hpp>

namespace credence {

/// Scores rows that a posterior has learned, each by what is left when it is forgotten: equal to a
/// fit on all other rows under the same priors in numbers, the same classes and the same levels.
/// Automatic and empirical priors stand for what they are with all rows; so does scikit-learn's
/// variance floor.
/// An estimate that is undefined without some row is a result, not an error.
/// in      bound: made with the posterior's own schema, weights as learned;  rows: positions in the
///         table, each learned by the posterior
/// throws  Error{domain} with the place of a row that cannot be forgotten; Error{schema} for
///         scikit_learn where a family has no counterpart there
/// cost    one scoring of the rows, and one density of each cell's own class; the same bits for any
///         number of threads
template <class List>
[[nodiscard]] LeaveOneOut leave_one_out(const Posterior<BasicModel<List>>& posterior,
                                        Estimator estimator, const BoundTable<List>& bound,
                                        std::span<const Index> rows) {
  LeaveOneOut left;
  with_found_priors(posterior, [&](const auto& ready) {
    left = detail::LeavingOneOut<List>(ready, estimator, bound, rows).result();
  });
  return left;
}

extern template LeaveOneOut leave_one_out(const Posterior<Model>&, Estimator,
                                          const BoundTable<Families>&, std::span<const Index>);

}  // namespace credence
