// Normal and Student's t scores: digits kept, numbers that are too large, entries that are refused.

#include <doctest/doctest.h>

#include <cmath>

#include "predict/normals/normal_scores.hpp"
#include "support/normal_cases.hpp"

using namespace credence;
using namespace credence::testing;

TEST_CASE_TEMPLATE("an offset of 1e9 spreads costs no digits", Density, Normal, StudentT) {
  Random random(5);
  const Case shape{.rows = 64, .features = 20, .classes = 4};
  auto densities = random_densities<Density>(random, 20, 4);
  for (auto& density : densities) {
    if constexpr (std::is_same_v<Density, Normal>)
      density.mean += 1e9;
    else
      density.location += 1e9;
  }
  on_all_instructions([&] {
    CHECK(worst_error<Density, double>(shape, densities, std::vector<bool>(4, true),
                                       [&](Index, Index) { return 1e9 + 5 + random.normal(); }) <=
          1);
  });
}

TEST_CASE_TEMPLATE("classes many spreads apart keep their digits", Density, Normal, StudentT) {
  Random random(6);
  const Case shape{.rows = 64, .features = 20, .classes = 7};
  auto densities = random_densities<Density>(random, 20, 7);
  for (std::size_t at = 0; at < densities.size(); ++at) {
    const double away = 1e8 * static_cast<double>(at % 7);
    if constexpr (std::is_same_v<Density, Normal>)
      densities[at].mean += away;
    else
      densities[at].location += away;
  }
  on_all_instructions([&] {
    for (const double share : {0.0, 0.1}) {
      CAPTURE(share);
      CHECK(worst_error<Density, double>(
                shape, densities, std::vector<bool>(7, true), [&](Index i, Index) {
                  if (random.uniform() < share) return missing;
                  return 1e8 * static_cast<double>(i % 7) + 5 + random.normal();
                }) <= 1);
    }
  });
}

TEST_CASE("Student's t keeps its digits for few and for many degrees of freedom") {
  Random random(7);
  for (const double degrees : {0.1, 1.0, 3.0, 99.0, 2e4, 2e5, 1e6, 1e8, 1e10})
    for (const Index features : {1, 50, 5000}) {
      CAPTURE(degrees);
      CAPTURE(features);
      const Case shape{.rows = 40, .features = features, .classes = 2};
      auto densities = random_densities<StudentT>(random, features, 2);
      for (auto& density : densities) density.degrees = degrees;
      on_all_instructions([&] {
        CHECK(worst_error<StudentT, double>(shape, densities, {true, true}, [&](Index, Index) {
                return 5 + 3 * random.normal();
              }) <= 0.2);
      });
    }
}

TEST_CASE("Student's t of many degrees keeps its digits beside a class many scales away") {
  Random random(12);
  const Case shape{.rows = 40, .features = 3, .classes = 3};
  for (const double degrees : {0.01, 5.0, 1e4, 1e6, 1e8, 1e10}) {
    CAPTURE(degrees);
    auto densities = random_densities<StudentT>(random, 3, 3);
    for (std::size_t at = 0; at < densities.size(); ++at) {
      densities[at].degrees = degrees;
      if (at % 3 == 2) densities[at].location += 500 * std::sqrt(degrees);
    }
    on_all_instructions([&] {
      for (const double share : {0.0, 0.1})
        CHECK(
            worst_error<StudentT, double>(shape, densities, {true, true, true}, [&](Index, Index) {
              return random.uniform() < share ? missing : 5 + random.normal();
            }) <= 0.2);
    });
  }
}

TEST_CASE("Student's t takes degrees of freedom that differ by feature and class") {
  Random random(8);
  const Case shape{.rows = 70, .features = 90, .classes = 6};
  auto densities = random_densities<StudentT>(random, 90, 6);
  for (std::size_t at = 0; at < densities.size(); ++at)
    if (at / 6 % 5 == 0) densities[at].degrees = std::exp(3 + 3 * random.normal());
  on_all_instructions([&] {
    for (const double share : {0.0, 0.05}) {
      CAPTURE(share);
      CHECK(worst_error<StudentT, double>(
                shape, densities, std::vector<bool>(6, true), [&](Index, Index) {
                  return random.uniform() < share ? missing : 5 + random.normal();
                }) <= 1);
    }
  });
}

