#pragma once
// Dense systems of linear equations. Eigen's factorisations are compiled here alone: each file that
// makes one of its own takes seconds and hundreds of megabytes to compile.
#include <Eigen/Core>
#include <credence/base/index.hpp>

#include <optional>

namespace credence::detail {

/// Returns the x for which `matrix` x is `right`; none where the matrix is not positive definite.
/// in    matrix: symmetric, its lower triangle is read
/// cost  a third of the cube of its rows, in additions
[[nodiscard]] std::optional<Eigen::VectorXd> solve_positive_definite(const Eigen::MatrixXd& matrix,
                                                                     const Eigen::VectorXd& right);

/// Returns a column that is a linear function of others in a matrix of products of columns; none
/// where there is none.
/// in    products: symmetric;  tolerance: a pivot of at most this share of the largest is 0
[[nodiscard]] std::optional<Index> dependent_column(const Eigen::MatrixXd& products,
                                                    double tolerance);

}  // namespace credence::detail
