// Special functions against mpmath (stored) and Boost.Multiprecision (random points).
#include <credence/base/special.hpp>

#include <doctest/doctest.h>
#include <array>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/golden_table.hpp"
#include "support/paths.hpp"
#include "support/relative.hpp"

namespace credence {
namespace {

using Reference = boost::multiprecision::cpp_bin_float_100;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double eps = std::numeric_limits<double>::epsilon();

// One reference value: up to three arguments (0 where there is none) and the result.
struct GoldenLine {
  std::array<double, 3> at{};
  double value = 0;
  std::string line;
};

std::vector<GoldenLine> golden(const std::string& function) {
  const std::string path = testing::project_file("tests/golden/special.csv");
  std::vector<GoldenLine> all;
  for (const std::vector<std::string>& cells : testing::golden_lines(path, function)) {
    GoldenLine& one = all.emplace_back(GoldenLine{.value = testing::number(cells.at(4))});
    for (std::size_t i = 0; i < 3; ++i)
      if (!cells[i + 1].empty()) one.at[i] = testing::number(cells[i + 1]);
    one.line = function + ' ' + cells[1] + ' ' + cells[2] + ' ' + cells[3];
  }
  return all;
}

double ulp(double value) { return std::nextafter(std::abs(value), infinity) - std::abs(value); }

// The error of a value in units of the last place of its reference.
double ulps(double value, double reference) { return std::abs(value - reference) / ulp(reference); }

// The largest error of `function` over its golden rows, in ulp. NaN counts as infinite.
template <class Function>
double worst_ulps(const std::string& name, Function function) {
  double worst = 0;
  for (const GoldenLine& row : golden(name)) {
    const double error = ulps(function(row), row.value);
    if (!(error <= worst)) worst = std::isnan(error) ? infinity : error;
  }
  return worst;
}

// An error as a share of the bar for log-gamma ratios: 8 ulp from 1e-2 on, 4 eps below.
double share_of_bar(double error, double reference) {
  return error / (std::abs(reference) >= 1e-2 ? 8 * ulp(reference) : 4 * eps);
}

// Checks probabilities to 4 eps.
template <class Cdf>
void check_cdf(const std::string& name, Cdf cdf) {
  for (const GoldenLine& row : golden(name)) {
    CAPTURE(row.line);
    CHECK(std::abs(cdf(row) - row.value) <= 4 * eps);
  }
}

// Checks quantiles to 4 ulp, or to 4 eps of the probability, whichever is wider.
template <class Quantile, class Cdf>
void check_quantile(const std::string& name, Quantile quantile, Cdf excess) {
  for (const GoldenLine& row : golden(name)) {
    CAPTURE(row.line);
    const double value = quantile(row);
    const bool close = ulps(value, row.value) <= 4 || std::abs(excess(row, value)) <= 4 * eps;
    CHECK(close);
  }
}

struct Pair {
  double first;
  double second;
};

// Pairs spread over [1e-3, 1e12] and, half of them, around the zeros of the functions.
std::vector<Pair> random_pairs(int count, std::uint64_t seed) {
  std::mt19937_64 engine{seed};
  const auto log_uniform = [&](double low, double high) {
    const double u = static_cast<double>(engine() >> 11) * 0x1p-53;
    return std::exp(std::log(low) + u * std::log(high / low));
  };
  std::vector<Pair> pairs;
  for (int i = 0; i < count; ++i) {
    const double high = i % 2 == 0 ? 1e12 : 15;
    const double first = log_uniform(1e-3, high);
    pairs.push_back({.first = first, .second = log_uniform(1e-3, high)});
  }
  return pairs;
}

Reference reference_log_gamma(const Reference& x) { return boost::math::lgamma(x); }

double share_of_bar(double value, const Reference& reference) {
  const double error = static_cast<double>(abs(Reference{value} - reference));
  return share_of_bar(error, static_cast<double>(reference));
}

}  // namespace

TEST_CASE("log gamma and its derivatives agree with mpmath within 3 ulp") {
  CHECK(worst_ulps("log_gamma", [](const GoldenLine& row) { return log_gamma(row.at[0]); }) <= 3);
  CHECK(worst_ulps("digamma", [](const GoldenLine& row) { return digamma(row.at[0]); }) <= 3);
  CHECK(worst_ulps("trigamma", [](const GoldenLine& row) { return trigamma(row.at[0]); }) <= 3);
}

TEST_CASE("log gamma of whole numbers is the sum of logarithms within 2 ulp") {
  Reference product = 1;
  for (double x = 1; x <= 300; x += 1) {
    CAPTURE(x);
    const auto reference = static_cast<double>(log(product));
    CHECK(std::abs(log_gamma(x) - reference) <= 2 * ulp(reference));
    product *= x;
  }
}

TEST_CASE("rises of digamma and falls of trigamma keep their digits at any size of the step") {
  const auto rise = [](const GoldenLine& row) { return digamma_rise(row.at[0], row.at[1]); };
  const auto fall = [](const GoldenLine& row) { return trigamma_fall(row.at[0], row.at[1]); };

  CHECK(worst_ulps("digamma_rise", rise) <= 16);
  CHECK(worst_ulps("trigamma_fall", fall) <= 16);
  CHECK(digamma_rise(3, 0) == 0);
  CHECK(trigamma_fall(3, 0) == 0);
  CHECK(digamma_rise(1e308, 1e308) == testing::relative(std::log(2.0), 1e-15));
  CHECK(trigamma_fall(1e308, 1e308) == testing::relative(0.5e-308, 1e-15));
  CHECK(digamma_rise(1e150, 1e150) == testing::relative(std::log(2.0), 1e-15));
  CHECK(trigamma_fall(1e150, 3e150) == testing::relative(0.75e-150, 1e-15));
  CHECK(digamma_rise(3, infinity) == infinity);
  CHECK(trigamma_fall(3, infinity) == trigamma(3));
}

TEST_CASE("log gamma ratio agrees with mpmath within its bar") {
  for (const GoldenLine& row : golden("log_gamma_ratio")) {
    CAPTURE(row.line);
    const double error = std::abs(log_gamma_ratio(row.at[0], row.at[1]) - row.value);
    CHECK(share_of_bar(error, row.value) <= 1);
  }
}

TEST_CASE("log beta agrees with mpmath within its bar in both orders") {
  for (const GoldenLine& row : golden("log_beta")) {
    CAPTURE(row.line);
    const double value = log_beta(row.at[0], row.at[1]);
    CHECK(share_of_bar(std::abs(value - row.value), row.value) <= 1);
    CHECK(value == log_beta(row.at[1], row.at[0]));
  }
}

TEST_CASE("log gamma ratio keeps its bar at random points against 100 digits") {
  for (const Pair& pair : random_pairs(1500, 20261121)) {
    const double x = pair.first;
    const double step = pair.second;
    CAPTURE(x);
    CAPTURE(step);
    const Reference end = Reference{x} + Reference{step};
    const Reference reference = reference_log_gamma(end) - reference_log_gamma(Reference{x});
    CHECK(share_of_bar(log_gamma_ratio(x, step), reference) <= 1);
  }
}

TEST_CASE("log beta keeps its bar at random points against 100 digits") {
  for (const Pair& pair : random_pairs(1500, 20261122)) {
    const double a = pair.first;
    const double b = pair.second;
    CAPTURE(a);
    CAPTURE(b);
    const Reference parts = reference_log_gamma(Reference{a}) + reference_log_gamma(Reference{b});
    const Reference reference = parts - reference_log_gamma(Reference{a} + Reference{b});
    CHECK(share_of_bar(log_beta(a, b), reference) <= 1);
  }
}

TEST_CASE("log gamma ratio of a small step keeps the digits that the step has") {
  for (const double x : {1e-3, 0.3, 1.4, 1.5, 3.0, 9.9, 10.0, 57.0, 1e4, 1e12, 1e30})
    for (double step = 2e-3; step > 1e-45; step *= 0.37) {
      CAPTURE(x);
      CAPTURE(step);
      const Reference end = Reference{x} + Reference{step};
      const auto slope = static_cast<double>(
          (reference_log_gamma(end) - reference_log_gamma(Reference{x})) / Reference{step});
      CHECK(std::abs(log_gamma_ratio(x, step) / step - slope) <=
            1e-13 * std::max(std::abs(slope), 1.0));
    }
  CHECK(log_gamma_ratio(50, 1e-300) == testing::relative(1e-300 * digamma(50), 1e-15));
  CHECK(log_gamma_ratio(1e-300, 1e-307) == testing::relative(-std::log1p(1e-7), 1e-13));
}

TEST_CASE("log gamma ratio is 0 for step 0 and ln x for step 1") {
  for (const double x : {1e-3, 0.5, 1.0, 9.999, 10.0, 1e6, 1e300}) {
    CAPTURE(x);
    CHECK(log_gamma_ratio(x, 0) == 0);
    CHECK(std::abs(log_gamma_ratio(x, 1) - std::log(x)) <= 8 * ulp(std::log(x)) + 4 * eps);
  }
}

TEST_CASE("log gamma ratios of extreme arguments are finite") {
  for (const double x : {5e-324, 1e-300, 1e-10, 0.5, 9.5, 15.0, 1e15, 1e300})
    for (const double y : {1e-300, 1e-10, 0.5, 9.5, 100.0, 1e15, 1e300}) {
      CAPTURE(x);
      CAPTURE(y);
      CHECK(std::isfinite(log_gamma_ratio(x, y)));
      CHECK(std::isfinite(log_beta(x, y)));
    }
}

TEST_CASE("log beta of tiny and huge arguments follows its limits") {
  CHECK(log_beta(1e-300, 1e-300) == doctest::Approx(300 * std::log(10.0) + std::log(2.0)));
  CHECK(log_beta(1e-300, 5) == doctest::Approx(300 * std::log(10.0)));
  CHECK(log_beta(1e300, 1e300) == doctest::Approx(-2e300 * std::log(2.0)));
  CHECK(log_beta(1, 1e300) == doctest::Approx(-300 * std::log(10.0)));
}

TEST_CASE("0 ln 0 is 0 and other products are plain") {
  CHECK(x_log_y(0, 0) == 0);
  CHECK(x_log_y(2, 0) == -infinity);
  CHECK(x_log_y(3, 1) == 0);
  CHECK(x_log_y(2, 10) == 2 * std::log(10.0));
  CHECK(x_log1p_y(0, -1) == 0);
  CHECK(x_log1p_y(2, -1) == -infinity);
  CHECK(x_log1p_y(2, 1e-20) == 2e-20);
}

TEST_CASE("log sum exp of one value is that value exactly") {
  for (const double value : {-1e308, -745.3, -0.1, 0.0, 0.1, 1e308, infinity, -infinity}) {
    CAPTURE(value);
    CHECK(log_sum_exp(std::vector{value}) == value);
  }
}

TEST_CASE("log sum exp ignores impossible values and survives when all are impossible") {
  CHECK(log_sum_exp(std::vector<double>{}) == -infinity);
  CHECK(log_sum_exp(std::vector{-infinity, -infinity}) == -infinity);
  CHECK(log_sum_exp(std::vector{-infinity, -3.25, -infinity}) == -3.25);
  CHECK(log_sum_exp(std::vector{-infinity, infinity, 2.0}) == infinity);
}

TEST_CASE("log sum exp neither underflows nor overflows") {
  CHECK(log_sum_exp(std::vector{-1e6, -1e6}) == -1e6 + std::log(2.0));
  CHECK(log_sum_exp(std::vector{1e6, 1e6, 1e6, 1e6}) == 1e6 + std::log(4.0));
  CHECK(log_sum_exp(std::vector{-1e308, 0.0}) == 0);
}

TEST_CASE("log sum exp keeps values far below the largest when that one is 0") {
  const double tiny = -50 * std::log(10.0);

  CHECK(log_sum_exp(std::vector{tiny, 0.0, tiny}) == credence::testing::relative(2e-50, 1e-12));
}

TEST_CASE("beta probabilities and quantiles agree with mpmath") {
  check_cdf("beta_cdf",
            [](const GoldenLine& row) { return beta_cdf(row.at[0], row.at[1], row.at[2]); });
  check_quantile(
      "beta_quantile",
      [](const GoldenLine& row) { return beta_quantile(row.at[0], row.at[1], row.at[2]); },
      [](const GoldenLine& row, double x) {
        return beta_cdf(row.at[0], row.at[1], x) - row.at[2];
      });
}

TEST_CASE("gamma probabilities and quantiles agree with mpmath") {
  check_cdf("gamma_cdf",
            [](const GoldenLine& row) { return gamma_cdf(row.at[0], row.at[1], row.at[2]); });
  check_quantile(
      "gamma_quantile",
      [](const GoldenLine& row) { return gamma_quantile(row.at[0], row.at[1], row.at[2]); },
      [](const GoldenLine& row, double x) {
        return gamma_cdf(row.at[0], row.at[1], x) - row.at[2];
      });
}

TEST_CASE("inverse gamma probabilities and quantiles agree with mpmath") {
  check_cdf("inverse_gamma_cdf", [](const GoldenLine& row) {
    return inverse_gamma_cdf(row.at[0], row.at[1], row.at[2]);
  });
  check_quantile(
      "inverse_gamma_quantile",
      [](const GoldenLine& row) { return inverse_gamma_quantile(row.at[0], row.at[1], row.at[2]); },
      [](const GoldenLine& row, double x) {
        return inverse_gamma_cdf(row.at[0], row.at[1], x) - row.at[2];
      });
}

TEST_CASE("student t probabilities and quantiles agree with mpmath") {
  check_cdf("student_t_cdf",
            [](const GoldenLine& row) { return student_t_cdf(row.at[0], row.at[1]); });
  check_quantile(
      "student_t_quantile",
      [](const GoldenLine& row) { return student_t_quantile(row.at[0], row.at[1]); },
      [](const GoldenLine& row, double z) { return student_t_cdf(row.at[0], z) - row.at[1]; });
}

TEST_CASE("normal probabilities and quantiles agree with mpmath") {
  check_cdf("normal_cdf", [](const GoldenLine& row) { return normal_cdf(row.at[0]); });
  check_quantile(
      "normal_quantile", [](const GoldenLine& row) { return normal_quantile(row.at[0]); },
      [](const GoldenLine& row, double z) { return normal_cdf(z) - row.at[0]; });
}

TEST_CASE("quantiles at 0 and 1 are the ends of the support") {
  CHECK(beta_quantile(2, 3, 0) == 0);
  CHECK(beta_quantile(2, 3, 1) == 1);
  CHECK(gamma_quantile(2, 3, 0) == 0);
  CHECK(gamma_quantile(2, 3, 1) == infinity);
  CHECK(inverse_gamma_quantile(2, 3, 0) == 0);
  CHECK(inverse_gamma_quantile(2, 3, 1) == infinity);
  CHECK(student_t_quantile(2, 0) == -infinity);
  CHECK(student_t_quantile(2, 1) == infinity);
  CHECK(normal_quantile(0) == -infinity);
  CHECK(normal_quantile(1) == infinity);
}

TEST_CASE("cumulative probabilities are 0 below the support and 1 above it") {
  CHECK(beta_cdf(2, 3, -0.5) == 0);
  CHECK(beta_cdf(2, 3, 1.5) == 1);
  CHECK(gamma_cdf(2, 3, -1) == 0);
  CHECK(gamma_cdf(2, 3, infinity) == 1);
  CHECK(inverse_gamma_cdf(2, 3, 0) == 0);
  CHECK(inverse_gamma_cdf(2, 3, infinity) == 1);
  CHECK(student_t_cdf(2, -infinity) == 0);
  CHECK(student_t_cdf(2, infinity) == 1);
  CHECK(normal_cdf(-infinity) == 0);
  CHECK(normal_cdf(infinity) == 1);
}

TEST_CASE("extreme parameters give quantiles inside the support instead of an exception") {
  CHECK(beta_quantile(1e-300, 1e300, 0.5) == 0);
  CHECK(gamma_quantile(1e-300, 1, 0.5) == 0);
  CHECK(inverse_gamma_quantile(1e-4, 1, 0.5) == infinity);
  CHECK(student_t_quantile(1e300, 0.9) == doctest::Approx(normal_quantile(0.9)).epsilon(1e-12));
}

// mpmath 1.2.1, quadrature of the density with 60 digits.
TEST_CASE("quantiles of densities of enormous weight agree with mpmath") {
  const auto near = [](double value) { return doctest::Approx(value).epsilon(4e-16); };

  CHECK(gamma_quantile(1e10, 1, 0.95) == near(10000164485.93120766977037));
  CHECK(gamma_quantile(1e12, 1, 0.05) == near(999998355146.9415632082258));
  CHECK(gamma_quantile(1e12, 1, 0.95) == near(1000001644854.195465760767));
  CHECK(gamma_quantile(1e20, 1, 0.95) == near(100000000016448536270.0832));
  CHECK(inverse_gamma_quantile(1e12, 1, 0.05) == near(1 / 1000001644854.195465760767));
  CHECK(beta_quantile(1e10, 3e12, 0.05) == near(0.003322204580950450998540607));
  CHECK(beta_quantile(1e10, 3e12, 0.95) == near(0.003322313691850038689029946));
  CHECK(beta_quantile(1e18, 1e18, 0.95) == near(0.5000000005815435768383369));
  CHECK(beta_quantile(2e15, 1e11, 0.95) == near(0.99995000275992941162703));
}

TEST_CASE("quantiles of a probability end for weights of any size") {
  // Exponential: -ln(1 - p) / b. Its mirror image: the complement.
  CHECK(beta_quantile(1, 1e30, 0.5) == doctest::Approx(std::log(2.0) * 1e-30).epsilon(1e-15));
  CHECK(beta_quantile(1e30, 1, 0.5) == 1);
  for (const double a : {1e-300, 1e-6, 1e8, 1e20, 1e300})
    for (const double b : {1e-300, 1e-6, 1e8, 1e20, 1e300}) {
      CAPTURE(a);
      CAPTURE(b);
      const double lower = beta_quantile(a, b, 0.05);
      const double upper = beta_quantile(a, b, 0.95);
      CHECK(lower >= 0);
      CHECK(lower <= upper);
      CHECK(upper <= 1);
    }
}

}  // namespace credence
