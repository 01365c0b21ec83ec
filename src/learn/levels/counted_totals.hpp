#pragma once
// Statistics of counts from how often each small one occurs.

#include "learn/levels/level_counts.hpp"

namespace credence {
struct CountTotals;  // family/gamma_poisson.hpp
struct TrialTotals;  // family/beta_geometric.hpp
}  // namespace credence

namespace credence::detail {

/// What was counted of a column in a class, and what else was seen of it.
[[nodiscard]] CountTotals totals_of(const LevelCounts& counts, Index column, Index klass,
                                    CountTotals start);
[[nodiscard]] TrialTotals totals_of(const LevelCounts& counts, Index column, Index klass,
                                    TrialTotals start);

}  // namespace credence::detail
