#include <credence/base/interval.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "support/throws.hpp"

using namespace credence;

namespace {

double itself(double p) { return p; }

}  // namespace

TEST_CASE("an equal-tailed interval leaves half of the rest on each side") {
  const Interval middle = equal_tailed(itself, 0.5);

  CHECK(middle == Interval{.lower = 0.25, .upper = 0.75});
}

TEST_CASE("an interval of a mass outside (0, 1) is refused") {
  for (const double mass : {-1.0, 0.0, 1.0, 1.5, 90.0, std::numeric_limits<double>::quiet_NaN()}) {
    CAPTURE(mass);
    CHECK(testing::throws_error([&] { return equal_tailed(itself, mass); }, ErrorCode::domain,
                                "between 0 and 1"));
  }
}
