#pragma once
// The kernels of binary answers.
#include <credence/family/beta_bernoulli.hpp>

#include "catalogue/ship.hpp"
#include "learn/levels/answer_block_sums.hpp"
#include "predict/levels/level_block_scores.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<BetaBernoulli> : ReferenceKernels<BetaBernoulli> {
  using Sums = AnswerBlockSums;
  using Scores = LevelBlockScores<BetaBernoulli>;
};

}  // namespace credence::detail
