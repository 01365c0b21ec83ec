#pragma once
// Which family of a list a column of a schema belongs to.
#include <credence/data/schema.hpp>
#include <credence/family/family_list.hpp>

namespace credence {

/// What schemas call a family. Families of several columns share the word of their single one.
template <ConjugateFamily F>
[[nodiscard]] constexpr std::string_view word_of() {
  if constexpr (TiedFamily<F>)
    return F::word;
  else
    return F::name;
}

/// Whether columns of a block of the family vary together.
template <ConjugateFamily F>
[[nodiscard]] constexpr Covariance covariance_of() {
  if constexpr (requires { F::covariance; })
    return F::covariance;
  else
    return Covariance::diagonal;
}

/// Whether a column (or block of columns) of a schema is a feature of the family.
template <ConjugateFamily F>
[[nodiscard]] bool is_of(const ColumnSchema& column) {
  return column.family == word_of<F>() && column.tied.has_value() == TiedFamily<F> &&
         column.covariance == covariance_of<F>();
}

/// Calls `f(F{})` for the family of a column; false when the list has none.
template <class... F, class Visitor>
bool with_family_of(FamilyList<F...>, const ColumnSchema& column, Visitor&& visitor) {
  return ((is_of<F>(column) && (visitor(F{}), true)) || ...);
}

}  // namespace credence
