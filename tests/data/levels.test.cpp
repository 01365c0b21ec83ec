// Lists of levels: order, union, positions.
#include <credence/data/levels.hpp>

#include <doctest/doctest.h>

using namespace credence;

using Levels = std::vector<std::string>;

TEST_CASE("levels that are all numbers are sorted by value") {
  CHECK(sorted_levels({"10", "9", "-1", "2.5"}) == Levels{"-1", "2.5", "9", "10"});
}

TEST_CASE("levels of which one is no number are sorted by byte") {
  CHECK(sorted_levels({"10", "9", "b", "B", "\xC3\xA4"}) ==
        Levels{"10", "9", "B", "b", "\xC3\xA4"});
  CHECK(sorted_levels({"2", "10", "nan"}) == Levels{"10", "2", "nan"});
}

TEST_CASE("two spellings of one number are two levels in the order of their bytes") {
  CHECK(sorted_levels({"1.0", "1", "0"}) == Levels{"0", "1", "1.0"});
}

TEST_CASE("a level that is given twice is listed once") {
  CHECK(sorted_levels({"b", "a", "b"}) == Levels{"a", "b"});
  CHECK(sorted_levels({"2", "2", "1"}) == Levels{"1", "2"});
  CHECK(sorted_levels({}).empty());
}

TEST_CASE("a union is sorted anew when a word joins numbers") {
  const Levels numbers{"9", "10"};
  const Levels word{"x", "9"};

  CHECK(merged_levels(numbers, word) == Levels{"10", "9", "x"});
  CHECK(merged_levels(numbers, word) == merged_levels(word, numbers));
  CHECK(merged_levels(numbers, Levels{}) == numbers);
}

TEST_CASE("positions lead from one list to the other and absent levels to minus one") {
  const Levels from{"c", "a", "z"};
  const Levels to{"a", "b", "c"};

  CHECK(positions_in(from, to) == std::vector<Index>{2, 0, -1});
  CHECK(positions_in(Levels{}, to).empty());
}

TEST_CASE("lists in any order have the same union, and positions that hashing finds") {
  const Levels sorted{"a", "b", "b", "d", "e"};
  const Levels other{"b", "c", "e", "f"};

  CHECK(merged_levels(sorted, other) == Levels{"a", "b", "c", "d", "e", "f"});
  CHECK(merged_levels(Levels{"e", "a", "d", "b"}, other) == merged_levels(sorted, other));
  CHECK(positions_in(other, sorted) == std::vector<Index>{1, -1, 4, -1});
  CHECK(positions_in(Levels{"f", "e", "c", "b"}, sorted) == std::vector<Index>{-1, 4, -1, 1});
  CHECK(positions_in(sorted, other) == std::vector<Index>{-1, 0, 0, -1, 2});
  CHECK(positions_in(Levels{"b", "b", "f"}, other) == std::vector<Index>{0, 0, 3});
}
