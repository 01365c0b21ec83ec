#pragma once
// The kernels of documents of words.
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/learn/word_block_sums.hpp>
#include <credence/predict/moving_levels.hpp>
#include <credence/predict/word_block_scores.hpp>

#include "catalogue/ship.hpp"

namespace credence::detail {

template <>
struct ShippedKernels<DirichletMultinomialFamily> : ReferenceKernels<DirichletMultinomialFamily> {
  using Sums = WordBlockSums;
  using Scores = WordBlockScores;
  using Moving = MovingLevels<DirichletMultinomialFamily>;
};

}  // namespace credence::detail
