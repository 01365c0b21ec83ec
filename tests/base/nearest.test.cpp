// How near misspelt words are to names, and which is proposed; where numbers stand among others.
#include <credence/detail/base/nearest.hpp>
#include <credence/detail/base/sorted.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

using credence::detail::did_you_mean;
using credence::detail::first_not_below;
using credence::detail::misspelling;
using credence::detail::nearest;

TEST_CASE("a letter too many, too few, changed or swapped is one letter away") {
  CHECK(misspelling("Farre", "Fare") == 1);
  CHECK(misspelling("Cabni", "Cabin") == 1);
  CHECK(misspelling("comprae", "compare") == 1);
  CHECK(misspelling("fir", "fit") == 1);
  CHECK(misspelling("poison", "poisson") == 1);
  CHECK(misspelling("kitten", "sitting") == std::nullopt);  // three letters of seven
  CHECK(misspelling("sepal_lentg", "sepal_length") == 2);
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
  CHECK(nearest("comprae", verbs) == "compare");
  CHECK(did_you_mean("cabin", names) == "; did you mean 'Cabin'?");
  CHECK(did_you_mean("Sex", names).empty());
}

TEST_CASE("the first number that is not below another is that of the standard library") {
  for (int count = 0; count < 70; ++count) {
    std::vector<double> ascending;
    for (int i = 0; i < count; ++i) ascending.push_back(i / 2);  // each twice
    for (double x = -1; x < 40; x += 0.25) {
      const auto expected = std::lower_bound(ascending.begin(), ascending.end(), x);
      CHECK(first_not_below(ascending, x) ==
            static_cast<std::size_t>(expected - ascending.begin()));
    }
    CHECK(first_not_below(ascending, std::numeric_limits<double>::quiet_NaN()) == 0);
  }
}
