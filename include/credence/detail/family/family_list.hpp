#pragma once
// A list of families as a type, and how to walk it.
#include <credence/family/family.hpp>
#include <string_view>

namespace credence {

/// A list of families.
template <ConjugateFamily... F>
struct FamilyList {};

/// Calls `f(F{})` for each family of the list, in order.
template <class... F, class Visitor>
constexpr void for_each_family(FamilyList<F...>, Visitor&& visitor) {
  (visitor(F{}), ...);
}

/// Calls `f(F{})` for the family called `name`; false when the list has none of that name.
template <class... F, class Visitor>
constexpr bool with_family(FamilyList<F...>, std::string_view name, Visitor&& visitor) {
  return ((F::name == name && (visitor(F{}), true)) || ...);
}

}  // namespace credence
