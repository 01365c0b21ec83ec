#pragma once
// Symmetric matrices as lists of numbers. Eigen stands behind their decompositions.
#include <credence/base/index.hpp>
#include <optional>
#include <span>
#include <vector>

namespace credence {

// A symmetric matrix is kept as its lower triangle, row by row: (1,1), (2,1), (2,2), (3,1), ...

/// Returns how many entries the triangle of a matrix of `order` rows has.
[[nodiscard]] constexpr Index triangle_length(Index order) { return order * (order + 1) / 2; }
/// Where an entry stands in the triangle; rows and columns count from 0, in either order.
[[nodiscard]] constexpr std::size_t triangle_place(Index row, Index column) {
  return static_cast<std::size_t>(row >= column ? row * (row + 1) / 2 + column
                                                : column * (column + 1) / 2 + row);
}
// A list that no triangle has as many entries as is Error{shape}.

/// Returns how many rows a triangle of that many entries has; -1 where no triangle has as many.
[[nodiscard]] Index triangle_order(std::size_t length);

/// Returns the diagonal of a triangle.
[[nodiscard]] std::vector<double> diagonal_of(std::span<const double> triangle);
/// Returns the triangle of a matrix that is 0 beside its diagonal.
[[nodiscard]] std::vector<double> triangle_of(std::span<const double> diagonal);
/// Returns the rows and columns at some positions, in their order.
[[nodiscard]] std::vector<double> part_of_triangle(std::span<const double> triangle,
                                                   std::span<const Index> members);

/// A positive definite matrix as the product of a lower triangle and its transpose.
///
///     const auto root = Cholesky::of(std::vector<double>{4, 2, 5});    // [[4, 2], [2, 5]]
///     root->log_determinant();                                         // ln 16
class Cholesky {
 public:
  /// Nothing where the matrix is not positive definite, to rounding, or not finite.
  /// cost  order^3 / 6
  [[nodiscard]] static std::optional<Cholesky> of(std::span<const double> triangle);

  [[nodiscard]] Index order() const { return order_; }
  /// Returns the lower triangle, row by row.
  [[nodiscard]] const std::vector<double>& root() const { return root_; }
  /// Of the matrix itself, nats.
  [[nodiscard]] double log_determinant() const;
  /// Makes x the solution z of root z = x. Its squares sum to x' matrix^-1 x.
  void whiten(std::span<double> x) const;
  /// Makes z what root z is.
  void colour(std::span<double> z) const;

 private:
  Index order_ = 0;
  std::vector<double> root_;
};

/// Returns ln det(matrix + added) - ln det(matrix); keeps its digits where little was added.
/// in      matrix: positive definite;  added: positive semi-definite, of the same order
/// out     nats; +inf where the sum is beyond the range of double
/// throws  Error{domain} for a matrix that is not positive definite
[[nodiscard]] double log_determinant_rise(std::span<const double> matrix,
                                          std::span<const double> added);

/// Trace of added * matrix^-1.
/// in   root: of the matrix
[[nodiscard]] double trace_over(const Cholesky& root, std::span<const double> added);

/// Returns the least share of its own entry of the diagonal that a row keeps when the rows before
/// it, the largest share first, have been taken away: 1 for a diagonal matrix, 0 for a singular
/// one, below 0 for one that is not semi-definite. Does not depend on the units of the rows.
/// in   diagonal: all above 0
[[nodiscard]] double least_share(std::span<const double> triangle);

}  // namespace credence
