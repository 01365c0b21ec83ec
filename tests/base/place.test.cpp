// Positions that users give.
#include <credence/detail/base/place.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

TEST_CASE("a position among some is an index, any other is refused by name") {
  CHECK(detail::place_of("row", 0, 3) == 0);
  CHECK(detail::place_of("row", 2, 3) == 2);
  for (const Index at : {Index{3}, Index{-1}, std::numeric_limits<Index>::max(),
                         std::numeric_limits<Index>::min()}) {
    CAPTURE(at);
    CHECK(fails_with(ErrorCode::shape,
                     "no row has the position " + std::to_string(at) + "; choose one from 0 to 2",
                     [&] { return detail::place_of("row", at, 3); }));
  }
  CHECK(fails_with(ErrorCode::shape, "no class has the position 0; there is none",
                   [] { return detail::place_of("class", 0, 0); }));
}

TEST_CASE("an entry of a matrix is found by its row and column, and within what is stored") {
  const auto at = [](Index row, Index column, std::size_t stored) {
    return detail::place_in_matrix("action", row, "class", column, 3, stored);
  };
  CHECK(at(1, 2, 6) == 5);
  CHECK(throws_error([&] { return at(2, 0, 6); }, ErrorCode::shape, "no action"));
  CHECK(throws_error([&] { return at(1, 0, 5); }, ErrorCode::shape, "no action"));
  CHECK(throws_error([&] { return at(0, 3, 6); }, ErrorCode::shape, "no class"));
  CHECK(throws_error([&] { return at(0, -1, 6); }, ErrorCode::shape, "no class"));
  CHECK(throws_error([&] { return detail::place_in_matrix("class", 0, "class", 0, 0, 0); },
                     ErrorCode::shape));
}
