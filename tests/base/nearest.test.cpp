// How near misspelt words are to names, and which is proposed.
#include <credence/detail/base/nearest.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using credence::detail::did_you_mean;
using credence::detail::misspelling;
using credence::detail::nearest;

TEST_CASE("a letter too many, too few, changed or swapped is one letter away") {
  CHECK(misspelling("Farre", "Fare") == 1);
  CHECK(misspelling("lable", "label") == 1);
  CHECK(misspelling("comprae", "compare") == 1);
  CHECK(misspelling("fir", "fit") == 1);
  CHECK(misspelling("poison", "poisson") == 1);
  CHECK(misspelling("kitten", "sitting") == std::nullopt);  // three letters of seven
  CHECK(misspelling("clasification", "classificatoin") == 2);
}

TEST_CASE("case costs nothing, and a beginning is one letter away from the whole") {
  CHECK(misspelling("AGE", "Age") == 0);
  CHECK(misspelling("expo", "exponential") == 1);
  CHECK(misspelling("ex", "exponential") == std::nullopt);
}

TEST_CASE("words that are too unlike are not near, and neither is any to nothing") {
  CHECK(misspelling("age", "sex") == std::nullopt);
  CHECK(misspelling("x", "y") == std::nullopt);
  CHECK(misspelling("x", "X") == 0);
  CHECK(misspelling("", "") == std::nullopt);
  CHECK(misspelling("", "x") == std::nullopt);
  CHECK(misspelling(std::string(1000, 'a'), std::string(1000, 'b')) == std::nullopt);
}

TEST_CASE("the nearest name is proposed, the first of several, and none where none is near") {
  const std::vector<std::string> names{"Cabin", "Far", "Fare", "Fire"};
  constexpr std::array<std::string_view, 2> verbs{"fit", "compare"};

  CHECK(nearest("Farre", names) == "Fare");
  CHECK(nearest("Fore", names) == "Fare");
  CHECK(nearest("Sex", names) == std::nullopt);
  CHECK(nearest("comapre", verbs) == "compare");
  CHECK(did_you_mean("cabin", names) == "; did you mean 'Cabin'?");
  CHECK(did_you_mean("Sex", names).empty());
}
