// How sure a difference of two classifiers is, when the folds that show it share training rows.
#include <credence/study/compare_paired.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "support/golden_table.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::number;
using testing::throws_error;

namespace {

const std::string comparison = testing::project_file("tests/golden/comparison.csv");

bool close(double found, double wanted) {
  return std::abs(found - wanted) <= 1e-12 * std::max(std::abs(wanted), 1e-3);
}

}  // namespace

TEST_CASE("the correlated t-test agrees with integrals of its density") {
  const auto lines = testing::golden_lines(comparison, "t");
  REQUIRE(lines.size() == 7);
  for (const auto& cells : lines) {
    CAPTURE(cells[1] + " " + cells[2]);
    const DifferencePosterior found = correlated_t_test(
        {.count = std::stol(cells[1]), .mean = number(cells[2]), .deviation = number(cells[3])},
        {.correlation = number(cells[4]), .rope = number(cells[5])});

    CHECK(close(found.scale, number(cells[6])));
    CHECK(close(found.first, number(cells[7])));
    CHECK(close(found.equivalent, number(cells[8])));
    CHECK(close(found.second, number(cells[9])));
    CHECK(close(found.interval.lower, number(cells[10])));
    CHECK(close(found.interval.upper, number(cells[11])));
    CHECK(found.degrees == number(cells[1]) - 1);
  }
}

// Naive Bayes against AODE, 10 times 10 folds, in the notebooks that go with [benavoli2017]. They
// print p-value and 95 % interval of the correlated t-test, which are twice the smaller tail and the
// interval of the posterior; mean and deviation are those of the 100 differences that they publish.
TEST_CASE("published comparisons of naive Bayes and AODE come out to their printed digits") {
  struct Published {
    const char* data;
    double mean, deviation;
    double p_value, lower, upper;
    double digits;  // half a unit of the last digit of the interval
  };
  const Published published[] = {
      {"ecoli", -0.0726876, 0.05985435623109135, 0.0007237706429719711, -0.114019, -0.0313565,
       5e-7},
      {"hepatitis", -0.0021209, 0.0030379093339354376, 0.047573247196149436, -0.00421866,
       -2.31392e-5, 5e-9},
      {"iris", -0.0324166, 0.012534873553007978, 3.884739189329373e-11, -0.0410723, -0.0237609,
       5e-8},
  };
  for (const Published& one : published) {
    CAPTURE(one.data);
    const DifferencePosterior found =
        correlated_t_test({.count = 100, .mean = one.mean, .deviation = one.deviation},
                          {.correlation = 0.1, .rope = 0, .mass = 0.95});

    CHECK(std::abs(2 * found.first / one.p_value - 1) < 1e-11);
    CHECK(std::abs(found.interval.lower - one.lower) <= one.digits);
    CHECK(std::abs(found.interval.upper - one.upper) <= one.digits);
  }
  const DifferencePosterior squash =
      correlated_t_test({.count = 100, .mean = -0.056, .deviation = 0.1558351743725311}, {});
  CHECK(std::abs(squash.scale - 0.05423222985646852) < 1e-8);  // theirs has a prior of variance 1e6
  CHECK(squash.degrees == 99);
}

TEST_CASE("a small probability of the correlated t-test keeps its digits") {
  const DifferencePosterior found =
      correlated_t_test({.count = 100, .mean = 0.2, .deviation = 0.01}, {});

  CHECK(found.second > 0);
  CHECK(found.second < 1e-30);
}

TEST_CASE("the difference is turned around when the classifiers are") {
  const Differences seen{.count = 20, .mean = 0.013, .deviation = 0.04};
  const DifferencePosterior one = correlated_t_test(seen, {});
  const DifferencePosterior other =
      correlated_t_test({.count = 20, .mean = -0.013, .deviation = 0.04}, {});

  CHECK(one.first == other.second);
  CHECK(one.second == other.first);
  CHECK(one.equivalent == other.equivalent);
  CHECK(one.interval.lower == doctest::Approx(-other.interval.upper).epsilon(1e-14));
}

