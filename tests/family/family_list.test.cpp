#include <credence/detail/family/family_list.hpp>

#include <doctest/doctest.h>

#include <credence/family/families.hpp>
#include <limits>
#include <set>
#include <string>

#include "support/throws.hpp"

using namespace credence;

TEST_CASE("every family of the list has a name of its own and says what it needs") {
  std::set<std::string> names;
  int families = 0;

  for_each_family(Families{}, [&](auto family) {
    names.emplace(decltype(family)::name);
    CHECK_FALSE(decltype(family)::needs.empty());
    ++families;
  });

  CHECK(families >= 7);
  CHECK(static_cast<int>(names.size()) == families);
}

TEST_CASE("a family is found by its name and a name that is not in the list finds none") {
  std::string found;

  CHECK(with_family(Families{}, "poisson", [&](auto family) { found = decltype(family)::name; }));
  CHECK(found == "poisson");
  CHECK_FALSE(with_family(Families{}, "cauchy", [](auto) {}));
}

TEST_CASE("a family is found in the lists that hold it alone") {
  CHECK(with_family(FamilyList<GammaPoisson, BetaBernoulli>{}, "bernoulli", [](auto) {}));
  CHECK_FALSE(with_family(FamilyList<GammaPoisson>{}, "bernoulli", [](auto) {}));
}

TEST_CASE("families that accept all finite numbers accept these and no others") {
  using Limits = std::numeric_limits<double>;
  std::set<std::string> names;

  for_each_family(Families{}, [&]<class F>(F) {
    if constexpr (requires { F::accepts_all_finite; }) {
      names.emplace(F::name);
      for (const double x : {0.0, -0.0, 1.5, -7.0, Limits::max(), Limits::lowest(), Limits::min(),
                             -Limits::denorm_min()})
        CHECK(F::accepts(x));
      for (const double x : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()})
        CHECK_FALSE(F::accepts(x));
    }
  });

  CHECK(names.contains("normal"));
}

TEST_CASE("a word that takes its prior from data says so where there are none") {
  std::set<std::string> without_data;

  for_each_family(Families{}, [&]<class F>(F) {
    const auto error = testing::error_of(
        [] { static_cast<void>(F::automatic(Automatic::unit, typename F::Statistics{})); });
    if (!error) {
      without_data.emplace(F::name);
      return;
    }
    CAPTURE(F::name);
    CHECK(error->code() == ErrorCode::undefined);
    CHECK(std::string(error->what()).starts_with("no data was seen in the column: prior '"));
  });

  // Shares alone have a prior that no column scales.
  CHECK(without_data ==
        std::set<std::string>{"bernoulli", "categorical", "geometric", "kernel", "multinomial"});
}
