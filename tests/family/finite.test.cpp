// Statistics beyond the range of double are known by name.
#include <credence/detail/family/finite.hpp>

#include <doctest/doctest.h>

#include <credence/detail/family/moments.hpp>
#include <credence/family/dirichlet_categorical.hpp>

#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

TEST_CASE("the first number that is not finite is named") {
  CHECK(overflowed(Moments{.n = 2, .mean = 1e308, .sum_of_squares = 0}).empty());
  CHECK(overflowed(Moments{.n = 2, .mean = 1, .sum_of_squares = detail::infinity}) ==
        "sum_of_squares");
  CHECK(overflowed(Moments{.n = 2, .mean = std::nan(""), .sum_of_squares = detail::infinity}) ==
        "mean");
  CHECK(overflowed(CategoricalCounts{.counts = {1, 2, 1e308}}).empty());
  CHECK(overflowed(CategoricalCounts{.counts = {1, -detail::infinity, 3}}) == "counts");
  CHECK(overflowed(3.0).empty());  // names no numbers
}

TEST_CASE("evidence is any number and minus infinity") {
  for (const double value : {-detail::infinity, -1e308, 0.0, 3.0})
    CHECK(detail::in_range(value) == value);
  for (const double value : {detail::infinity, std::nan("")})
    CHECK(throws_error([&] { (void)detail::in_range(value); }, ErrorCode::undefined, "rescale"));
}

TEST_CASE("the place is asked for only where there is a fault") {
  int asked = 0;
  const auto place = [&] {
    ++asked;
    return std::string("column 'x'");
  };

  detail::check_finite(Moments{.n = 1, .mean = 3}, place);
  CHECK(asked == 0);
  CHECK(throws_error([&] { detail::check_finite(Moments{.n = detail::infinity}, place); },
                     ErrorCode::undefined, "column 'x': 'count'"));
  CHECK(asked == 1);
}
