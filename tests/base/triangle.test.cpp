// Triangles of symmetric matrices and what is asked of them.
#include <credence/base/triangle.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/throws.hpp"

using namespace credence;

namespace {

using List = std::vector<double>;

// [[4, 2, 0.4], [2, 5, 1], [0.4, 1, 0.3]], whose determinant is 4 (1.5 - 1) - 2 (0.6 - 0.4) +
// 0.4 (2 - 2) = 1.6.
const List matrix{4, 2, 5, 0.4, 1, 0.3};

}  // namespace

TEST_CASE("a triangle of n rows has n (n + 1) / 2 entries and no other list is one") {
  for (Index order = 0; order < 200; ++order) {
    const auto length = static_cast<std::size_t>(triangle_length(order));
    CHECK(triangle_order(length) == order);
    if (order > 1) CHECK(triangle_order(length - 1) == -1);
  }
  CHECK(triangle_place(2, 1) == 4);
  CHECK(triangle_place(1, 2) == 4);
}

TEST_CASE("the diagonal of a triangle and the triangle of a diagonal are each other's inverse") {
  CHECK(diagonal_of(matrix) == List{4, 5, 0.3});
  CHECK(triangle_of(List{4, 5, 0.3}) == List{4, 0, 5, 0, 0, 0.3});
  CHECK(triangle_of(List{}) == List{});
}

TEST_CASE("a part of a triangle holds its rows in the order asked for") {
  CHECK(part_of_triangle(matrix, std::vector<Index>{2, 0}) == List{0.3, 0.4, 4});
  CHECK(part_of_triangle(matrix, std::vector<Index>{}) == List{});
}

TEST_CASE("the product of a root and its transpose is the matrix") {
  const auto root = Cholesky::of(matrix);
  REQUIRE(root);
  REQUIRE(root->order() == 3);

  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j <= i; ++j) {
      double sum = 0;
      for (Index k = 0; k <= j; ++k)
        sum += root->root()[triangle_place(i, k)] * root->root()[triangle_place(j, k)];
      CHECK(sum == doctest::Approx(matrix[triangle_place(i, j)]).epsilon(1e-15));
    }
  CHECK(root->log_determinant() == doctest::Approx(std::log(1.6)).epsilon(1e-14));
}

TEST_CASE("what a root colours it whitens again") {
  const auto root = Cholesky::of(matrix);
  REQUIRE(root);
  List x{1, -2, 0.5};

  root->colour(x);
  CHECK(x[0] == 2);  // the root's first row is 2, 0, 0
  root->whiten(x);

  CHECK(x[0] == doctest::Approx(1).epsilon(1e-14));
  CHECK(x[1] == doctest::Approx(-2).epsilon(1e-14));
  CHECK(x[2] == doctest::Approx(0.5).epsilon(1e-14));
}

TEST_CASE("a matrix that is not positive definite or not finite has no root") {
  CHECK_FALSE(Cholesky::of(List{1, 1, 1}));
  CHECK_FALSE(Cholesky::of(List{1, 2, 1}));
  CHECK_FALSE(Cholesky::of(List{1, 1, 1 + 4e-16}));
  CHECK(Cholesky::of(List{1, 1, 1 + 1e-14}));
  CHECK_FALSE(Cholesky::of(List{0}));
  CHECK_FALSE(Cholesky::of(List{std::nan("")}));
  CHECK_FALSE(Cholesky::of(List{std::numeric_limits<double>::infinity()}));
  CHECK(Cholesky::of(List{}));
}

TEST_CASE("a determinant rises by the digits of what was added, however little") {
  // A thousandth of a thousandth of the matrix itself: ln det rises by 3 ln(1 + 1e-12).
  List little = matrix;
  for (double& entry : little) entry *= 1e-12;
  List much = matrix;
  for (double& entry : much) entry *= 7;

  CHECK(log_determinant_rise(matrix, little) ==
        doctest::Approx(3 * std::log1p(1e-12)).epsilon(1e-12));
  CHECK(log_determinant_rise(matrix, much) == doctest::Approx(3 * std::log(8)).epsilon(1e-14));
  CHECK(log_determinant_rise(matrix, List(6, 0.0)) == 0);
  CHECK(std::isinf(log_determinant_rise(matrix, List(6, std::nan("")))));
}

TEST_CASE("the trace of a matrix over itself is its order") {
  const auto root = Cholesky::of(matrix);
  REQUIRE(root);

  CHECK(trace_over(*root, matrix) == doctest::Approx(3).epsilon(1e-13));
}

TEST_CASE("the least share is 1 without covariances, 0 for a sum of others, and has no units") {
  CHECK(least_share(List{4, 0, 9}) == 1);
  // The second row keeps 1 - r^2 of its variance, r = 3 / 6.
  CHECK(least_share(List{4, 3, 9}) == doctest::Approx(0.75).epsilon(1e-15));
  CHECK(least_share(List{4e200, 3, 9e-200}) == doctest::Approx(0.75).epsilon(1e-15));
  CHECK(std::abs(least_share(List{1, 2, 4})) < 1e-15);
  CHECK(least_share(List{1, 2, 1}) < -1);
  CHECK(least_share(List{1, 1e300, 1e-300}) == 0);  // no number
}

TEST_CASE("a row that a triangle lacks is no part of it") {
  const std::vector<double> triangle{1, 2, 3};

  for (const Index none : {Index{-1}, Index{2}, Index{1} << 40}) {
    CAPTURE(none);
    const std::vector<Index> members{0, none};
    CHECK(credence::testing::throws_error([&] { (void)part_of_triangle(triangle, members); },
                                          ErrorCode::shape));
  }
}
