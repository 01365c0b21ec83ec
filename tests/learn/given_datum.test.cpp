// What may be observed: nothing that C++ would convert to a datum in silence.
#include <credence/detail/family/given_datum.hpp>

#include <credence/family/families.hpp>
#include <credence/learn/posterior.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/data_error.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

template <class P, class Given>
concept Observes = requires(P posterior, const Given& given) {
  posterior.observe(given);
  posterior.observe(given, 2.0);
  posterior.forget(given);
};

template <class P, class Given>
concept Touches = requires(P posterior, const Given& given) {
  posterior.observe(given);
}
|| requires(P posterior, const Given& given) { posterior.forget(given); };

template <class F, class... Given>
constexpr bool takes() {
  return (Observes<Posterior<F>, Given> && ...);
}

template <class F, class... Given>
constexpr bool takes_none() {
  return !(Touches<Posterior<F>, Given> || ...);
}

// A family takes its own datum, and no text and no nothing, whatever its datum is.
template <class... F>
constexpr bool all_take_their_own(FamilyList<F...>) {
  return (takes<F, typename F::Statistics::value_type>() && ...) &&
         (takes_none<F, char[6], const char*, std::string, std::nullptr_t, void*>() && ...);
}

// Numbers are taken by families of numbers and counts alone, true and false by that of answers.
template <class F>
constexpr bool takes_what_its_datum_may_be() {
  using Datum = typename F::Statistics::value_type;
  constexpr bool number = std::same_as<Datum, double>;
  constexpr bool whole = std::same_as<Datum, Code> || std::same_as<Datum, Count>;
  return takes<F, bool>() == std::same_as<Datum, bool> &&
         takes<F, int, std::int64_t, std::uint8_t, std::size_t>() == (number || whole) &&
         takes_none<F, int, std::int64_t>() == !(number || whole) &&
         takes<F, double, float, long double>() == number &&
         takes_none<F, double, float>() == !number;
}

template <class... F>
constexpr bool all_take_what_their_data_may_be(FamilyList<F...>) {
  return (takes_what_its_datum_may_be<F>() && ...);
}

struct Text {
  operator std::string() const { return "text"; }
};

}  // namespace

TEST_CASE("a text or a number is no yes or no") {
  static_assert(takes<BetaBernoulli, bool, std::vector<bool>::reference>());
  static_assert(takes_none<BetaBernoulli, char[6], double, int, Code, Count>());
}

TEST_CASE("every family takes data of its own kind and no other") {
  static_assert(all_take_their_own(Families{}));
  static_assert(all_take_what_their_data_may_be(Families{}));
  static_assert(takes<GammaPoisson, Count>());
  static_assert(takes_none<DirichletCategorical, char, Count>());
}

TEST_CASE("a datum of another type takes what converts to it") {
  static_assert(detail::GivenFor<Text, std::string>);
  static_assert(detail::GivenFor<char[6], std::string>);
  static_assert(!detail::GivenFor<int, std::string>);
}

TEST_CASE("integers are counts and codes, and all arithmetic types are numbers") {
  Posterior<GammaPoisson> visits;
  visits.observe(3);
  visits.observe(std::uint8_t{4});
  visits.observe({5, 2});
  CHECK(visits.statistics.total == 12);
  CHECK(visits.statistics.exposure == 4);

  Posterior<DirichletCategorical> colour{Dirichlet{{1, 1, 1}}};
  colour.observe(std::size_t{2});
  colour.observe(2);
  colour.forget(2L);
  CHECK(colour.statistics.counts == std::vector<double>{0, 0, 1});

  Posterior<NormalInverseGammaNormal> height{NormalInverseGamma{}};
  height.observe(170);
  height.observe(180.F);
  CHECK(height.statistics.mean == 175);
}

TEST_CASE("enumerations are codes, and neither counts nor numbers nor binary data") {
  enum class City : std::uint8_t { oslo, rome, bern };
  enum Colour { red, green, blue };
  static_assert(takes<DirichletCategorical, City, Colour>());
  static_assert(takes_none<GammaPoisson, City, Colour>());
  static_assert(takes_none<NormalInverseGammaNormal, City, Colour>());
  static_assert(takes_none<BetaBernoulli, City, Colour>());
  Posterior<DirichletCategorical> city{Dirichlet{{1, 1, 1}}};

  city.observe(City::bern);
  city.observe(green, 3);
  city.forget(blue);

  CHECK(city.statistics.counts == std::vector<double>{0, 3, 0});
}

TEST_CASE("an integer that no code can be is refused and not cut off") {
  Posterior<DirichletCategorical> colour{Dirichlet{{1, 1, 1}}};
  const auto error = error_of([&] {
    colour.observe(std::int64_t{4294967297});  // 1, if its upper bits were dropped
    return 0;
  });
  CHECK(is(error, ErrorCode::domain));
  CHECK(says(error, "4294967297"));
  CHECK(colour.statistics.count() == 0);
}
