#include <credence/density/count.hpp>

#include <doctest/doctest.h>

using namespace credence;

TEST_CASE("a plain number is a count over an exposure of 1") {
  const Count count = 3;

  CHECK(count == Count{3, 1});
}

TEST_CASE("only whole counts over a positive exposure can be observed") {
  CHECK(detail::is_count(Count{0, 0.5}));
  CHECK_FALSE(detail::is_count(Count{-1}));
  CHECK_FALSE(detail::is_count(Count{1.5}));
  CHECK_FALSE(detail::is_count(Count{1, 0}));
  CHECK_FALSE(detail::is_count(Count{1, -2}));
  CHECK_FALSE(detail::is_count(Count{detail::infinity}));
  CHECK_FALSE(detail::is_count(Count{std::nan("")}));
}
