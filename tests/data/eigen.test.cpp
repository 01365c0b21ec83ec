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

template <class Matrix>
concept ViewableUnnamed = requires(Matrix&& matrix) {
  view(std::forward<Matrix>(matrix));
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

TEST_CASE("parts of matrices and maps of memory can be viewed") {
  Eigen::MatrixXd matrix(3, 4);
  matrix << 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
  const ByRow by_row = matrix;
  std::vector<double> memory{1, 2, 3, 4, 5, 6};
  const Eigen::Map<const ByRow> map(memory.data(), 3, 2);
  const Eigen::Map<Eigen::MatrixXd, 0, Eigen::Stride<6, 2>> strided(memory.data(), 3, 1);

  for (const Table& table :
       {view(matrix.block(1, 1, 2, 2), {"a", "b"}), view(by_row.block(1, 1, 2, 2), {"a", "b"})}) {
    CHECK(table.rows() == 2);
    CHECK(numbers(table, "a")[1] == 10);
    CHECK(numbers(table, "b")[0] == 7);
  }
  CHECK(numbers(view(matrix.col(3), {"d"}), "d").data == &matrix(0, 3));
  CHECK(numbers(view(by_row.row(2), {"a", "b", "c", "d"}), "c")[0] == 11);
  CHECK(numbers(view(map, {"a", "b"}), "b")[2] == 6);
  CHECK(numbers(view(strided, {"a"}), "a")[2] == 5);
}

TEST_CASE("each column needs its name") {
  const Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(2, 3);

  const auto error = error_of([&] { return view(matrix, {"a", "b"}); });

  CHECK(is(error, ErrorCode::shape));
  CHECK(says(error, "3 columns", "2 names"));
}

TEST_CASE("columns without names are called by their places") {
  const Eigen::MatrixXd matrix{{1, 2}, {3, 4}};

  const Table table = view(matrix);

  CHECK(table.columns().size() == 2);
  CHECK(numbers(table, "c2")[1] == 4);
  CHECK(numbers(view(matrix.col(1)), "c1")[0] == 2);
}

TEST_CASE("matrices of narrower numbers are viewed as they are") {
  const Eigen::MatrixXf floats{{0.5F, 2.0F}, {3.0F, 4.0F}};
  const Eigen::MatrixXi whole{{1, -2}, {3, 4}};

  CHECK(as_written(view(floats, {"a", "b"}).column("a"), 0) == "0.5");
  CHECK(std::get<NumberView>(view(floats).column("c2").cells)[1] == 4);
  CHECK(std::get<NumberView>(view(whole.row(0)).column("c2").cells)[0] == -2);
}

TEST_CASE("a matrix that dies at once cannot be viewed") {
  CHECK(Viewable<Eigen::MatrixXd&>);
  CHECK(Viewable<const ByRow&>);
  CHECK_FALSE(Viewable<Eigen::MatrixXd>);
  CHECK(Viewable<Eigen::Map<Eigen::MatrixXd>>);
  CHECK(Viewable<const Eigen::Ref<const Eigen::MatrixXd>&>);
  CHECK_FALSE(Viewable<Eigen::Ref<const Eigen::MatrixXd>>);
  CHECK_FALSE(Viewable<decltype(Eigen::MatrixXd{} * 2)>);
  CHECK(ViewableUnnamed<Eigen::MatrixXd&>);
  CHECK_FALSE(ViewableUnnamed<Eigen::MatrixXd>);
  CHECK_FALSE(ViewableUnnamed<Eigen::Ref<const Eigen::MatrixXd>>);
}
