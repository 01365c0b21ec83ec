#pragma once
// The left-out terms of a model with a structure.
#include "study/left_out/left_out_terms.hpp"

namespace credence::detail {

/// As left_out_terms, of a posterior with contexts. A term of a tree is that of a feature given its
/// parents; that of an average, which is no sum, stands with the first feature, so that only a common
/// weight means something.
/// cost  the terms of all rows are kept
[[nodiscard]] std::unique_ptr<LeftOutTerms> left_out_terms_of_structure(
    const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
    std::span<const Index> rows);

}  // namespace credence::detail
