// Digits of means and variances from exact sums, on data that cost other ways their digits.
#include <credence/family/exact_statistics.hpp>

#include <doctest/doctest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <credence/base/random.hpp>
#include <credence/detail/family/moments.hpp>
#include <vector>

using namespace credence;

namespace {

using Real = boost::multiprecision::cpp_bin_float_100;

// Decimal digits that are right: -log10 of the relative error, 17 for none.
double digits(double found, const Real& exact) {
  const Real error = abs((Real(found) - exact) / exact);
  return error == 0 ? 17 : static_cast<double>(-log10(error));
}

struct Exactly {
  Real mean;
  Real squares;

  explicit Exactly(const std::vector<double>& data) {
    for (const double x : data) mean += x;
    mean /= static_cast<double>(data.size());
    for (const double x : data) squares += (Real(x) - mean) * (Real(x) - mean);
  }
};

Moments moments_of(const std::vector<double>& data) {
  ExactStatistics<Moments> seen;
  for (const double x : data) seen.observe(x);
  return seen.statistics();
}

// NumAcc2, 3 and 4 of the NIST reference data: a middle, and 500 pairs a tenth around it.
std::vector<double> around(double low, double middle, double high) {
  std::vector<double> data{middle};
  for (int i = 0; i < 500; ++i) {
    data.push_back(low);
    data.push_back(high);
  }
  return data;
}

void check_digits(const std::vector<double>& data) {
  const Exactly exact(data);
  const Moments found = moments_of(data);
  CHECK(digits(found.mean, exact.mean) >= 15.9);
  CHECK(digits(found.sum_of_squares, exact.squares) >= 15.9);
}

double standard_deviation(const std::vector<double>& data) {
  return std::sqrt(moments_of(data).sum_of_squares / static_cast<double>(data.size() - 1));
}

}  // namespace

TEST_CASE("exact moments of the NIST accuracy data have all digits of the stored numbers") {
  check_digits({10000001, 10000003, 10000002});
  check_digits(around(1.1, 1.2, 1.3));
  check_digits(around(1000000.1, 1000000.2, 1000000.3));
  check_digits(around(10000000.1, 10000000.2, 10000000.3));
}

TEST_CASE("exact moments of the NIST accuracy data have the certified digits that doubles allow") {
  CHECK(standard_deviation({10000001, 10000003, 10000002}) == 1);
  CHECK(digits(standard_deviation(around(1.1, 1.2, 1.3)), Real("0.1")) >= 15.2);
  CHECK(digits(standard_deviation(around(1000000.1, 1000000.2, 1000000.3)), Real("0.1")) >= 9.4);
  CHECK(digits(standard_deviation(around(10000000.1, 10000000.2, 10000000.3)), Real("0.1")) >= 8.2);
}

TEST_CASE("exact moments keep all digits wherever the data lie and however they spread") {
  Random random{1};
  for (const double offset : {0.0, 1e9, -1e15}) {
    std::vector<double> shifted;
    for (int i = 0; i < 20000; ++i) shifted.push_back(offset + random.normal());
    check_digits(shifted);
  }
  std::vector<double> spread, cauchy;
  for (int i = 0; i < 20000; ++i) {
    spread.push_back(std::exp(5 * random.normal()));
    cauchy.push_back(random.normal() / random.normal());
  }
  check_digits(spread);
  check_digits(cauchy);
}

TEST_CASE("forgetting numbers a million times larger leaves what was there before") {
  Random random{2};
  ExactStatistics<Moments> seen;
  for (int i = 0; i < 1000; ++i) seen.observe(random.normal());
  const Moments before = seen.statistics();
  std::vector<double> large;
  for (int i = 0; i < 1000; ++i) large.push_back(1e6 * random.normal());

  for (const double x : large) seen.observe(x, 0.1);
  for (const double x : large) seen.forget(x, 0.1);

  CHECK(seen.statistics() == before);
}

TEST_CASE("a datum that was never seen is refused where it would leave squares below zero") {
  ExactStatistics<Moments> seen;
  seen.observe(1);
  seen.observe(2);

  CHECK_THROWS_AS(seen.forget(5), Error);
  CHECK_THROWS_AS(seen.forget(1.5, 2), Error);  // nothing left, but a square is
  CHECK_THROWS_AS(seen.forget(1, 3), Error);

  seen.forget(1);
  CHECK(seen.statistics() == Moments{.n = 1, .mean = 2});
  seen.forget(2);
  CHECK(seen.statistics() == Moments{});
}
