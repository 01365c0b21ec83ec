#pragma once
// The object of a shipped family, which is made in the family's own file here.
#include <credence/learn/family_type.hpp>

namespace credence::detail {

template <class F>
[[nodiscard]] const FamilyType& shipped_type();

}  // namespace credence::detail
