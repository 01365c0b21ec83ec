#pragma once
// Explanations of rows under a structure.
#include <credence/predict/explain.hpp>

namespace credence::detail {

/// Explains a row of estimates that have a structure; without intervals.
/// throws  as explain
[[nodiscard]] Explanation explain_structure(const Estimates& estimates, const BoundTable& bound,
                                            Index row, const ExplainOptions& options);

}  // namespace credence::detail
