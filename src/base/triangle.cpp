// Decompositions of symmetric matrices, by Eigen.
#include <credence/base/triangle.hpp>

#include <credence/base/error.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/base/place.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <limits>
#include <string>

namespace credence {
namespace {

using Matrix = Eigen::MatrixXd;

// Throws Error{shape} unless a list has as many numbers as are needed.
void check_length(std::size_t length, std::size_t needed, const char* what) {
  if (length != needed) [[unlikely]]
    throw Error(ErrorCode::shape, "a matrix got " + detail::counted(length, "number", "numbers") +
                                      " for " + what + "; give " + std::to_string(needed));
}

// The lower triangle alone is set: nothing reads the other.
Matrix matrix_of(std::span<const double> triangle) {
  const Index order = triangle_order(triangle.size());
  if (order < 0)
    throw Error(ErrorCode::shape, "a triangle has " +
                                      detail::counted(triangle.size(), "entry", "entries") +
                                      "; give it row by row: 1, 3, 6, 10, ...");
  Matrix matrix = Matrix::Zero(order, order);
  for (Index i = 0; i < order; ++i)
    for (Index j = 0; j <= i; ++j) matrix(i, j) = triangle[triangle_place(i, j)];
  return matrix;
}

// root^-1 added root^-T.
Matrix in_units_of(const Cholesky& root, std::span<const double> added) {
  const Matrix lower = matrix_of(root.root());
  const auto triangle = lower.triangularView<Eigen::Lower>();
  const Matrix whole = matrix_of(added).selfadjointView<Eigen::Lower>();
  const Matrix half = triangle.solve(whole);
  return triangle.solve(half.transpose());
}

}  // namespace

Index triangle_order(std::size_t length) {
  const auto order = static_cast<Index>(std::sqrt(2.0 * static_cast<double>(length)));
  for (Index n = std::max<Index>(0, order - 1); n <= order + 1; ++n)
    if (triangle_length(n) == static_cast<Index>(length)) return n;
  return -1;
}

std::vector<double> diagonal_of(std::span<const double> triangle) {
  std::vector<double> diagonal;
  for (Index i = 0; i < triangle_order(triangle.size()); ++i)
    diagonal.push_back(triangle[triangle_place(i, i)]);
  return diagonal;
}

std::vector<double> triangle_of(std::span<const double> diagonal) {
  const Index order = std::ssize(diagonal);
  std::vector<double> triangle(static_cast<std::size_t>(triangle_length(order)));
  for (Index i = 0; i < order; ++i)
    triangle[triangle_place(i, i)] = diagonal[static_cast<std::size_t>(i)];
  return triangle;
}

std::vector<double> part_of_triangle(std::span<const double> triangle,
                                     std::span<const Index> members) {
  const auto order = static_cast<std::size_t>(std::max<Index>(0, triangle_order(triangle.size())));
  for (const Index member : members) static_cast<void>(detail::place_of("row", member, order));
  std::vector<double> part;
  for (std::size_t i = 0; i < members.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      part.push_back(triangle[triangle_place(members[i], members[j])]);
  return part;
}

std::optional<Cholesky> Cholesky::of(std::span<const double> triangle) {
  const auto finite = [](double entry) { return std::isfinite(entry); };
  if (!std::all_of(triangle.begin(), triangle.end(), finite)) return std::nullopt;
  Cholesky found;
  found.order_ = triangle_order(triangle.size());
  const Eigen::LLT<Matrix> root(matrix_of(triangle));
  if (root.info() != Eigen::Success) return std::nullopt;
  const Matrix lower = root.matrixL();
  for (Index i = 0; i < found.order_; ++i)
    for (Index j = 0; j <= i; ++j) found.root_.push_back(lower(i, j));
  // What rounding alone can leave of a diagonal is no sign that a matrix is definite.
  const double rounding =
      static_cast<double>(found.order_) * std::numeric_limits<double>::epsilon();
  for (Index i = 0; i < found.order_; ++i)
    if (!(lower(i, i) * lower(i, i) > rounding * triangle[triangle_place(i, i)]))
      return std::nullopt;
  const bool whole = std::all_of(found.root_.begin(), found.root_.end(), finite);
  return whole ? std::optional(std::move(found)) : std::nullopt;
}

double Cholesky::log_determinant() const {
  double sum = 0;
  for (Index i = 0; i < order_; ++i) sum += 2 * std::log(root_[triangle_place(i, i)]);
  return sum;
}

void Cholesky::whiten(std::span<double> x) const {
  check_length(x.size(), static_cast<std::size_t>(order_), "a vector");
  const double* entry = root_.data();
  for (std::size_t i = 0; i < x.size(); ++i) {
    double left = x[i];
    for (std::size_t j = 0; j < i; ++j) left -= *entry++ * x[j];
    x[i] = left / *entry++;
  }
}

void Cholesky::colour(std::span<double> z) const {
  check_length(z.size(), static_cast<std::size_t>(order_), "a vector");
  for (Index i = order_ - 1; i >= 0; --i) {
    double sum = 0;
    for (Index j = 0; j <= i; ++j)
      sum += root_[triangle_place(i, j)] * z[static_cast<std::size_t>(j)];
    z[static_cast<std::size_t>(i)] = sum;
  }
}

double log_determinant_rise(std::span<const double> matrix, std::span<const double> added) {
  check_length(added.size(), matrix.size(), "a triangle");
  const auto root = Cholesky::of(matrix);
  if (!root)
    throw Error(
        ErrorCode::domain,
        "the logarithm of a determinant was asked of a matrix that is not positive definite; "
        "give one that is");
  std::vector<double> sum(matrix.begin(), matrix.end());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += added[i];
  const auto whole = Cholesky::of(sum);
  if (!whole) return std::numeric_limits<double>::infinity();
  // The logarithms of two determinants differ enough to keep their digits unless little is added.
  const Matrix ratio = in_units_of(*root, added);
  if (!(ratio.trace() < 1)) return whole->log_determinant() - root->log_determinant();
  const Eigen::SelfAdjointEigenSolver<Matrix> roots(ratio, Eigen::EigenvaluesOnly);
  return roots.eigenvalues().array().max(0.0).log1p().sum();
}

double trace_over(const Cholesky& root, std::span<const double> added) {
  check_length(added.size(), root.root().size(), "a triangle");
  return in_units_of(root, added).trace();
}

double least_share(std::span<const double> triangle) {
  Matrix matrix = matrix_of(triangle);
  const Eigen::VectorXd units = matrix.diagonal().array().sqrt();
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j <= i; ++j) matrix(i, j) = matrix(i, j) / units(i) / units(j);
  if (!matrix.allFinite()) return 0;
  const Eigen::LDLT<Matrix> pivoted(matrix);
  return pivoted.vectorD().minCoeff();
}

}  // namespace credence
