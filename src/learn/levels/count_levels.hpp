#pragma once
// Which levels of columns are counted, and whether rows have weights.

#include "learn/levels/level_counts.hpp"

namespace credence::detail {

/// Returns whether tiles will have weights.
[[nodiscard]] constexpr LevelCounts::Weights announced(bool weighted) {
  return weighted ? LevelCounts::Weights::given : LevelCounts::Weights::none;
}

/// Counts below this are counted as levels of their own.
inline constexpr Index count_levels = 64;

}  // namespace credence::detail
