#include <credence/density/count.hpp>

#include <doctest/doctest.h>

#include <array>

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

TEST_CASE("counting words sorts them and joins repeats") {
  const std::array<std::uint32_t, 5> tokens{7, 2, 7, 0, 7};

  CHECK(count_words(tokens) == WordCounts{{0, 1}, {2, 1}, {7, 3}});
  CHECK(count_words({}).empty());
}

TEST_CASE("words that do not ascend or are counted below 0 are no document") {
  CHECK(is_document({{0, 1}, {3, 0.5}}));
  CHECK_FALSE(is_document({{3, 1}, {0, 1}}));
  CHECK_FALSE(is_document({{3, 1}, {3, 1}}));
  CHECK_FALSE(is_document({{3, -1}}));
}

TEST_CASE("the coefficient is the number of orders of the tokens") {
  // 4! / (2! 1! 1!) = 12
  CHECK(log_coefficient({{0, 2}, {1, 1}, {5, 1}}) ==
        doctest::Approx(std::log(12.0)).epsilon(1e-14));
  CHECK(log_coefficient({{0, 9}}) == 0);
  CHECK(log_coefficient({}) == 0);
}
