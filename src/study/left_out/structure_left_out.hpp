#pragma once
// Leave-one-out of a model with a structure.
#include <credence/study/leave_one_out.hpp>

#include <functional>
#include <optional>

#include "predict/structure/structure_posteriors.hpp"

namespace credence::detail {

/// As leave_one_out, of a posterior with contexts. The structure, the edges of bins and the weights
/// of averages are those of all rows.
[[nodiscard]] LeaveOneOut leave_one_out_of_structure(const Posterior<Model>& posterior,
                                                     Estimator estimator, const BoundTable& bound,
                                                     std::span<const Index> rows);

/// The same for an average whose features are all levels, scored by arrays. Returns nothing where
/// it has no such arrays, or where they cannot score some row.
[[nodiscard]] std::optional<LeaveOneOut> left_out_by_pairs(const Posterior<Model>& posterior,
                                                           Estimator estimator,
                                                           const BoundTable& bound,
                                                           std::span<const Index> rows);

/// Answers rows by their log joints.
/// in  fallback: the answer to row i, from the other rows, where it is impossible under all classes
void answer_left_out(Predictions& predictions,
                     const std::function<const Fallback&(std::size_t)>& fallback);

/// As leave_one_out_of_structure, for a structure that is laid out already, perhaps with some of
/// its models alone.
[[nodiscard]] LeaveOneOut leave_one_out_of_plan(const Posterior<Model>& posterior,
                                                const StructurePosteriors& structure,
                                                Estimator estimator, const BoundTable& bound,
                                                std::span<const Index> rows);

/// Calls `visit(group, terms)` for some groups of a structure. The terms are what the group adds to
/// the log joints, rows x classes, each row left out; they are valid during the call.
/// out     undefined cells; where there are some, not all groups were visited
[[nodiscard]] std::vector<UndefinedCell> for_each_group_left_out(
    const Posterior<Model>& posterior, const StructurePosteriors& structure, Estimator estimator,
    const BoundTable& bound, std::span<const Index> rows, std::span<const Index> groups,
    const std::function<void(Index, std::span<const double>)>& visit);

}  // namespace credence::detail