TEST_CASE("equal differences are a point and all of the mass is there") {
  const std::vector<double> none(30, 0.0);
  const DifferencePosterior same = correlated_t_test(differences_of(none), {});
  CHECK(same.equivalent == 1);
  CHECK(same.first == 0);
  CHECK(same.second == 0);
  CHECK(same.scale == 0);
  CHECK(same.interval == Interval{0, 0});
  CHECK(log_density(same, 0) == std::numeric_limits<double>::infinity());
  CHECK(log_density(same, 0.1) == -std::numeric_limits<double>::infinity());

  // 0.1 is no binary number: a mean by summing would not be it, and the variance not 0.
  const std::vector<double> tenth(30, 0.1);
  const DifferencePosterior better = correlated_t_test(differences_of(tenth), {.rope = 0.05});
  CHECK(better.seen.deviation == 0);
  CHECK(better.seen.mean == 0.1);
  CHECK(better.first == 1);
  CHECK(correlated_t_test(differences_of(tenth), {.rope = 0.1}).equivalent == 1);
  CHECK(correlated_t_test({.count = 3, .mean = -1}, {}).second == 1);
}

TEST_CASE("mean and deviation of differences are those of arithmetic in the head") {
  const std::vector<double> some{1, 2, 3, 6};
  const Differences found = differences_of(some);

  CHECK(found.count == 4);
  CHECK(found.mean == 3);
  CHECK(found.deviation == doctest::Approx(std::sqrt(14.0 / 3)).epsilon(1e-15));
}

TEST_CASE("without correlation the posterior is that of a mean under the reference prior") {
  const Differences seen{.count = 8, .mean = 0.02, .deviation = 0.1};
  const DifferencePosterior found = correlated_t_test(seen, {.correlation = 0, .rope = 0});

  CHECK(found.scale == doctest::Approx(0.1 / std::sqrt(8.0)).epsilon(1e-15));
  CHECK(found.first + found.second == doctest::Approx(1).epsilon(1e-15));
  CHECK(found.equivalent < 1e-15);
  // The density of 7 degrees of freedom at its middle, by SciPy 1.10.1.
  CHECK(std::exp(log_density(found, 0.02)) * found.scale ==
        doctest::Approx(0.38499145083226727).epsilon(1e-12));
}

TEST_CASE("a correlated t-test refuses what it cannot answer, naming it") {
  const Differences seen{.count = 8, .mean = 0.02, .deviation = 0.1};
  const auto refuses = [](const Differences& of, const CorrelatedTOptions& options,
                          const std::string& text) {
    return throws_error([&] { (void)correlated_t_test(of, options); }, ErrorCode::domain, text);
  };
  const double nan = std::nan("");
  CHECK(refuses({.count = 1}, {}, "a number of differences of 1; give at least 2"));
  CHECK(refuses({.count = 3, .mean = nan}, {}, "a mean of nan"));
  CHECK(refuses({.count = 3, .deviation = -1}, {}, "a standard deviation of -1"));
  CHECK(refuses(seen, {.correlation = 1}, "a correlation of 1"));
  CHECK(refuses(seen, {.correlation = -0.1}, "a correlation of -0.1"));
  CHECK(refuses(seen, {.rope = -1}, "a region of practical equivalence of -1"));
  CHECK(refuses(seen, {.mass = 1}, "a mass of 1"));
  const std::vector<double> endless{1, std::numeric_limits<double>::infinity()};
  CHECK(throws_error([&] { (void)differences_of(endless); }, ErrorCode::domain,
                     "a difference of inf; give finite numbers"));
  CHECK(throws_error([&] { (void)differences_of(std::span(endless).first(1)); }, ErrorCode::domain,
                     "give at least 2"));
}
