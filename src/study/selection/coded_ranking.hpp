#pragma once
// The greedy choice of features, from rows that are codes already.
#include <credence/study/feature_selection.hpp>

#include "study/selection/coded_rows.hpp"

namespace credence::detail {

/// Returns the columns and words of coded rows, best first.
[[nodiscard]] std::vector<ConditionalRank> conditional_ranking(const CodedRows& rows,
                                                               const ConditionalOptions& options);

/// Throws Error{domain} for fewer than 2 bins.
void check(const ConditionalOptions& options);

}  // namespace credence::detail
