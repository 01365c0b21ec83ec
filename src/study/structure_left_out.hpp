#pragma once
// Leave-one-out of a model with a structure.
#include <credence/study/leave_one_out.hpp>

#include <functional>
#include <optional>

#include "predict/structure_posteriors.hpp"

namespace credence::detail {

/// As leave_one_out, of a posterior with contexts. The structure, the edges of bins and the weights
/// of averages are those of all rows.
[[nodiscard]] LeaveOneOut leave_one_out_of_structure(const Posterior<Model>& posterior,
                                                     Estimator estimator, const BoundTable& bound,
                                                     std::span<const Index> rows);

/// The same of an average of levels, scored by its arrays; nothing where it has none, or some row asks
/// for more than they have.
[[nodiscard]] std::optional<LeaveOneOut> left_out_by_pairs(const Posterior<Model>& posterior,
                                                           Estimator estimator,
                                                           const BoundTable& bound,
                                                           std::span<const Index> rows);

/// Answers rows whose log joints stand.
/// in  fallback: what is left without row i, which answers it where it is impossible
void answer_left_out(Predictions& predictions,
                     const std::function<const Fallback&(std::size_t)>& fallback);

/// As leave_one_out_of_structure, of one that is laid out, by some of whose models.
[[nodiscard]] LeaveOneOut leave_one_out_of_plan(const Posterior<Model>& posterior,
                                                const StructurePosteriors& structure,
                                                Estimator estimator, const BoundTable& bound,
                                                std::span<const Index> rows);

/// Calls `visit(group, terms)` for some groups of a structure: what each adds to rows x classes, each
/// row left out. The terms are valid during the call.
/// out     cells without an estimate; then nothing more was visited
[[nodiscard]] std::vector<UndefinedCell> for_each_group_left_out(
    const Posterior<Model>& posterior, const StructurePosteriors& structure, Estimator estimator,
    const BoundTable& bound, std::span<const Index> rows, std::span<const Index> groups,
    const std::function<void(Index, std::span<const double>)>& visit);

}  // namespace credence::detail
