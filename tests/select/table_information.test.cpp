// What counts of classes and levels say of their mutual information.
#include <credence/select/mutual_information.hpp>

#include <credence/base/random.hpp>
#include <credence/select/density_information.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "support/relative.hpp"

using namespace credence;

namespace {

using Doubles = std::vector<double>;
using Counts = std::vector<Doubles>;

double information_of(const Counts& joint) {
  Doubles probabilities;
  std::vector<Categorical> densities;
  for (const Doubles& row : joint) {
    probabilities.push_back(std::accumulate(row.begin(), row.end(), 0.0));
    densities.push_back({row});
    for (double& p : densities.back().probabilities) p /= probabilities.back();
  }
  return mutual_information(probabilities, std::span<const Categorical>(densities));
}

struct Simulated {
  double mean = 0;
  double variance = 0;
};

// The information of tables drawn from the Dirichlet density.
Doubles draws_of(const Counts& weights, int draws) {
  Random random{77};
  Doubles all;
  for (const Doubles& row : weights) all.insert(all.end(), row.begin(), row.end());
  const auto levels = static_cast<std::ptrdiff_t>(weights.front().size());
  Doubles information;
  for (int d = 0; d < draws; ++d) {
    const Doubles drawn = random.dirichlet(all);
    Counts joint;
    for (auto at = drawn.begin(); at != drawn.end(); at += levels)
      joint.emplace_back(at, at + levels);
    information.push_back(information_of(joint));
  }
  return information;
}

Simulated simulated(const Counts& weights, int draws) {
  double sum = 0, squares = 0;
  for (const double one : draws_of(weights, draws)) {
    sum += one;
    squares += one * one;
  }
  const double mean = sum / draws;
  return {.mean = mean, .variance = squares / draws - mean * mean};
}

}  // namespace

TEST_CASE("mean and variance of the information of a published table") {
  const InformationMoments moments = information_moments(Counts{{10, 3}, {2, 8}});

  CHECK(independence_test(Counts{{10, 3}, {2, 8}}).mutual_information ==
        doctest::Approx(0.169302655726).epsilon(3e-12));
  CHECK(moments.mean == doctest::Approx(0.188375832562).epsilon(3e-12));
  CHECK(moments.variance == doctest::Approx(0.010497178995).epsilon(5e-11));
}

TEST_CASE("moments of the information agree with simulation") {
  // 20,000 draws: the mean to 4 sigma, the variance to the next order that its formula leaves out.
  for (const Counts& weights :
       {Counts{{10, 3}, {2, 8}}, Counts{{30, 31, 29}, {60, 58, 62}},
        Counts{{40, 5, 20}, {8, 30, 9}, {15, 11, 12}}, Counts{{300, 20}, {25, 400}}}) {
    CAPTURE(weights.front().front());
    const InformationMoments moments = information_moments(weights);
    const Simulated drawn = simulated(weights, 20000);

    CHECK(std::abs(moments.mean - drawn.mean) < 4 * std::sqrt(drawn.variance / 20000));
    CHECK(moments.variance == testing::relative(drawn.variance, 0.08));
  }
}

TEST_CASE("beliefs of large counts taken for a Gamma density agree with simulation") {
  const Counts weights{{100, 30}, {20, 80}};
  FeatureInformation one;
  detail::add_beliefs(one, information_moments(weights), std::log(2.0),
                      {.mass = 0.8, .epsilon = 0.15});

  // 20,000 draws: shares to 0.01 where the Gamma density is as good as that.
  const Doubles drawn = draws_of(weights, 20000);
  const auto share_above = [&](double bound) {
    return static_cast<double>(std::count_if(drawn.begin(), drawn.end(),
                                             [&](double draw) { return draw > bound; })) /
           static_cast<double>(drawn.size());
  };
  CHECK(std::abs(*one.probability_above - share_above(0.15)) < 0.02);
  CHECK(std::abs(share_above(one.interval->lower) - 0.9) < 0.02);
  CHECK(std::abs(share_above(one.interval->upper) - 0.1) < 0.02);
  CHECK(*one.standard_deviation ==
        testing::relative(std::sqrt(simulated(weights, 20000).variance), 0.03));
}

TEST_CASE("no belief exceeds what is possible") {
  FeatureInformation one;
  detail::add_beliefs(one, InformationMoments{.mean = 0.68, .variance = 0.01}, std::log(2.0),
                      {.epsilon = 0.8});

  CHECK(one.interval->upper == std::log(2.0));
  CHECK(*one.probability_above == 0);
}

