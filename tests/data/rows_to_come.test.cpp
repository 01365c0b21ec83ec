// Rows that are asked for before they are worked on.
#include "data/table/rows_to_come.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

using namespace credence;
using detail::RowsToCome;

TEST_CASE("every row but those of the first block is asked for once, before its turn") {
  for (const Index row_bytes : {0, 8, 24, 400, 4096, 40000, -400}) {
    CAPTURE(row_bytes);
    const RowSpan rows{.first = 0, .count = 200'000};
    const RowsToCome to_come(rows, rows.count, row_bytes);
    std::vector<int> asked(static_cast<std::size_t>(rows.count), 0);
    Index none = 0, furthest = 0;
    for (Index i = 0; i < rows.count; ++i) {
      const Index row = to_come.during(i);
      REQUIRE(row >= i);
      REQUIRE(row < rows.count);
      furthest = std::max(furthest, row - i);
      if (row == i)
        ++none;
      else
        ++asked[static_cast<std::size_t>(row)];
    }
    const auto first = std::find(asked.begin(), asked.end(), 1);
    const Index block = first - asked.begin();
    CHECK(std::all_of(first, asked.end(), [](int times) { return times == 1; }));
    CHECK(none == block);
    CHECK(furthest < 2 * block);
    CHECK(block % 8 == 0);
    if (row_bytes != 0) CHECK(block / 8 * std::abs(row_bytes) >= 4096);
  }
}

TEST_CASE("memory comes from eight places a page or more apart in turn") {
  const RowSpan rows{.first = 0, .count = 1000};
  const RowsToCome to_come(rows, rows.count, 400);
  std::set<Index> pages;
  for (Index i = 0; i < 8; ++i) pages.insert(to_come.during(i) * 400 / 4096);
  CHECK(pages.size() == 8);
}

TEST_CASE("a part of the rows asks for the same, and for what lies behind it in memory") {
  const RowsToCome all({.first = 0, .count = 5000}, 5000, 400);
  const RowsToCome part({.first = 1234, .count = 100}, 5000, 400);
  for (Index i = 0; i < 100; ++i) CHECK(part.during(i) == all.during(1234 + i));
}

TEST_CASE("no row beyond memory is asked for") {
  const RowsToCome few({.first = 3, .count = 50}, 53, 400);
  for (Index i = 0; i < 50; ++i) CHECK(few.during(i) == 3 + i);
  const RowsToCome unknown({.first = 0, .count = 5000}, 0, 400);
  for (Index i = 0; i < 5000; ++i) REQUIRE(unknown.during(i) == i);
}

TEST_CASE("rows of a list are asked for by their place in the list") {
  std::vector<Index> list;
  for (Index i = 0; i < 3000; ++i) list.push_back(7 * i % 3000);
  const RowsToCome consecutive({.first = 0, .count = 3000}, 3000, 64);
  const RowsToCome listed({.first = 0, .count = 3000, .list = list.data()}, 3000, 64);
  for (Index i = 0; i < 3000; ++i)
    REQUIRE(listed.during(i) == list[static_cast<std::size_t>(consecutive.during(i))]);
}
