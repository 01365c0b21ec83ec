#pragma once
// A structure spelled out: which features depend on which, and what is known of those that do.
#include <credence/study/describe.hpp>

namespace credence::detail {

/// in  posterior: of a model with a structure
/// cost    features x classes x levels, as often as parents have levels
[[nodiscard]] StructureDescription describe_structure(const Posterior<Model>& posterior,
                                                      const DescribeOptions& options);

}  // namespace credence::detail
