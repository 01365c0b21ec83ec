#pragma once
// Truths to simulate from: one draw of every parameter from what is believed of it.
#include <credence/predict/beliefs.hpp>
#include <cstdint>

namespace credence {

/// One draw of every parameter from what is believed of it: from the prior where no data were seen,
/// else from the posterior. Cells that share a variance share the draw.
///
///     const auto truth = drawn_truth(empty_posterior(model), 7);
///     const Table data = simulate(truth, {.rows = 1000});
///
/// throws  Error{undefined} without classes or levels, which a schema must list where no data bring
///         them; for a prior that takes numbers from data, as `auto` of a normal column does, where
///         there are none
/// cost    one draw for each cell, of a Dirichlet cell one for each level
[[nodiscard]] Estimates drawn_truth(const Posterior<Model>& posterior, std::uint64_t seed);

}  // namespace credence
