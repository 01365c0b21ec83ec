#pragma once
// The rows of logistic regression as matrices, and its loss with the first two derivatives.
#include <credence/predict/logistic_regression.hpp>

#include <Eigen/Core>

namespace credence::detail {

/// Rows in units of the spread of each column, with a column of ones in front.
struct LogisticRows {
  Eigen::MatrixXd values = {};    ///< rows x (1 + columns that vary)
  std::vector<Index> truth = {};  ///< rows; positions among the classes that have rows
  Eigen::VectorXd weights = {};   ///< rows, of mean 1
  Index classes = 0;              ///< that have rows
  double ridge = 0;               ///< a row of mean weight is worth 1 / rows

  [[nodiscard]] Index columns() const { return values.cols(); }
  /// Classes but the first, which has weights of 0.
  [[nodiscard]] Index free_classes() const { return classes - 1; }
  [[nodiscard]] Index parameters() const { return columns() * free_classes(); }
};

/// The mean of -ln p(true class) plus the ridge's share of it.
struct LogisticLoss {
  double value = 0;
  Eigen::MatrixXd gradient = {};  ///< columns x free classes
};

/// in  weights: columns x free classes
[[nodiscard]] double loss_of(const LogisticRows& rows, const Eigen::MatrixXd& weights);
[[nodiscard]] LogisticLoss loss_and_gradient(const LogisticRows& rows,
                                             const Eigen::MatrixXd& weights);
/// Returns the second derivatives, symmetric: parameters x parameters, class by class.
[[nodiscard]] Eigen::MatrixXd curvature(const LogisticRows& rows, const Eigen::MatrixXd& weights);

}  // namespace credence::detail
