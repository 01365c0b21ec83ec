#include <credence/detail/family/moments.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <credence/base/random.hpp>
#include <vector>

#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

namespace {
Moments moments_of(const std::vector<double>& values) {
  Moments result;
  for (const double x : values) result.observe(x);
  return result;
}

// The variance by two passes in long double.
double variance_in_two_passes(const std::vector<double>& values) {
  long double sum = 0;
  for (const double x : values) sum += x;
  const long double mean = sum / static_cast<long double>(values.size());
  long double squares = 0;
  for (const double x : values) squares += (x - mean) * (x - mean);
  return static_cast<double>(squares / static_cast<long double>(values.size()));
}

std::vector<double> values_around(double offset) {
  Random random{13};
  std::vector<double> result;
  for (int i = 0; i < 1000; ++i) result.push_back(offset + random.normal());
  return result;
}
}  // namespace

TEST_CASE("1 and 2 and 6 have mean 3 and squares 14") {
  CHECK(moments_of({1, 2, 6}) == [] {
    Moments expected;
    expected.n = 3;
    expected.mean = 3;
    expected.sum_of_squares = 14;
    return expected;
  }());
}

TEST_CASE("the spread survives a mean of a hundred million and of a billion") {
  // Sums of raw squares give 0 and 256 here.
  for (const double offset : {0.0, 1e8, 1e9}) {
    CAPTURE(offset);
    const auto values = values_around(offset);
    const Moments moments = moments_of(values);
    const double expected = variance_in_two_passes(values);

    CHECK(expected == testing::relative(1, 0.2));
    CHECK(std::abs(moments.sum_of_squares / moments.n - expected) <= 1e-15 * offset + 1e-14);
  }
}

TEST_CASE("merged halves of numbers around a billion keep the spread") {
  const auto values = values_around(1e9);
  Moments merged = moments_of({values.begin(), values.begin() + 400});
  merged.merge(moments_of({values.begin() + 400, values.end()}));

  const double expected = variance_in_two_passes(values);

  CHECK(std::abs(merged.sum_of_squares / merged.n - expected) <= 1e-6);
  CHECK(merged.n == 1000);
}

TEST_CASE("a number far heavier than all before it leaves the spread its digits") {
  for (const double weight : {1e5, 1e9, 1e12, 1e17, 1e300}) {
    CAPTURE(weight);
    Moments moments;
    moments.observe(0.3);
    moments.observe(0.9, weight);

    CHECK(moments.sum_of_squares == testing::relative(0.36 / (1 / weight + 1), 1e-10));
  }
  Moments alone;
  alone.observe(1e10, 1e300);
  CHECK(alone.sum_of_squares == 0);
}

TEST_CASE("numbers of which one is far heavier keep the spread also far from 0") {
  for (const double weight : {1e3, 1e4, 1e5}) {
    CAPTURE(weight);
    Moments moments;
    moments.observe(1e6);
    moments.observe(1e6 + 1, weight);

    CHECK(moments.sum_of_squares == testing::relative(weight / (weight + 1), 1e-15));
  }
}

TEST_CASE("merged numbers of tiny weights may have squares that no double holds") {
  Moments merged;
  merged.observe(-1e160, 1e-300);
  Moments other;
  other.observe(1e160, 1e-300);

  merged.merge(other);

  CHECK(merged.sum_of_squares == testing::relative(2e20, 1e-15));
}

TEST_CASE("forgetting the last number but one leaves no spread") {
  Moments moments = moments_of({5, 9});

  moments.forget(9);

  CHECK(moments.n == 1);
  CHECK(moments.mean == 5);
  CHECK(moments.sum_of_squares == 0);
}

TEST_CASE("forgetting one of two numbers around a billion is not mistaken for a fault") {
  // The mean of the two is no double; what it lacks returns eightfold in the squares.
  for (const double x : {0.1, 0.3, 0.7, 1.9}) {
    CAPTURE(x);
    Moments moments = moments_of({1e9 + x, 1e9 + 0.2});

    moments.forget(1e9 + 0.2);

    CHECK(moments.n == 1);
    CHECK(moments.sum_of_squares <= 1e-6);
  }
}

TEST_CASE("a number that was not seen cannot be forgotten") {
  Moments moments = moments_of({1, 2, 3});
  const Moments before = moments;

  CHECK(throws_error([&] { moments.forget(100); }, ErrorCode::domain, "sum_of_squares"));
  CHECK(throws_error([&] { moments.forget(2, 4); }, ErrorCode::domain, "'count' holds 3"));
  CHECK(moments == before);
}

TEST_CASE("numbers that are all equal have exactly no spread") {
  Moments moments = moments_of({0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1});
  moments.merge(moments_of({0.1, 0.1, 0.1}));

  CHECK(moments.mean == 0.1);
  CHECK(moments.sum_of_squares == 0);
}

TEST_CASE("an outlier can be forgotten whatever rows weigh") {
  Random random{7};
  for (int trial = 0; trial < 200; ++trial) {
    const double weight = std::exp(random.uniform() * 60 - 30), value = 1e-3 * random.normal();
    const double outlier = 1e3 * random.normal();
    CAPTURE(weight);
    CAPTURE(value);
    CAPTURE(outlier);
    Moments moments;
    for (int i = 0; i < 150; ++i) {
      if (i == 70) moments.observe(outlier, weight);
      moments.observe(value, weight);
    }

    moments.forget(outlier, weight);

    CHECK(moments.sum_of_squares <= 1e-6 * weight);
    CHECK(std::abs(moments.mean - value) <= 1e-12);
  }
}

TEST_CASE("rows that weigh much keep the spread of the others") {
  for (const double weight : {1e14, 1e16, 1e30, 1e290}) {
    CAPTURE(weight);
    Moments moments;
    for (const double x : {1.0, 2.0, 6.0, 4.0}) moments.observe(x, weight);

    moments.forget(4, weight);

    CHECK(moments.sum_of_squares == testing::relative(14 * weight, 1e-14));
  }
}

TEST_CASE("a number that weighs next to nothing beside another can be forgotten") {
  Moments moments;
  moments.observe(0.65, 1e-15);
  moments.observe(1.67, 1e297);

  moments.forget(0.65, 1e-15);

  CHECK(moments.n == 1e297);
  CHECK(moments.mean == 1.67);
}

// Sums of whole numbers are rounded from 2^53 on.
TEST_CASE("rows of whole weights beyond 2^53 can all be forgotten") {
  Random random{9};
  std::vector<double> weights;
  for (int i = 0; i < 1000; ++i)
    weights.push_back(1e16 + 2 * static_cast<double>(random.below(1000000)));
  Moments moments;
  for (const double weight : weights) moments.observe(1, weight);
  for (const double weight : weights) moments.forget(1, weight);

  CHECK(moments == Moments());
}
