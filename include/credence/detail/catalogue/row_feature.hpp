#pragma once
// One member of a row type as a feature: its family, its prior, and how it is read.
#include <cmath>
#include <concepts>
#include <credence/data/number.hpp>
#include <credence/detail/catalogue/rows.hpp>
#include <credence/detail/family/given_datum.hpp>
#include <credence/family/family.hpp>
#include <credence/family/family_facts.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace credence {

namespace detail {
template <class Member>
struct ValueOf {
  using type = Member;
};
template <class Value>
struct ValueOf<std::optional<Value>> {
  using type = Value;
};
}  // namespace detail

/// What a member of a row holds where it is not missing.
template <class Member>
using MemberValue = typename detail::ValueOf<Member>::type;

/// A member that can hold the data of a family: one of a type that may be observed as its datum
/// (detail/family/given_datum.hpp), or a std::optional of one, whose empty values are missing cells. A
/// document cannot be missing.
template <class Member, class F>
concept MemberOf = ConjugateFamily<F> && detail::GivenFor < MemberValue<Member>,
typename F::Statistics::value_type >
    &&(std::same_as<Member, MemberValue<Member>> ||
       kind_of_datum<typename F::Statistics::value_type> != DatumKind::words);

/// One feature of a row type: which member, which family, which prior.
template <class Row, ConjugateFamily F, class Member>
struct RowFeature {
  std::string name;
  Member Row::*member;
  F family;
  Index levels = 0;  ///< how many codes, words or numbers there are, for families that have several

  friend bool operator==(const RowFeature& a, const RowFeature& b) {
    return a.name == b.name && a.member == b.member && a.family.prior == b.family.prior &&
           a.levels == b.levels;
  }
};

/// Returns a member read as a family `F`. A member that cannot hold the family's data does not
/// compile. A family of your own joins the families of the model by itself; the file needs
/// <credence/catalogue/family_of.hpp>.
/// in  levels: how many codes, words or numbers there are, for families that have several
template <ConjugateFamily F, class Row, MemberOf<F> Member>
[[nodiscard]] RowFeature<Row, F, Member> feature(std::string name, Member Row::*member,
                                                 F family = {}, Index levels = 0) {
  return {std::move(name), member, std::move(family), levels};
}

namespace detail {

/// Returns the value of a member; null where it is missing.
template <class Value>
[[nodiscard]] const Value* value_of(const Value& member) {
  return &member;
}
template <class Value>
[[nodiscard]] const Value* value_of(const std::optional<Value>& member) {
  return member ? &*member : nullptr;
}

/// Returns whether a feature accepts a value, which is `datum` to its family.
template <class Row, ConjugateFamily F, class Member, class Value, class Datum>
[[nodiscard]] bool accepts(const RowFeature<Row, F, Member>& source, const Value& value,
                           const Datum& datum) {
  if constexpr (std::floating_point<Value>)
    if (std::isnan(value)) return false;  // missing is std::optional
  if (!F::accepts(datum)) return false;
  if constexpr (kind_of_datum<Datum> == DatumKind::category)
    // A wide integer must not wrap around to a level.
    return datum >= 0 && datum < source.levels && static_cast<Value>(datum) == value;
  else if constexpr (kind_of_datum<Datum> == DatumKind::words)
    return datum.empty() || Index{datum.back().word} < source.levels;
  else if constexpr (kind_of_datum<Datum> == DatumKind::numbers)
    return std::ssize(datum) == source.levels;
  else
    return true;
}

/// Throws Error{domain}: the value of a member, which the family does not accept.
template <class Row, ConjugateFamily F, class Member, class Value>
[[noreturn]] void refuse(const RowFeature<Row, F, Member>& source, const Value& value, Index row) {
  std::string text;
  if constexpr (std::floating_point<Value>)
    text = to_text(static_cast<double>(value));
  else if constexpr (Enumeration<Value>)
    text = std::to_string(static_cast<std::underlying_type_t<Value>>(value));
  else if constexpr (requires { std::to_string(value); })
    text = std::to_string(value);
  constexpr DatumKind kind = kind_of_datum<typename F::Statistics::value_type>;
  member_outside_support(source.name, {F::name, F::needs}, text, {kind, source.levels}, row);
}

/// Returns the value of a member as a datum.
template <class Datum, class Value>
[[nodiscard]] constexpr decltype(auto) datum_from(const Value& value) {
  if constexpr (std::same_as<Value, Datum>)
    return (value);
  else if constexpr (std::same_as<Datum, Count> && std::integral<Value>)
    return Count(static_cast<double>(value));
  else
    return static_cast<Datum>(value);
}

/// Calls `f(datum)` with the member of a row as its family's datum, unless it is missing.
/// in      number: of the row, from 1
/// throws  Error{domain} when the family does not accept it
template <class Row, ConjugateFamily F, class Member, class Visitor>
void with_datum(const RowFeature<Row, F, Member>& source, const Row& row, Index number,
                const Visitor& f) {
  using Datum = typename F::Statistics::value_type;
  const MemberValue<Member>* value = value_of(row.*(source.member));
  if (value == nullptr) return;
  const auto visit = [&](const Datum& datum) {
    if (!accepts(source, *value, datum)) refuse(source, *value, number);
    f(datum);
  };
  visit(datum_from<Datum>(*value));
}

}  // namespace detail

}  // namespace credence
