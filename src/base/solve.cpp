// Dense systems of linear equations, by Eigen.
#include "base/solve.hpp"

#include <Eigen/Cholesky>
#include <cmath>

namespace credence::detail {

std::optional<Eigen::VectorXd> solve_positive_definite(const Eigen::MatrixXd& matrix,
                                                       const Eigen::VectorXd& right) {
  const Eigen::LLT<Eigen::MatrixXd> root(matrix);
  if (root.info() != Eigen::Success) return std::nullopt;
  return root.solve(right);
}

std::optional<Index> dependent_column(const Eigen::MatrixXd& products, double tolerance) {
  const Eigen::LDLT<Eigen::MatrixXd> factor(products);
  const Eigen::VectorXd pivots = factor.vectorD();
  Eigen::VectorXd places =
      Eigen::VectorXd::LinSpaced(products.rows(), 0, static_cast<double>(products.rows() - 1));
  places = factor.transpositionsP() * places;
  for (Index i = 0; i < pivots.size(); ++i)
    if (!(pivots[i] > tolerance * pivots.cwiseAbs().maxCoeff()))
      return static_cast<Index>(std::llround(places[i]));
  return std::nullopt;
}

}  // namespace credence::detail
