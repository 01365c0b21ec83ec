// The families of the library as objects.
#include <credence/catalogue/family_of.hpp>

#include <credence/detail/predict/scored_family.hpp>
#include <credence/detail/select/ranked_family.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/family/families.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace credence;

TEST_CASE("the shipped families are those of the list in its order") {
  std::vector<const FamilyType*> listed;
  for_each_family(Families{}, [&]<class F>(F) { listed.push_back(&family_type<F>()); });

  CHECK(std::vector(shipped_families().begin(), shipped_families().end()) == listed);
}

TEST_CASE("the object of a family says what its type says") {
  for_each_family(Families{}, [&]<class F>(F) {
    CAPTURE(std::string(F::name));
    const FamilyType& family = family_type<F>();
    CHECK(family.id() == typeid(F));
    CHECK(family.facts() == facts_of<F>());
    CHECK(&family == &family_type<F>());
  });
}

TEST_CASE("every shipped family is scored, ranked and studied") {
  for (const FamilyType* family : shipped_families()) {
    CAPTURE(std::string(family->facts().name));
    CHECK_NOTHROW((void)scored(*family));
    CHECK_NOTHROW((void)ranked(*family));
    CHECK_NOTHROW((void)studied(*family));
  }
}
