// Eigen matrices as tables, without a copy.
#include <credence/data/eigen.hpp>

#include <doctest/doctest.h>

#include "support/data_error.hpp"

using namespace credence;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::says;

namespace {

using ByRow = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

const Strided<double> numbers(const Table& table, std::string_view name) {
  return std::get<RealColumn>(table.column(name).cells).view();
}

template <class Matrix>
concept Viewable = requires(Matrix&& matrix) {
  view(std::forward<Matrix>(matrix), std::vector<std::string>{});
};

}  // namespace

TEST_CASE("a view has the numbers of the matrix in either memory order") {
  Eigen::MatrixXd by_column(3, 2);
  by_column << 1, 2, 3, 4, 5, 6;
  const ByRow by_row = by_column;

  const Table first = view(by_column, {"a", "b"});
  const Table second = view(by_row, {"a", "b"});

  CHECK(first.rows() == 3);
  CHECK(numbers(first, "b")[0] == 2);
  CHECK(numbers(first, "b")[2] == 6);
  CHECK(numbers(first, "a") == numbers(second, "a"));
  CHECK(numbers(first, "b") == numbers(second, "b"));
}

TEST_CASE("a view shares the memory of the matrix") {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(2, 2);
  const Table table = view(matrix, {"a", "b"});

  matrix(1, 1) = 9;

  CHECK(numbers(table, "b").data == &matrix(0, 1));
  CHECK(numbers(table, "b")[1] == 9);
}

TEST_CASE("vectors and matrices of fixed size can be viewed") {
  const Eigen::Vector3d column(1, 2, 3);
  const Eigen::RowVector3d row(1, 2, 3);

  CHECK(view(column, {"x"}).rows() == 3);
  CHECK(view(row, {"x", "y", "z"}).rows() == 1);
  CHECK(numbers(view(row, {"x", "y", "z"}), "z")[0] == 3);
}

TEST_CASE("each column needs its name") {
  const Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(2, 3);

  const auto error = error_of([&] { return view(matrix, {"a", "b"}); });

  CHECK(is(error, ErrorCode::shape));
  CHECK(says(error, "3 columns", "2 names"));
}

TEST_CASE("a matrix that dies at once cannot be viewed") {
  CHECK(Viewable<Eigen::MatrixXd&>);
  CHECK(Viewable<const ByRow&>);
  CHECK_FALSE(Viewable<Eigen::MatrixXd>);
}
