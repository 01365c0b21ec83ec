#pragma once
// Eigen matrices as tables, without a copy.
#include <credence/data/table.hpp>
#include <credence/detail/base/counted.hpp>

#include <Eigen/Core>
#include <type_traits>

namespace credence {

namespace detail {

/// As view, of anything of Eigen whose coefficients lie in memory.
template <class Matrix>
[[nodiscard]] Table view_of_columns(const Matrix& matrix, const std::vector<std::string>& names) {
  using Number = typename Matrix::Scalar;
  static_assert(std::is_same_v<Number, double> || ViewedNumber<Number>,
                "a view needs a matrix of double, float, std::int32_t, std::int64_t or "
                "std::uint8_t: cast it to one of them");
  if (!names.empty() && static_cast<Index>(names.size()) != matrix.cols())
    throw Error(ErrorCode::shape, "a matrix of " + counted(matrix.cols(), "column", "columns") +
                                      " got " + counted(names.size(), "name", "names") +
                                      "; give one name for each column");
  constexpr bool by_row = Matrix::IsRowMajor;
  const Index between_columns = by_row ? matrix.innerStride() : matrix.outerStride();
  const Index between_rows = by_row ? matrix.outerStride() : matrix.innerStride();
  Table table;
  for (Index j = 0; j < matrix.cols(); ++j)
    table.add(names.empty() ? "c" + std::to_string(j + 1) : names[static_cast<std::size_t>(j)],
              Strided<Number>{matrix.data() + j * between_columns, matrix.rows(), between_rows});
  return table;
}

}  // namespace detail

/// Returns a table whose columns are views of the matrix's columns, which must outlive it; NaN is
/// missing.
/// in      matrix: rows x columns of double, float, std::int32_t, std::int64_t or std::uint8_t, in
///         either memory order;  names: one for each column; none: c1, c2, ...
/// throws  Error{shape} when the number of names differs from the number of columns
/// cost    constant for each column
template <class Derived>
[[nodiscard]] Table view(const Eigen::PlainObjectBase<Derived>& matrix,
                         const std::vector<std::string>& names = {}) {
  return detail::view_of_columns(matrix, names);
}

/// Returns the same of a part of a matrix, or of an Eigen::Map: what they refer to must outlive the
/// table, they themselves need not.
///
///     view(matrix.leftCols(2), {"length", "width"});
template <class Derived>
[[nodiscard]] Table view(const Eigen::MapBase<Derived, Eigen::ReadOnlyAccessors>& part,
                         const std::vector<std::string>& names = {}) {
  return detail::view_of_columns(part.derived(), names);
}

/// A matrix that dies at the end of the expression cannot be viewed.
template <class Derived>
Table view(const Eigen::PlainObjectBase<Derived>&& matrix,
           const std::vector<std::string>& names = {}) = delete;

/// Nor can an Eigen::Ref that dies, which may hold a copy.
template <class Matrix, int Options, class Stride>
Table view(const Eigen::Ref<Matrix, Options, Stride>&& matrix,
           const std::vector<std::string>& names = {}) = delete;

}  // namespace credence
