// Densities and moments of parameters and points at the ends of the range of double.
#include <credence/density/beta.hpp>
#include <credence/density/exponential.hpp>
#include <credence/density/gamma.hpp>
#include <credence/density/log_normal.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/density/poisson.hpp>
#include <credence/density/student_t.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "support/relative.hpp"

using namespace credence;
using credence::testing::relative;

namespace {

constexpr std::array positive{5e-324, 1e-310, 1e-160, 0.3, 1.0, 2.5, 1e160, 1e299, 1.7e308};

// Asks a density for all that it has; an Error{undefined} is an answer.
template <class D>
void check_numbers(const D& d) {
  const auto is_number = [](const auto& asked) {
    try {
      return !std::isnan(asked());
    } catch (const Error& error) {
      return error.code() == ErrorCode::undefined;
    }
  };
  CHECK(is_number([&] { return mean(d); }));
  CHECK(is_number([&] { return variance(d); }));
  for (const double size : positive)
    for (const double x : {size, 0.0, -size}) {
      CAPTURE(x);
      CHECK(is_number([&] { return log_density(d, x); }));
      CHECK(is_number([&] { return cdf(d, x); }));
    }
  for (const double p : {0.0, 5e-324, 0.5, 1.0}) {
    CAPTURE(p);
    CHECK(is_number([&] { return quantile(d, p); }));
  }
}

}  // namespace

TEST_CASE("finite parameters and points at the ends of the range never give NaN") {
  for (const double a : positive) {
    CAPTURE(a);
    check_numbers(Exponential{a});
    for (const double b : positive) {
      CAPTURE(b);
      check_numbers(Gamma{a, b});
      check_numbers(NormalVariancePrior{a, b});
      check_numbers(Lomax{a, b});
      for (const double location : {0.0, -1.7e308}) {
        check_numbers(Normal{location, a});
        check_numbers(LogNormal{location, a});
        check_numbers(StudentT{a, location, b});
      }
    }
  }
  for (const double shape : {1.0, 2.5, 1.7e308})
    for (const double scale : {5e-324, 1.0, 1.7e308})
      check_numbers(CompoundGamma{1.7e308, shape, scale});
}

TEST_CASE("densities of a mean and a variance are numbers at the ends of the range") {
  for (const double weight : positive)
    for (const double shape : positive)
      for (const double scale : positive)
        for (const double variance : positive)
          for (const double mean : {0.0, -1.7e308}) {
            CAPTURE(weight);
            CAPTURE(shape);
            const NormalInverseGamma d{
                .mean = 0, .mean_weight = weight, .shape = shape, .scale = scale};
            CHECK_FALSE(std::isnan(log_density(d, MeanVariance{mean, variance})));
          }
}

TEST_CASE("the density of an enormous shape is that of Stirling's formula at its mode") {
  constexpr double shape = 1.7e308;
  const double top = 0.5 * std::log(shape / (2 * std::numbers::pi));
  CHECK(log_density(Gamma{shape, 2}, 0.5 * shape) == relative(top - std::log(0.5 * shape), 1e-14));
  CHECK(log_density(NormalVariancePrior{shape, shape}, 1) == relative(top, 1e-14));
  CHECK(log_density(CompoundGamma{shape, shape, 3}, 3) ==
        relative(top - 0.5 * std::log(2.0) - std::log(3.0), 1e-14));
  CHECK(log_density(Gamma{shape, 2}, 1) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("Student's t of the fewest degrees of freedom has a density") {
  const StudentT few{.degrees = 5e-324, .location = 0, .scale = 1};
  // About degrees / (2 |x|), for every x that is not 0.
  CHECK(log_density(few, 3) == relative(std::log(5e-324) - std::log(6), 1e-3));
  CHECK(log_density({.degrees = 5e-324, .location = 0, .scale = 5e-324}, 5e-324) <
        std::numeric_limits<double>::max());
}
