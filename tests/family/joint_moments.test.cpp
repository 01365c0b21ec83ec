// Statistics of columns that vary together.
#include <credence/detail/family/joint_moments.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <credence/base/random.hpp>
#include <limits>

#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using Row = std::vector<double>;
const double missing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("two rows have the products of their distances") {
  JointMoments seen;
  seen.observe({171, 64});
  seen.observe({180, 71});

  CHECK(seen.complete == 2);
  CHECK(seen.means == Row{175.5, 67.5});
  CHECK(seen.scatter == Row{40.5, 31.5, 24.5});
  CHECK(seen.column(1) == Moments{.n = 2, .mean = 67.5, .sum_of_squares = 24.5});
  CHECK(seen.column(2) == Moments{});
}

TEST_CASE("products keep their digits at any mean") {
  Random random{3};
  JointMoments near;
  JointMoments far;
  for (int i = 0; i < 1000; ++i) {
    // Eighths: the sums with an offset of 2^30 are exact.
    const Row row{std::floor(16 * random.normal()) / 8, std::floor(40 * random.normal()) / 8};
    near.observe(row);
    far.observe({row[0] + 1073741824, row[1] - 1073741824});
  }
  for (std::size_t k = 0; k < 3; ++k)
    CHECK(far.scatter[k] == doctest::Approx(near.scatter[k]).epsilon(1e-6));
}

TEST_CASE("a row that lacks a number is counted and teaches nothing else") {
  JointMoments seen;
  seen.observe({1, missing}, 2);
  CHECK(seen == JointMoments{.incomplete = 2});
  seen.observe({1, 5});
  CHECK(seen.count() == 3);
  CHECK(seen.complete == 1);

  JointMoments other{.incomplete = 0.5};
  other.merge(seen);
  CHECK(other.incomplete == 2.5);
  CHECK(other.means == Row{1, 5});
  other.forget({missing, missing}, 2.5);
  CHECK(other.incomplete == 0);
  CHECK(throws_error([&] { other.forget({missing, 1}); }, ErrorCode::domain, "incomplete"));
}

TEST_CASE("forgetting the last complete row leaves the incomplete ones") {
  JointMoments seen;
  seen.observe({1, missing});
  seen.observe({1, 5});
  seen.forget({1, 5});

  CHECK(seen == JointMoments{.incomplete = 1});
  CHECK(throws_error([&] { seen.forget({1, 5}); }, ErrorCode::domain, "complete"));
}

TEST_CASE("a column whose spread is forgotten varies with no other") {
  JointMoments seen;
  seen.observe({1, 5});
  seen.observe({1, 7});
  seen.observe({3, 9});
  seen.forget({3, 9});

  CHECK(seen.scatter[0] == 0);
  CHECK(seen.scatter[1] == 0);
  CHECK(seen.scatter[2] == doctest::Approx(2).epsilon(1e-14));
}

TEST_CASE("a row that was never seen cannot be forgotten") {
  JointMoments seen;
  seen.observe({1, 5});
  seen.observe({1.5, 7});
  const JointMoments before = seen;

  CHECK(throws_error([&] { seen.forget({100, 5}); }, ErrorCode::domain, "sum_of_squares"));
  CHECK(seen == before);
}

TEST_CASE("rows and statistics of other numbers of columns are refused") {
  JointMoments seen;
  seen.observe({1, 5});
  JointMoments other;
  other.observe({1, 5, 6});

  CHECK(throws_error([&] { seen.observe({1, 5, 6}); }, ErrorCode::shape, "3 numbers for 2"));
  CHECK(throws_error([&] { seen.merge(other); }, ErrorCode::shape, "3 numbers for 2"));
  CHECK(throws_error([&] { other.observe({1, 5}); }, ErrorCode::shape));
  CHECK(throws_error([&] { other.forget({1}, 0.5); }, ErrorCode::shape));
}

TEST_CASE("a file's scatter that no data have is refused") {
  const auto read = [](Row scatter) {
    return from_fields<JointMoments>({{"complete", 2.0},
                                      {"incomplete", 0.0},
                                      {"means", Row{1, 2}},
                                      {"scatter", std::move(scatter)}},
                                     "the statistics");
  };
  CHECK(read({1, 1, 1}).scatter == Row{1, 1, 1});  // singular, as two rows are
  CHECK(read({0, 0, 1}).scatter == Row{0, 0, 1});
  for (const Row& wrong : {Row{1, 2, 1}, Row{0, 1, 1}, Row{-1, 0, 1}})
    CHECK(throws_error([&] { (void)read(wrong); }, ErrorCode::domain, "semi-definite"));
  CHECK(throws_error([&] { (void)read({1, 2}); }, ErrorCode::domain, "no triangle"));
}
