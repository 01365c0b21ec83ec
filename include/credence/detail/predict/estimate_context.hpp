#pragma once
// What every table of a classifier is made from.
#include <credence/predict/estimator.hpp>
#include <span>
#include <string>

namespace credence {

struct EstimateContext {
  Estimator estimator = Estimator::predictive;
  std::span<const std::string> classes;
  std::span<const double> log_class_probabilities;  ///< a class at -inf has no cells to evaluate
  double variance_floor = 0;                        ///< for Estimator::scikit_learn
};

}  // namespace credence
