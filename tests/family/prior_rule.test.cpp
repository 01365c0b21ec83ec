// What a prior rule holds.
#include <credence/family/prior_rule.hpp>

#include <doctest/doctest.h>

#include <credence/base/error.hpp>
#include <credence/density/beta.hpp>
#include <credence/density/dirichlet.hpp>
#include <string>

using namespace credence;

namespace {

// What a rule of pseudo-counts holds, in words.
std::string kind_of(const PriorRule<Dirichlet>& rule) {
  return rule.visit([]<class T>(const T&) -> std::string {
    if constexpr (std::is_same_v<T, Automatic>) return "word";
    if constexpr (std::is_same_v<T, Dirichlet>) return "numbers";
    if constexpr (std::is_same_v<T, Dirichlet::Symmetric>) return "shorthand";
    if constexpr (std::is_same_v<T, Partial<Dirichlet>>) return "some";
  });
}

}  // namespace

TEST_CASE("a rule is the word auto until it is given something else") {
  const PriorRule<Beta> rule;
  REQUIRE(holds_alternative<Automatic>(rule));
  CHECK(*get_if<Automatic>(rule) == Automatic::unit);
  CHECK(get_if<Beta>(rule) == nullptr);
}

TEST_CASE("a rule holds one thing at a time") {
  PriorRule<Beta> rule = Beta{.ones = 2, .zeros = 3};
  REQUIRE(get_if<Beta>(rule) != nullptr);
  CHECK(get_if<Beta>(rule)->zeros == 3);

  rule = Partial<Beta>{}.give(&Beta::ones, 4);
  CHECK(get_if<Beta>(rule) == nullptr);
  REQUIRE(get_if<Partial<Beta>>(rule) != nullptr);
  CHECK(get_if<Partial<Beta>>(rule)->numbers.ones == 4);

  rule = Automatic::empirical;
  CHECK_FALSE(holds_alternative<Partial<Beta>>(rule));
  CHECK(*get_if<Automatic>(rule) == Automatic::empirical);
}

TEST_CASE("numbers are asked of a rule that holds all of them") {
  const PriorRule<Beta> given = Beta{.ones = 2, .zeros = 3}, left;
  CHECK(numbers_of(given).zeros == 3);
  CHECK_THROWS_WITH_AS(static_cast<void>(numbers_of(left)), doctest::Contains("needed in numbers"),
                       Error);
}

TEST_CASE("a visitor sees what a rule holds") {
  CHECK(kind_of(Automatic::unit) == "word");
  CHECK(kind_of(Dirichlet{.weights = {1, 2}}) == "numbers");
  CHECK(kind_of(Dirichlet::Symmetric{.each = 2}) == "shorthand");
  CHECK(kind_of(Partial<Dirichlet>{.n = 3}) == "some");
}

TEST_CASE("rules are equal that hold the same, whatever they held before") {
  PriorRule<Dirichlet> rule = Dirichlet{.weights = {1, 2}};
  CHECK(rule != PriorRule<Dirichlet>(Dirichlet{.weights = {2, 1}}));
  rule = Dirichlet::Symmetric{.each = 2};
  CHECK(rule == PriorRule<Dirichlet>(Dirichlet::Symmetric{.each = 2}));
  CHECK(rule != PriorRule<Dirichlet>(Dirichlet::Symmetric{.each = 1}));
  CHECK(rule != PriorRule<Dirichlet>(Dirichlet{.weights = {2, 2}}));
  rule = Automatic::unit;
  CHECK(rule == PriorRule<Dirichlet>());
}
