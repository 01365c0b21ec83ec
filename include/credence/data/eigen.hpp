#pragma once
// Eigen matrices as tables, without a copy.
#include <credence/data/table.hpp>

#include <Eigen/Core>
#include <type_traits>

namespace credence {

/// Returns a table whose columns are views of the matrix's columns, which must outlive it; NaN is
/// missing.
/// in      matrix: rows x columns of double, in either memory order;  names: one for each column
/// throws  Error{shape} when the number of names differs from the number of columns
/// cost    constant for each column
template <class Derived>
[[nodiscard]] Table view(const Eigen::PlainObjectBase<Derived>& matrix,
                         const std::vector<std::string>& names) {
  static_assert(std::is_same_v<typename Derived::Scalar, double>,
                "a view needs a matrix of double");
  if (static_cast<Index>(names.size()) != matrix.cols())
    throw Error(ErrorCode::shape, "a matrix of " + std::to_string(matrix.cols()) + " columns got " +
                                      std::to_string(names.size()) +
                                      " names; give one name for each column");
  constexpr bool by_row = Derived::IsRowMajor;
  Table table;
  for (Index j = 0; j < matrix.cols(); ++j)
    table.add(names[static_cast<std::size_t>(j)],
              Strided<double>{matrix.data() + j * (by_row ? 1 : matrix.outerStride()),
                              matrix.rows(), by_row ? matrix.outerStride() : 1});
  return table;
}

/// A matrix that dies at the end of the expression cannot be viewed.
template <class Derived>
Table view(const Eigen::PlainObjectBase<Derived>&& matrix,
           const std::vector<std::string>& names) = delete;

}  // namespace credence
