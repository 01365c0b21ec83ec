#pragma once
// Which class wins where: the answers of a classifier over two features.
#include <credence/base/index.hpp>
#include <credence/learn/model_posterior.hpp>
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
  std::vector<std::string> classes;
  std::vector<double> x;            ///< grid, ascending
  std::vector<double> y;            ///< grid, ascending
  std::vector<Index> label;         ///< y x x: position of the winning class
  std::vector<double> probability;  ///< y x x: of that class

  /// A row of the data, drawn above the surface.
  struct Row {
    double x = 0;
    double y = 0;
    Index klass = 0;

    friend bool operator==(const Row&, const Row&) = default;
  };
  std::vector<Row> rows;  ///< evenly spaced through the data where they were too many
  Index rows_in_all = 0;  ///< with a label and both numbers, within the grid or not

  friend bool operator==(const DecisionSurface&, const DecisionSurface&) = default;
};

/// Options of a decision surface.
struct SurfaceOptions {
  Estimator estimator = Estimator::predictive;
  Index steps = 64;       ///< of the grid, along each feature
  Index most_rows = 300;  ///< of the data

  friend bool operator==(const SurfaceOptions&, const SurfaceOptions&) = default;
};

/// Returns the features that can span a surface, in the order of the schema: columns of numbers
/// that are not counted, those of tied blocks too.
/// in  families: that the schema's words stand for
[[nodiscard]] std::vector<std::string> features_of_surfaces(
    const Schema& schema, const FamilySet& families = shipped_families());

namespace detail {
/// Throws Error{schema} unless both are features of numbers, and not the same.
void check_surface(const Schema& schema, const std::string& across, const std::string& up,
                   const FamilySet& families = shipped_families());
}  // namespace detail

/// Returns the decision surface of two features of numbers over the middle of the data.
/// throws  Error{schema} for an unknown feature or one without numbers; Error{undefined}
///         where the estimator gives no density for these two; as bind for the data
/// cost    two columns of the data, and steps^2 x classes densities
[[nodiscard]] DecisionSurface decision_surface(const Posterior<Model>& posterior,
                                               const Table& table, const std::string& across,
                                               const std::string& up,
                                               const SurfaceOptions& options = {});

}  // namespace credence
