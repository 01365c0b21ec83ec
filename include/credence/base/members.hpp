#pragma once
// Named members: how a plain struct tells its numbers to files, tables and flags.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace credence {

/// The set a member's value must lie in.
enum class Domain {
  real,               ///< any finite number
  positive,           ///< finite and > 0; every entry, for a list
  nonnegative,        ///< finite and >= 0; every entry, for a list
  probability,        ///< in [0, 1]
  simplex,            ///< a list of probabilities that sums to 1
  ascending,          ///< a list of finite numbers, each above the one before
  positive_definite,  ///< a lower triangle (base/triangle.hpp) of a positive definite matrix
  semi_definite,      ///< the same where the matrix may be singular; empty where nothing was seen
};

/// One named number, or list of numbers, of the struct `Owner`.
template <class Owner, class Value>
struct Member {
  std::string_view name;
  Value Owner::*pointer;
  Domain domain;
};

// clang 14 deduces nothing for aggregates by itself.
template <class Owner, class Value>
Member(std::string_view, Value Owner::*, Domain) -> Member<Owner, Value>;

/// The members of a struct, in order. (Not std::tuple: fifty of them take a compiler a third of a
/// second.)
template <class... M>
struct Members {
  static constexpr std::size_t size = 0;
  template <class F>
  constexpr void each(F&&) const {}
};
/// The members of a struct that has one at least.
template <class Owner, class Value, class... Rest>
struct Members<Member<Owner, Value>, Rest...> {
  static constexpr std::size_t size = 1 + sizeof...(Rest);

  constexpr explicit Members(Member<Owner, Value> head, Rest... others)
      : first(head), rest(others...) {}
  /// Calls `f(member)` for each.
  template <class F>
  constexpr void each(F&& f) const {
    f(first);
    rest.each(f);
  }

  Member<Owner, Value> first;
  Members<Rest...> rest;
};

template <class... M>
Members(M...) -> Members<M...>;

/// A struct with a static constant `members`. Laws ("a prior rebuilt from its named numbers is
/// equal bit for bit", and the like for statistics) test that a value rebuilt from its fields is
/// equal to it.
///
///     struct Beta {
///       double ones = 1;
///       double zeros = 1;
///       static constexpr auto members = Members{Member{"ones", &Beta::ones, Domain::positive},
///                                               Member{"zeros", &Beta::zeros, Domain::positive}};
///     };
template <class T>
concept Described = requires {
  T::members.first.domain;
};

/// A number or a list of numbers.
using FieldValue = std::variant<double, std::vector<double>>;

/// The named numbers of a value, in the order of its members.
using Fields = std::vector<std::pair<std::string, FieldValue>>;

/// Calls `f(member)` for each member of `T`, in order.
template <Described T, class F>
constexpr void for_each_member(F&& f) {
  T::members.each(f);
}

/// Returns the names of the members of `T`, in order.
template <Described T>
[[nodiscard]] std::vector<std::string_view> member_names() {
  std::vector<std::string_view> names;
  for_each_member<T>([&](const auto& member) { names.push_back(member.name); });
  return names;
}

/// Returns the names and numbers of `value`.
template <Described T>
[[nodiscard]] Fields to_fields(const T& value) {
  Fields fields;
  for_each_member<T>([&](const auto& member) {
    fields.emplace_back(std::string(member.name), value.*(member.pointer));
  });
  return fields;
}

namespace detail {
/// Returns whether a number lies in a domain; of a list, one of its entries.
[[nodiscard]] inline bool lies_in(double value, Domain domain) {
  using Limits = std::numeric_limits<double>;
  if (domain == Domain::probability || domain == Domain::simplex) return value >= 0 && value <= 1;
  if (domain == Domain::nonnegative) return value >= 0 && value <= Limits::max();
  // The bits of numbers above 0 rise with them, so that one comparison of integers serves for two.
  constexpr auto infinite = std::bit_cast<std::uint64_t>(Limits::infinity());
  const auto bits = std::bit_cast<std::uint64_t>(value);
  if (domain == Domain::positive) return bits - 1 < infinite - 1;
  return 2 * bits < 2 * infinite;  // without its sign
}
/// Throws Error{schema} when `fields` are not exactly the names that `expected` lists.
void check_names(const Fields& fields, const std::vector<std::string_view>& expected,
                 std::string_view what);
/// Error{domain} of a number outside its domain.
[[noreturn]] void outside_domain(double value, Domain domain, std::string_view name,
                                 std::string_view what);
/// Throws Error{domain} unless the value lies in the domain, which most callers know when they are
/// compiled: inlined, one or two comparisons are left.
[[gnu::always_inline]] inline void check_domain(double value, Domain domain, std::string_view name,
                                                std::string_view what) {
  if (!lies_in(value, domain)) [[unlikely]]
    outside_domain(value, domain, name, what);
}
void check_domain(const std::vector<double>& values, Domain domain, std::string_view name,
                  std::string_view what);
/// The entry called `name`, as a number or as a list; throws Error{schema} if it is of the other
/// kind.
void take(const Fields& fields, std::string_view name, std::string_view what, double& out);
void take(const Fields& fields, std::string_view name, std::string_view what,
          std::vector<double>& out);
}  // namespace detail

/// Throws Error{domain} naming `what`, the first member outside its domain and the value it holds.
/// What no member says alone, such as pseudo-counts whose sum is too large, is left to a function
/// check_together(value, what) beside the type.
template <Described T>
void check_members(const T& value, std::string_view what) {
  for_each_member<T>([&](const auto& member) {
    detail::check_domain(value.*(member.pointer), member.domain, member.name, what);
  });
  if constexpr (requires { check_together(value, what); }) check_together(value, what);
}

/// Returns the value whose members are `fields`; every member must be there and nothing else.
/// in      what: names the thing in messages, for example "prior of column 'age'"
/// throws  Error{schema} for an unknown or missing name, Error{domain} for a number out of its
/// domain
template <Described T>
[[nodiscard]] T from_fields(const Fields& fields, std::string_view what) {
  detail::check_names(fields, member_names<T>(), what);
  T value;
  for_each_member<T>([&](const auto& member) {
    detail::take(fields, member.name, what, value.*(member.pointer));
  });
  check_members(value, what);
  return value;
}

}  // namespace credence
