#pragma once
// The leave-one-out log loss of weights, how it changes with them, and how it bends.
#include <Eigen/Core>

#include "study/left_out/term_tiles.hpp"

namespace credence::detail {

/// A convex function of weights: the mean log loss of rows, and a normal prior around one number.
struct WeightProblem {
  const TermTiles& tiles;
  double centre = 0;
  double precision = 0;  ///< of the prior, of all rows: its part is precision / (2 weight of rows)
  double upper =
      std::numeric_limits<double>::infinity();  ///< of every weight; the lower bound is 0
};

/// What is asked of a function beside its value.
enum class Slopes { none, gradient, curvature };

struct WeightedLoss {
  double value = 0;     ///< with the prior; nats a row
  double log_loss = 0;  ///< without it
  Eigen::VectorXd gradient = {};
  Eigen::MatrixXd curvature = {};  ///< the lower triangle of the second derivatives
};

/// in      weights: one a feature
/// cost    one pass: rows x features x classes, for the curvature times features; the same bits for
///         any number of threads
[[nodiscard]] WeightedLoss weighted_loss(const WeightProblem& problem,
                                         const Eigen::VectorXd& weights, Slopes slopes);

/// The log losses of weights that are 0 or 1, all from one pass.
/// in  subsets: of each the positions of the features that count
[[nodiscard]] std::vector<double> subset_losses(const TermTiles& tiles,
                                                std::span<const std::vector<std::size_t>> subsets);

}  // namespace credence::detail
