// Normal and Student's t scores: every shape, missing cells, the scale of the logarithm.
#include "predict/normals/normal_scores.hpp"

#include <doctest/doctest.h>

#include <credence/density/log_normal.hpp>

#include "support/normal_cases.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

template <class Density>
void check_shapes(const Case& shape) {
  CAPTURE(shape.rows);
  CAPTURE(shape.features);
  CAPTURE(shape.classes);
  CAPTURE(shape.missing_share);
  CAPTURE(shape.listed);
  CAPTURE(static_cast<int>(shape.order));
  CHECK(worst_error<Density, double>(shape) <= 1);
  CHECK(worst_error<Density, float>(shape) <= 1);
  CHECK(worst_error<Density, std::uint8_t>(shape) <= 1);
  CHECK(worst_error<Density, std::int32_t>(shape) <= 1);
  CHECK(worst_error<Density, std::int64_t>(shape) <= 1);
}

constexpr Order orders[] = {Order::row_major, Order::column_major, Order::separate_columns};

}  // namespace

TEST_CASE_TEMPLATE("scores are the sums of log densities for any number of rows", Density, Normal,
                   StudentT) {
  on_all_instructions([] {
    for (const Index rows : {0, 1, 7, 8, 9, 31, 32, 33, 64, 255})
      for (const Order order : orders)
        for (const bool listed : {false, true})
          check_shapes<Density>({.rows = rows, .features = 9, .order = order, .listed = listed});
  });
}

TEST_CASE_TEMPLATE("scores are the sums of log densities for any number of columns", Density,
                   Normal, StudentT) {
  on_all_instructions([] {
    for (const Index features : {1, 2, 3, 4, 5, 7, 8, 11, 40, 64, 65, 96, 97, 130, 700})
      for (const Order order : orders)
        check_shapes<Density>({.rows = 40, .features = features, .classes = 3, .order = order});
  });
}

TEST_CASE_TEMPLATE("scores are the sums of log densities for any number of classes", Density,
                   Normal, StudentT) {
  on_all_instructions([] {
    for (Index classes = 1; classes <= 40; ++classes)
      check_shapes<Density>({.rows = 34, .features = 10, .classes = classes});
    check_shapes<Density>({.rows = 34, .features = 10, .classes = 1001});
  });
}

TEST_CASE_TEMPLATE("a missing cell drops its term and its norm", Density, Normal, StudentT) {
  on_all_instructions([] {
    for (const double share : {0.001, 0.1, 1.0})
      for (const Index features : {3, 20, 150})
        for (const Order order : orders)
          check_shapes<Density>({.rows = 70,
                                 .features = features,
                                 .classes = 7,
                                 .order = order,
                                 .missing_share = share});
  });
}

TEST_CASE_TEMPLATE("on the scale of the logarithm scores are densities of the number", Density,
                   Normal, StudentT) {
  on_all_instructions([] {
    for (const double share : {0.0, 0.05})
      for (const Index features : {2, 30, 100})
        check_shapes<Density>({.rows = 45,
                               .features = features,
                               .classes = 3,
                               .missing_share = share,
                               .scale = Scale::logarithm});
  });
}

TEST_CASE("on the scale of the logarithm scores equal the log-normal densities") {
  const LogNormal normal{.mean = 1, .variance = 0.3};
  const LogStudentT student{.degrees = 4, .location = 1, .scale = 0.7};
  on_all_instructions([&] {
    for (const double x : {1e-310, 1e-5, 1.0, 2.5, 1e300}) {
      CAPTURE(x);
      const Matrix<double> matrix(1, 1, Order::row_major, [&](Index, Index) { return x; });
      GuardedTile a(1, 1), b(1, 1);
      const std::vector<Normal> normals{normal.logarithm()};
      const std::vector<StudentT> students{student.logarithm()};
      CHECK_FALSE(NormalScores(normals, 1, {true}, Scale::logarithm)
                      .add(matrix.panel, {.count = 1}, a.tile));
      CHECK_FALSE(StudentScores(students, 1, {true}, Scale::logarithm)
                      .add(matrix.panel, {.count = 1}, b.tile));
      CHECK(a.tile.at(0, 0) == doctest::Approx(log_density(normal, x)).epsilon(1e-13));
      CHECK(b.tile.at(0, 0) == doctest::Approx(log_density(student, x)).epsilon(1e-13));
    }
  });
}

TEST_CASE_TEMPLATE("a class of probability 0 keeps its joint whatever its densities hold", Density,
                   Normal, StudentT) {
  Random random(3);
  const Case shape{.rows = 50, .features = 6, .classes = 8};
  auto densities = random_densities<Density>(random, shape.features, shape.classes);
  std::vector<bool> live(8, true);
  for (const std::size_t dead : {0u, 3u, 7u}) {
    live[dead] = false;
    for (std::size_t j = 0; j < 6; ++j) {
      auto& density = densities[j * 8 + dead];
      if constexpr (std::is_same_v<Density, Normal>)
        density = {.mean = missing, .variance = 0};
      else
        density = {.degrees = 0, .location = missing, .scale = 0};
    }
  }
  on_all_instructions([&] {
    for (const double share : {0.0, 0.2}) {
      CAPTURE(share);
      CHECK(worst_error<Density, double>(shape, densities, live, [&](Index, Index) {
              return random.uniform() < share ? missing : 5 + random.normal();
            }) <= 1);
    }
  });
}

TEST_CASE_TEMPLATE("a class at minus infinity stays there", Density, Normal, StudentT) {
  Random random(4);
  const auto densities = random_densities<Density>(random, 4, 2);
  const typename NormalKernel<Density>::Scores scores(densities, 2, {true, true});
  on_all_instructions([&] {
    for (const double share : {0.0, 0.3}) {
      CAPTURE(share);
      const Matrix<double> matrix(40, 4, Order::row_major, [&](Index, Index) {
        return random.uniform() < share ? missing : 5 + random.normal();
      });
      GuardedTile scored(2, 40);
      scored.tile.at(1, 17) = -infinity;
      CHECK_FALSE(scores.add(matrix.panel, {.count = 40}, scored.tile));
      CHECK(scored.tile.at(1, 17) == -infinity);
      CHECK(std::isfinite(scored.tile.at(0, 17)));
    }
  });
}
