#pragma once
// Leave-one-out of a model with a structure.
#include <credence/study/leave_one_out.hpp>

namespace credence::detail {

/// As leave_one_out, of a posterior with contexts. The structure, the edges of bins and the weights
/// of averages are those of all rows.
[[nodiscard]] LeaveOneOut leave_one_out_of_structure(const Posterior<Model>& posterior,
                                                     Estimator estimator, const BoundTable& bound,
                                                     std::span<const Index> rows);

}  // namespace credence::detail
