#pragma once
// The kernels of documents of words.
#include <credence/family/dirichlet_multinomial.hpp>

#include "catalogue/ship.hpp"
#include "learn/words/word_block_sums.hpp"
#include "predict/moving/moving_levels.hpp"
#include "predict/words/word_block_scores.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<DirichletMultinomial> : ReferenceKernels<DirichletMultinomial> {
  using Sums = WordBlockSums;
  using Scores = WordBlockScores;
  using Moving = MovingLevels<DirichletMultinomial>;
};

}  // namespace credence::detail
