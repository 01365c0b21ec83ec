#pragma once
// The kernels of categories.
#include <credence/family/dirichlet_categorical.hpp>

#include "catalogue/ship.hpp"
#include "learn/levels/category_block_sums.hpp"
#include "predict/levels/level_block_scores.hpp"
#include "predict/moving/moving_levels.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<DirichletCategorical> : ReferenceKernels<DirichletCategorical> {
  using Sums = CategoryBlockSums;
  using Scores = LevelBlockScores<DirichletCategorical>;
  using Moving = MovingLevels<DirichletCategorical>;
};

}  // namespace credence::detail
