// Structs described by their members: to fields, back, and what is refused on the way.
#include <credence/base/error.hpp>
#include <credence/base/members.hpp>

#include <doctest/doctest.h>
#include <cmath>
#include <limits>

#include "support/throws.hpp"

namespace credence {
namespace {

struct Spring {
  double length = 1;
  double stiffness = 2;
  std::vector<double> loads = {};

  static constexpr auto members = Members{Member{"length", &Spring::length, Domain::real},
                                          Member{"stiffness", &Spring::stiffness, Domain::positive},
                                          Member{"loads", &Spring::loads, Domain::nonnegative}};
  friend bool operator==(const Spring&, const Spring&) = default;
};

struct Mixture {
  std::vector<double> shares = {};
  double doubt = 0;

  static constexpr auto members = Members{Member{"shares", &Mixture::shares, Domain::simplex},
                                          Member{"doubt", &Mixture::doubt, Domain::probability}};
};

const Fields spring_fields{{"length", -1.5}, {"stiffness", 3.0}, {"loads", std::vector{0.0, 7.0}}};

Spring from(const Fields& fields) { return from_fields<Spring>(fields, "spring 'a'"); }

using testing::fails_with;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

static_assert(Described<Spring>);
static_assert(!Described<std::string>);

TEST_CASE("a described struct lists its members in order") {
  const Spring spring{.length = -1.5, .stiffness = 3, .loads = {0, 7}};

  CHECK(to_fields(spring) == spring_fields);
}

TEST_CASE("a struct rebuilt from its fields equals it") {
  const Spring spring{.length = 1e-300, .stiffness = 0.1, .loads = {1.0 / 3}};

  CHECK(from(to_fields(spring)) == spring);
}

TEST_CASE("fields may come in any order") {
  const Fields turned{spring_fields.rbegin(), spring_fields.rend()};

  CHECK(from(turned) == from(spring_fields));
}

TEST_CASE("an unknown name is refused together with the names that are taken") {
  Fields fields = spring_fields;
  fields.emplace_back("lenght", 2.0);

  CHECK(fails_with(ErrorCode::schema,
                   "spring 'a' has no 'lenght'; it takes 'length', 'stiffness', 'loads'",
                   [&] { return from(fields); }));
}

TEST_CASE("every missing or repeated name is reported at once") {
  const Fields fields{{"length", 1.0}, {"length", 2.0}, {"loads", std::vector{1.0}}};

  CHECK(fails_with(ErrorCode::schema,
                   "spring 'a' gives 'length' 2 times; give it one value\n"
                   "spring 'a' lacks 'stiffness'; give it a value",
                   [&] { return from(fields); }));
}

TEST_CASE("a list where a number belongs is refused and so is the reverse") {
  const Fields list{{"length", std::vector{1.0}}, {"stiffness", 3.0}, {"loads", std::vector{1.0}}};
  const Fields number{{"length", 1.0}, {"stiffness", 3.0}, {"loads", 0.25}};

  CHECK(fails_with(ErrorCode::schema, "spring 'a' holds a list as 'length'; give a single number",
                   [&] { return from(list); }));
  CHECK(fails_with(ErrorCode::schema,
                   "spring 'a' holds the single number 0.25 as 'loads'; give a list",
                   [&] { return from(number); }));
}

TEST_CASE("a number outside its domain is refused with its name and value") {
  CHECK(fails_with(ErrorCode::domain,
                   "spring 'a' holds 0 as 'stiffness'; make it a finite number above 0",
                   [] { return check_members(Spring{.stiffness = 0}, "spring 'a'"); }));
  CHECK(fails_with(ErrorCode::domain, "spring 'a' holds inf as 'length'; make it a finite number",
                   [] { return check_members(Spring{.length = infinity}, "spring 'a'"); }));
  CHECK(fails_with(
      ErrorCode::domain,
      "spring 'a' holds -0.1 as entry 2 of 'loads'; make it a finite number, 0 or more", [] {
        return check_members(Spring{.loads = {1, -0.1}}, "spring 'a'");
      }));
}

TEST_CASE("no domain holds infinity or what is not a number") {
  using enum Domain;

  for (const Domain domain : {real, positive, nonnegative, probability, simplex})
    for (const double value : {infinity, -infinity, not_a_number}) {
      CAPTURE(static_cast<int>(domain));
      CAPTURE(value);
      CHECK(testing::error_of([&] { detail::check_domain(value, domain, "x", "it"); }));
    }
}

TEST_CASE("domains end where their borders are") {
  using Limits = std::numeric_limits<double>;
  const double smallest = Limits::denorm_min();
  for (const double x :
       {0.0, -0.0, smallest, -smallest, Limits::min(), -Limits::min(), 0.5, 1.0,
        std::nextafter(1.0, 2.0), -3.0, Limits::max(), Limits::lowest(), Limits::infinity(),
        -Limits::infinity(), Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::signaling_NaN()}) {
    CAPTURE(x);
    CHECK(detail::lies_in(x, Domain::real) == std::isfinite(x));
    CHECK(detail::lies_in(x, Domain::ascending) == std::isfinite(x));
    CHECK(detail::lies_in(x, Domain::positive_definite) == std::isfinite(x));
    CHECK(detail::lies_in(x, Domain::positive) == (std::isfinite(x) && x > 0));
    CHECK(detail::lies_in(x, Domain::nonnegative) == (std::isfinite(x) && x >= 0));
    CHECK(detail::lies_in(x, Domain::probability) == (x >= 0 && x <= 1));
    for (const Domain domain :
         {Domain::real, Domain::positive, Domain::nonnegative, Domain::probability})
      for (const std::size_t place : {std::size_t{0}, std::size_t{6}}) {
        std::vector<double> list(7, 0.5);
        list[place] = x;
        const auto fault =
            testing::error_of([&] { detail::check_domain(list, domain, "x", "it"); });
        CHECK(fault.has_value() != detail::lies_in(x, domain));
      }
  }
}

TEST_CASE("a probability may be 0 or 1 and nothing beyond") {
  const auto refused = [](double value) {
    return testing::error_of(
               [&] { check_members(Mixture{.shares = {1}, .doubt = value}, "mixture"); })
        .has_value();
  };

  CHECK_FALSE(refused(0));
  CHECK_FALSE(refused(1));
  CHECK(refused(-1e-300));
  CHECK(refused(1.0000000000000002));
}

TEST_CASE("a simplex sums to 1 within a billionth") {
  CHECK_NOTHROW(check_members(Mixture{.shares = {0.1, 0.2, 0.7}}, "mixture"));
  CHECK_NOTHROW(check_members(Mixture{.shares = {0.5, 0.5 + 5e-10}}, "mixture"));
  CHECK(
      fails_with(ErrorCode::domain, "mixture holds 'shares' with the sum 0.75; make the sum 1", [] {
        return check_members(Mixture{.shares = {0.25, 0.5}}, "mixture");
      }));
  CHECK(fails_with(ErrorCode::domain,
                   "mixture holds 1.5 as entry 1 of 'shares'; make it between 0 and 1", [] {
                     return check_members(Mixture{.shares = {1.5, -0.5}}, "mixture");
                   }));
}

TEST_CASE("an empty list is no simplex but it is a list of loads") {
  CHECK(testing::error_of([] { check_members(Mixture{}, "mixture"); }));
  CHECK_NOTHROW(check_members(Spring{}, "spring 'a'"));
}

}  // namespace credence
