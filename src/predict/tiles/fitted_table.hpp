#pragma once
// What of a classifier depends on the table that it scores.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/predict/classifier.hpp>
#include <vector>

namespace credence {

struct Classifier<Model>::Fitted {
  std::vector<std::vector<Slots>> slots;  // of each block and feature
  std::vector<Box<AnyScores>>
      scores;  // of blocks whose layout does not serve the table; else empty
};

}  // namespace credence