TEST_CASE("moments of no density leave no beliefs") {
  for (const InformationMoments moments :
       {InformationMoments{0, 1}, InformationMoments{0.1, 0}, InformationMoments{0.1, -1}}) {
    FeatureInformation one;
    detail::add_beliefs(one, moments, 1, {});
    CHECK_FALSE(one.interval);
    CHECK_FALSE(one.mean);
  }
}

TEST_CASE("beliefs of draws are their moments, shares and quantiles") {
  FeatureInformation one;
  detail::add_beliefs(one, Doubles{0.4, 0.1, 0.2, 0.3}, {.mass = 0.5, .epsilon = 0.15});

  CHECK(*one.mean == doctest::Approx(0.25));
  CHECK(*one.standard_deviation == doctest::Approx(std::sqrt(0.0125)));
  CHECK(*one.probability_above == 0.75);
  CHECK(one.interval->lower == doctest::Approx(0.175));
  CHECK(one.interval->upper == doctest::Approx(0.325));
}

TEST_CASE("a bias is taken off and a p-value found from the counts") {
  // Three levels, two classes: chi-square of two degrees of freedom, whose tail is exp(-x / 2).
  const Counts counts{{20, 30, 50}, {40, 30, 30}};

  const IndependenceTest test = independence_test(counts);

  CHECK(test.bias_corrected == doctest::Approx(test.mutual_information - 2.0 / 400));
  CHECK(test.p_value == doctest::Approx(std::exp(-200 * test.mutual_information)).epsilon(1e-12));
}

TEST_CASE("a p-value keeps its digits far out in the tail") {
  const IndependenceTest test = independence_test(Counts{{500, 0, 300}, {0, 400, 200}});

  CHECK(std::log(test.p_value) == doctest::Approx(-1400 * test.mutual_information).epsilon(1e-12));
}

TEST_CASE("classes and levels that were not seen count for nothing") {
  const IndependenceTest all = independence_test(Counts{{20, 0, 50}, {0, 0, 0}, {40, 0, 30}});

  CHECK(all == independence_test(Counts{{20, 50}, {40, 30}}));
  CHECK(independence_test(Counts{{3, 0}, {4, 0}}) == IndependenceTest{});
  CHECK(independence_test(Counts{{0, 0}, {0, 0}}) == IndependenceTest{});
  CHECK(independence_test(Counts{{1, 2}, {2, 4}, {3, 6}}).p_value == 1);
}

TEST_CASE("moments of classes and levels that are believed apart agree with draws of them") {
  // A table of one Dirichlet density has exactly one mean.
  const Counts table{{10, 3}, {2, 8}};
  CHECK(detail::moments_apart(Doubles{13, 10}, table).mean ==
        testing::relative(information_moments(table).mean, 1e-12));

  // Of 200,000 draws by another program: their mean has an error of 0.2 %.
  const InformationMoments two = detail::moments_apart(Doubles{101, 101}, Counts{{9, 3}, {31, 71}});
  CHECK(two.mean == testing::relative(0.11673, 0.01));
  CHECK(std::sqrt(two.variance) == testing::relative(0.06325, 0.05));
  const InformationMoments three =
      detail::moments_apart(Doubles{27, 21, 15}, Counts{{8, 12, 6}, {10, 9, 5}, {3, 4, 9}});
  CHECK(three.mean == testing::relative(0.08080, 0.01));
  CHECK(std::sqrt(three.variance) == testing::relative(0.04196, 0.05));
}

TEST_CASE("variances of classes and levels that are believed apart are those of pairs of classes") {
  // Summed over all pairs of classes, second derivatives and covariances as matrices, by another program.
  const auto variance = [](const Doubles& classes, const Counts& cells) {
    return detail::moments_apart(classes, cells).variance;
  };
  const auto near = [](double value) { return testing::relative(value, 1e-12); };

  CHECK(variance({27, 21, 15}, {{8, 12, 6}, {10, 9, 5}, {3, 4, 9}}) == near(0.0019202682284912996));
  CHECK(variance({27, 21}, {{8, 12, 6}, {10, 9, 5}}) == near(0.0006072619219836149));
  CHECK(variance({27, 21, 15}, {{8, 12}, {10, 9}, {3, 4}}) == near(0.0007672503419561866));
}
