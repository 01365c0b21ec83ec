#include <credence/density/polya_tree.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;

TEST_CASE("a tree with the shares of a normal density has its mean and variance nearly") {
  std::vector<double> cuts = credence::detail::normal_cuts(3, 2, 8);
  const PolyaTree d{.shares = std::vector<double>(255, 0.5), .mean = 3, .sd = 2, .edges = cuts};

  CHECK(mean(d) == doctest::Approx(3).epsilon(1e-12));
  CHECK(variance(d) == testing::relative(4, 1e-3));
  for (const double p : {0.0005, 0.1, 0.5, 0.9, 0.9995})
    CHECK(quantile(d, p) == testing::relative(3 + 2 * normal_quantile(p), 1e-3));
}

TEST_CASE("quantile and cdf of a tree are each other's inverse") {
  const PolyaTree open{.shares = {0.75, 0.5, 0.125}, .mean = 1, .sd = 3, .edges = {-2, 0, 0.5}};
  const PolyaTree closed{.shares = {0.75, 0.5, 0.125}, .edges = {-2, 0, 0.5, 7, 9}};
  for (const PolyaTree& d : {open, closed})
    for (int i = 1; i < 100; ++i)
      CHECK(cdf(d, quantile(d, 0.01 * i)) == doctest::Approx(0.01 * i).epsilon(1e-13));
  CHECK(quantile(closed, 0) == -2);
  CHECK(quantile(closed, 1) == 9);
  CHECK(cdf(closed, -3) == 0);
  CHECK(cdf(closed, 10) == 1);
  CHECK(support(closed).upper == 9);
  CHECK(support(open).upper == std::numeric_limits<double>::infinity());
}

TEST_CASE("a tree far in the tail of its normal density keeps its digits") {
  // Above a cut at t the standard normal is nearly exponential of rate t.
  for (const double t : {20.0, 29.0, 31.0, 300.0, 1000.0}) {
    CAPTURE(t);
    const PolyaTree d{.shares = {0.5}, .mean = 0, .sd = 1, .edges = {t}};
    const double rate = t + 1 / t - 2 / (t * t * t);
    CHECK(std::exp(log_density(d, std::nextafter(t, 2 * t))) ==
          testing::relative(0.5 * rate, 1e-4 / t));
    CHECK(cdf(d, quantile(d, 0.75)) == doctest::Approx(0.75).epsilon(1e-9));
    CHECK(quantile(d, 0.75) == testing::relative(t + std::log(2) / t, 1e-2 / t));
  }
}

TEST_CASE("what rounding would take from rare upper halves is kept") {
  const PolyaTree d{.shares = {1 - 0x1p-53}, .edges = {0, 1, 2}, .residues = {1e-20}};
  CHECK(std::exp(log_density(d, 1.5)) == doctest::Approx(0x1p-53 + 1e-20).epsilon(1e-15));
}

TEST_CASE("tiny shares of many levels do not vanish") {
  const PolyaTree d{.shares = std::vector<double>(7, 1e-150), .edges = {0, 1, 2, 3, 4, 5, 6, 7, 8}};
  CHECK(log_density(d, 0.5) == doctest::Approx(-450 * std::log(10)).epsilon(1e-15));
}

TEST_CASE("a stronger prior of a tree keeps its means") {
  const PolyaTreePrior prior{.c = 2, .depth = 1, .edges = {0, 1, 2}, .counts = {3, 1}};
  const PolyaTreePrior twice = strengthened(prior, 2);
  CHECK(twice.c == 4);
  CHECK(mean(twice) == mean(prior));
  CHECK(variance(twice).front() < variance(prior).front());
}

TEST_CASE("NaN lies in no leaf") {
  const double nan = std::nan("");
  const PolyaTree open{.shares = {0.75}, .mean = 1, .sd = 3, .edges = {0}};
  const PolyaTree closed{.shares = {0.75}, .edges = {-2, 0, 9}};
  for (const PolyaTree& d : {open, closed}) {
    CHECK(credence::detail::leaves(d).of(nan) == credence::detail::Leaves::none);
    CHECK(testing::throws_error([&] { return cdf(d, nan); }, ErrorCode::domain));
    CHECK(testing::throws_error([&] { return quantile(d, nan); }, ErrorCode::domain));
  }
}

TEST_CASE("a tree without leaves has no mean, quantile, support or draw") {
  using testing::throws_error;
  const PolyaTree none;
  Random random{1};
  CHECK(throws_error([&] { return mean(none); }, ErrorCode::shape, "0 shares"));
  CHECK(throws_error([&] { return variance(none); }, ErrorCode::shape));
  CHECK(throws_error([&] { return cdf(none, 1); }, ErrorCode::shape));
  CHECK(throws_error([&] { return quantile(none, 0.5); }, ErrorCode::shape));
  CHECK(throws_error([&] { return support(none); }, ErrorCode::shape));
  CHECK(throws_error([&] { return draw(none, random); }, ErrorCode::shape));
}

TEST_CASE("the branches above a leaf are those among all of them") {
  const PolyaTreePrior prior{.c = 0.7,
                             .depth = 3,
                             .edges = {0, 1, 2, 3, 4, 5, 6, 7, 8},
                             .counts = {1, .3, .1, 4, 0, 2, 7, 1}};
  PolyaTreePrior fresh = prior;
  fresh.counts = {};
  for (const PolyaTreePrior& d : {prior, fresh}) {
    const std::vector<Beta> all = credence::detail::branches(d);
    for (std::size_t leaf = 0; leaf < 8; ++leaf) {
      std::vector<Beta> expected;
      credence::detail::descend(8, leaf,
                                [&](std::size_t branch, bool) { expected.push_back(all[branch]); });
      CHECK(credence::detail::branches_above(d, leaf) == expected);
    }
  }
}

TEST_CASE("a tree whose cut is far beyond its numbers is half a normal density") {
  const PolyaTree d{.shares = {0.5}, .mean = 0, .sd = 1, .edges = {1e6}};

  CHECK(cdf(d, 0) == doctest::Approx(0.25).epsilon(1e-15));
  CHECK(cdf(d, -1) == doctest::Approx(0.5 * normal_cdf(-1)).epsilon(1e-15));
  CHECK(cdf(d, -40) == doctest::Approx(0.5 * normal_cdf(-40)).epsilon(1e-12));
  CHECK(cdf(d, -std::numeric_limits<double>::infinity()) == 0);
  CHECK(log_density(d, 1) ==
        doctest::Approx(std::log(0.5) - 0.5 - 0.5 * std::log(2 * M_PI)).epsilon(1e-15));
  CHECK(quantile(d, 0.25) == doctest::Approx(0));
}

TEST_CASE("the variance of a tree far from 0 is that of the same tree near it") {
  const auto tree = [](double from, double sd) {
    PolyaTree d{.shares = {0.75, 0.5, 0.125}, .mean = from + 1, .sd = sd};
    d.edges = {from, from + 1, from + 3};
    if (sd == 0) d.edges = {from - 2, from, from + 1, from + 3, from + 7};
    return d;
  };
  for (const double sd : {0.0, 2.0}) {
    CAPTURE(sd);
    CHECK(variance(tree(1e15, sd)) == testing::relative(variance(tree(0, sd)), 1e-14));
  }
}
