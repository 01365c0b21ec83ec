// Directions to the ends of the range of double.
#include <credence/density/von_mises.hpp>

#include <doctest/doctest.h>

#include <limits>

using namespace credence;
using doctest::Approx;

namespace {

constexpr double largest = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::denorm_min();
constexpr double pi = std::numbers::pi;

// The sum over a fine circle, which for a smooth function of a circle is its integral.
double integral_of(const CompoundVonMises& d) {
  constexpr int parts = 100000;
  double sum = 0;
  for (int k = 0; k < parts; ++k)
    sum += std::exp(log_density(d, d.direction + 2 * pi * k / parts)) * (2 * pi / parts);
  return sum;
}

}  // namespace

TEST_CASE("the density of a direction around an uncertain one integrates to one") {
  for (const double strength : {1e-9, 0.7, 5.0, 300.0})
    for (const double concentration : {1e-3, 2.0, 90.0}) {
      CAPTURE(strength);
      CAPTURE(concentration);
      CHECK(integral_of({.direction = 0.3, .strength = strength, .concentration = concentration}) ==
            Approx(1).epsilon(1e-10));
    }
}

TEST_CASE("densities of directions are numbers wherever doubles end") {
  for (const double strength : {least, 1e-300, 1.0, 7.6e307, largest})
    for (const double concentration : {least, 1e-300, 1.0, 7.6e307, largest})
      for (const double direction : {0.0, largest, -largest})
        for (const double x : {0.0, 2.0, largest, -largest}) {
          CAPTURE(strength);
          CAPTURE(concentration);
          CAPTURE(direction);
          CAPTURE(x);
          const CompoundVonMises next{
              .direction = direction, .strength = strength, .concentration = concentration};
          const VonMises known{.direction = direction, .concentration = concentration};
          CHECK(log_density(next, x) < detail::infinity);
          CHECK(log_density(known, x) < detail::infinity);
        }
}

TEST_CASE("hardly any concentration is the uniform density, whatever the strength") {
  for (const double strength : {1.0, 1e9, 7.6e307, largest}) {
    CAPTURE(strength);
    const CompoundVonMises next{.direction = 1, .strength = strength, .concentration = 1e-300};
    CHECK(log_density(next, 2.5) == Approx(-std::log(2 * pi)).epsilon(1e-12));
  }
}

TEST_CASE("the variance of a direction is the mean square of its turns from the middle") {
  const CompoundVonMises d{.direction = 0.3, .strength = 1.7, .concentration = 2.5};
  constexpr int parts = 100000;
  double squares = 0;
  for (int k = 0; k < parts; ++k) {
    const double turn = 2 * pi * (k + 0.5) / parts - pi;
    squares += std::exp(log_density(d, d.direction + turn)) * turn * turn * (2 * pi / parts);
  }

  CHECK(mean(d) == 0.3);
  CHECK(mean(VonMises{.direction = -1.25, .concentration = 3}) == -1.25);
  CHECK(variance(d) == Approx(squares).epsilon(1e-8));
  // What is uncertain of the direction adds to its own spread.
  CHECK(variance(d) > variance(VonMises{.direction = 0.3, .concentration = 2.5}));
}
