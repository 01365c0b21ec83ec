// Loss, gradient and curvature of logistic regression.
#include "predict/classifier/logistic_rows.hpp"

#include <credence/base/sum.hpp>

#include <algorithm>
#include <cmath>

namespace credence::detail {
namespace {

// How the priors of two free classes go together: those of more than two classes are of all classes,
// the first included, whose common shift costs nothing.
double coupling(const LogisticRows& rows, Index a, Index b) {
  const double own = a == b ? 1.0 : 0.0;
  return rows.classes == 2 ? own : own - 1 / static_cast<double>(rows.classes);
}

// The weights without the intercepts, each class in the metric of the prior.
Eigen::MatrixXd pulled(const LogisticRows& rows, const Eigen::MatrixXd& weights) {
  Eigen::MatrixXd pull = Eigen::MatrixXd::Zero(weights.rows(), weights.cols());
  for (Index a = 0; a < weights.cols(); ++a)
    for (Index b = 0; b < weights.cols(); ++b)
      pull.col(a) += rows.ridge * coupling(rows, a, b) * weights.col(b);
  pull.row(0).setZero();
  return pull;
}

// ln p of the free classes of every row in place of their log odds; out: ln p of the first class.
Eigen::VectorXd normalise(Eigen::MatrixXd& odds) {
  Eigen::VectorXd first(odds.rows());
  for (Index row = 0; row < odds.rows(); ++row) {
    const double most = std::max(0.0, odds.row(row).maxCoeff());
    double sum = std::exp(-most);
    for (Index k = 0; k < odds.cols(); ++k) sum += std::exp(odds(row, k) - most);
    first[row] = -most - std::log(sum);
    odds.row(row).array() += first[row];
  }
  return first;
}

double mean_loss(const LogisticRows& rows, const Eigen::MatrixXd& logs,
                 const Eigen::VectorXd& first) {
  CompensatedSum sum;
  for (Index row = 0; row < logs.rows(); ++row) {
    const Index own = rows.truth[static_cast<std::size_t>(row)];
    sum.add(-rows.weights[row] * (own == 0 ? first[row] : logs(row, own - 1)));
  }
  return sum.value() / static_cast<double>(logs.rows());
}

}  // namespace

double loss_of(const LogisticRows& rows, const Eigen::MatrixXd& weights) {
  Eigen::MatrixXd logs = rows.values * weights;
  const Eigen::VectorXd first = normalise(logs);
  return mean_loss(rows, logs, first) + 0.5 * pulled(rows, weights).cwiseProduct(weights).sum();
}

LogisticLoss loss_and_gradient(const LogisticRows& rows, const Eigen::MatrixXd& weights) {
  Eigen::MatrixXd logs = rows.values * weights;
  const Eigen::VectorXd first = normalise(logs);
  const Eigen::MatrixXd pull = pulled(rows, weights);
  LogisticLoss loss{.value = mean_loss(rows, logs, first) + 0.5 * pull.cwiseProduct(weights).sum()};
  Eigen::MatrixXd excess = logs.array().exp();
  for (Index row = 0; row < excess.rows(); ++row) {
    const Index own = rows.truth[static_cast<std::size_t>(row)];
    // p - 1 of the true class keeps its digits where p is close to 1.
    if (own > 0) excess(row, own - 1) = std::expm1(logs(row, own - 1));
    excess.row(row) *= rows.weights[row];
  }
  loss.gradient = rows.values.transpose() * excess / static_cast<double>(excess.rows()) + pull;
  return loss;
}

Eigen::MatrixXd curvature(const LogisticRows& rows, const Eigen::MatrixXd& weights) {
  Eigen::MatrixXd shares = rows.values * weights;
  normalise(shares);
  shares = shares.array().exp().eval();
  const Index columns = rows.columns();
  Eigen::MatrixXd all(rows.parameters(), rows.parameters());
  for (Index a = 0; a < rows.free_classes(); ++a)
    for (Index b = 0; b <= a; ++b) {
      const auto pa = shares.col(a).array();
      const auto pb = shares.col(b).array();
      const Eigen::VectorXd each =
          rows.weights.array() *
          (a == b ? Eigen::ArrayXd(pa * (1 - pa)) : Eigen::ArrayXd(-pa * pb)) /
          static_cast<double>(shares.rows());
      Eigen::MatrixXd part = rows.values.transpose() * each.asDiagonal() * rows.values;
      for (Index j = 1; j < columns; ++j) part(j, j) += rows.ridge * coupling(rows, a, b);
      all.block(a * columns, b * columns, columns, columns) = part;
      if (a != b) all.block(b * columns, a * columns, columns, columns) = part.transpose();
    }
  return all;
}

}  // namespace credence::detail
