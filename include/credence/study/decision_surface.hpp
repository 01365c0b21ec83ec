#pragma once
// Which class wins where: the answers of a classifier over two features.
#include <credence/base/index.hpp>
#include <credence/predict/estimator.hpp>
#include <string>
#include <vector>

namespace credence {

/// The answers on a grid of two features, all others missing: under naive Bayes that is exactly what
/// two features say, the others summed over.
struct DecisionSurface {
  std::string across = {};  ///< the feature along x
  std::string up = {};      ///< the feature along y
  Estimator estimator = Estimator::predictive;
  std::vector<std::string> classes = {};
  std::vector<double> x = {};            ///< grid, ascending
  std::vector<double> y = {};            ///< grid, ascending
  std::vector<Index> label = {};         ///< y x x: position of the winning class
  std::vector<double> probability = {};  ///< y x x: of that class

  /// A row of the data, drawn above the surface.
  struct Row {
    double x = 0;
    double y = 0;
    Index klass = 0;

    friend bool operator==(const Row&, const Row&) = default;
  };
  std::vector<Row> rows = {};  ///< evenly spaced through the data where they were too many
  Index rows_in_all = 0;       ///< with a label and both numbers, within the grid or not

  friend bool operator==(const DecisionSurface&, const DecisionSurface&) = default;
};

struct SurfaceOptions {
  Estimator estimator = Estimator::predictive;
  Index steps = 64;       ///< of the grid, along each feature
  Index most_rows = 300;  ///< of the data
};

}  // namespace credence
