#pragma once
// The leave-one-out scorer of a whole posterior, and where a table's levels stand among theirs.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/any_moving.hpp>
#include <credence/detail/predict/estimate_context.hpp>
#include <credence/learn/model_posterior.hpp>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace credence::detail {

/// The leave-one-out scorers of every block of a posterior.
using MovingBlocks = std::vector<std::unique_ptr<AnyMoving>>;
[[nodiscard]] MovingBlocks moving_blocks(const Posterior<Model>& posterior,
                                         const EstimateContext& context);

/// Returns the names of the scored features of which a forgotten row moves all classes.
[[nodiscard]] std::set<std::string> moving_all_classes(const MovingBlocks& moving);

/// Where the levels of a table stand among those of a posterior, for each block and feature.
/// throws  Error{domain} for a row with a level that was not learned
[[nodiscard]] std::vector<std::vector<Slots>> learned_slots(const Posterior<Model>& posterior,
                                                            const BoundTable& bound,
                                                            std::span<const Index> rows);

}  // namespace credence::detail
