// The comparisons and the search that public headers use in the place of <algorithm>.
#include <credence/detail/base/ordering.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace credence::detail;

TEST_CASE("the larger, the smaller and the clamped number are those of the standard library") {
  const std::vector<double> numbers{
      -std::numeric_limits<double>::infinity(), -1, -0.0, 0.0, 2, 1e300};
  for (const double a : numbers)
    for (const double b : numbers) {
      CAPTURE(a);
      CAPTURE(b);
      CHECK(larger(a, b) == std::max(a, b));
      CHECK(std::signbit(larger(a, b)) == std::signbit(std::max(a, b)));
      CHECK(smaller(a, b) == std::min(a, b));
      CHECK(std::signbit(smaller(a, b)) == std::signbit(std::min(a, b)));
      CHECK(clamped(a, -1.0, 2.0) == std::clamp(a, -1.0, 2.0));
    }
}

TEST_CASE("what is no number passes through as in the standard library") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK(larger(0.0, none) == 0);
  CHECK(std::isnan(larger(none, 0.0)));
  CHECK(std::isnan(smaller(none, 1.0)));
}

TEST_CASE("the search finds the first number that is not below, in a part of a list") {
  const std::vector<double> ascending{1, 2, 2, 5, 9};
  for (std::size_t first = 0; first <= ascending.size(); ++first)
    for (std::size_t last = first; last <= ascending.size(); ++last)
      for (const double x : {0.0, 1.0, 2.0, 3.0, 9.0, 10.0}) {
        CAPTURE(first);
        CAPTURE(last);
        CAPTURE(x);
        const auto begin = ascending.begin();
        const auto found = std::lower_bound(begin + static_cast<std::ptrdiff_t>(first),
                                            begin + static_cast<std::ptrdiff_t>(last), x);
        CHECK(first_not_below(ascending, first, last, x) ==
              static_cast<std::size_t>(found - begin));
      }
}