TEST_CASE("Student's t is finite where the product of its factors is no double") {
  Random random(9);
  const Case shape{.rows = 40, .features = 70, .classes = 3};
  auto densities = random_densities<StudentT>(random, 70, 3);
  on_all_instructions([&] {
    for (const double far : {1e20, 1e150})
      for (const Scale scale : {Scale::plain, Scale::logarithm}) {
        CAPTURE(far);
        Case scaled = shape;
        scaled.scale = scale;
        CHECK(worst_error<StudentT, double>(
                  scaled, densities, {true, true, true}, [&](Index i, Index j) {
                    if (i % 5 == 1) return far * (1 + random.uniform());
                    return j == 3 ? missing : 5 + std::abs(random.normal());
                  }) <= 1);
      }
    const Matrix<double> matrix(1, 1, Order::row_major, [](Index, Index) { return 1.7e308; });
    const std::vector<StudentT> thin{{.degrees = 3, .location = -1e308, .scale = 1e-300}};
    GuardedTile scored(1, 1);
    CHECK_FALSE(StudentScores(thin, 1, {true}).add(matrix.panel, {.count = 1}, scored.tile));
    CHECK(scored.tile.at(0, 0) == doctest::Approx(log_density(thin[0], 1.7e308)).epsilon(1e-12));
  });
}

TEST_CASE("a normal density whose square is no double is minus infinity") {
  const std::vector<Normal> normals{{.mean = 0, .variance = 1e-300}, {.mean = 0, .variance = 1e9}};
  on_all_instructions([&] {
    for (const double first : {1e10, missing}) {
      CAPTURE(first);
      const Matrix<double> matrix(2, 1, Order::row_major,
                                  [&](Index i, Index) { return i == 0 ? first : 1e10; });
      GuardedTile scored(2, 2);
      CHECK_FALSE(
          NormalScores(normals, 2, {true, true}).add(matrix.panel, {.count = 2}, scored.tile));
      CHECK(scored.tile.at(0, 1) == -infinity);
      CHECK(scored.tile.at(1, 1) ==
            doctest::Approx(-0.25 + log_density(normals[1], 1e10)).epsilon(1e-12));
      if (first != first) CHECK(scored.tile.at(1, 0) == -0.25);
    }
  });
}

TEST_CASE_TEMPLATE("the first entry outside the support is named, row by row", Density, Normal,
                   StudentT) {
  Random random(10);
  const auto densities = random_densities<Density>(random, 200, 2);
  const auto fault_at = [&](Scale scale, double fault, bool any_live) {
    const Matrix<double> matrix(90, 200, Order::row_major, [&](Index i, Index j) {
      if ((i == 50 && j == 199) || (i == 51 && j == 2)) return fault;
      return i == 40 ? missing : 5 + random.uniform();
    });
    GuardedTile scored(2, 80);
    const typename NormalKernel<Density>::Scores scores(densities, 2, {any_live, false}, scale);
    return scores.add(matrix.panel, {.first = 4, .count = 80}, scored.tile);
  };
  on_all_instructions([&] {
    for (const bool any_live : {true, false}) {
      CHECK(fault_at(Scale::plain, infinity, any_live) == Entry{.row = 50, .column = 199});
      CHECK(fault_at(Scale::plain, -infinity, any_live) == Entry{.row = 50, .column = 199});
      CHECK(fault_at(Scale::logarithm, 0, any_live) == Entry{.row = 50, .column = 199});
      CHECK(fault_at(Scale::logarithm, -3, any_live) == Entry{.row = 50, .column = 199});
      CHECK(fault_at(Scale::logarithm, infinity, any_live) == Entry{.row = 50, .column = 199});
      CHECK_FALSE(fault_at(Scale::plain, -3, any_live));
      CHECK_FALSE(fault_at(Scale::logarithm, missing, any_live));
    }
  });
}

TEST_CASE_TEMPLATE("where the cuts of a tile lie does not change a bit", Density, Normal,
                   StudentT) {
  Random random(11);
  const auto densities = random_densities<Density>(random, 37, 6);
  const Matrix<double> matrix(100, 37, Order::row_major,
                              [&](Index, Index) { return 5 + random.normal(); });
  const typename NormalKernel<Density>::Scores scores(densities, 6, std::vector<bool>(6, true));
  on_all_instructions([&] {
    GuardedTile whole(6, 100), part(6, 43);
    CHECK_FALSE(scores.add(matrix.panel, {.count = 100}, whole.tile));
    CHECK_FALSE(scores.add(matrix.panel, {.first = 57, .count = 43}, part.tile));
    bool same = true;
    for (Index c = 0; c < 6; ++c)
      for (Index i = 0; i < 43; ++i) same = same && whole.tile.at(c, 57 + i) == part.tile.at(c, i);
    CHECK(same);
  });
}
