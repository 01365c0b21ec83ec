#pragma once
// Families as objects, asked for by their type.
#include <credence/family/family.hpp>
#include <credence/learn/family_type.hpp>
#include <type_traits>
#include <typeinfo>

namespace credence {

namespace detail {
/// Returns a family that the library ships: its file says so, by `using Shipped = ` its own name.
template <class F>
concept ShippedFamily = std::is_same_v<typename F::Shipped, F>;

/// Returns the object of a shipped family.
[[nodiscard]] const FamilyType& shipped_type_of(const std::type_info& family);
}  // namespace detail

/// Returns the object of a family. Written in catalogue/family_of.hpp, which who has a family of
/// his own includes; it says what the type lacks to be a family.
template <class F>
[[nodiscard]] const FamilyType& family_type();

namespace detail {
/// Returns the same, which for shipped families needs no more than this header.
template <ConjugateFamily F>
[[nodiscard]] const FamilyType& type_of_family() {
  if constexpr (ShippedFamily<F>)
    return shipped_type_of(typeid(F));
  else
    return family_type<F>();
}
}  // namespace detail

}  // namespace credence
