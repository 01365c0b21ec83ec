#pragma once
// Reserved levels as levels with names: what is drawn of them can then be learned.
#include <credence/data/schema.hpp>
#include <credence/predict/estimates.hpp>

#include <span>
#include <string>

namespace credence::detail {

/// Returns the name, or the first of name_2, name_3, ... that is not among the others.
[[nodiscard]] std::string distinct_name(const std::string& name,
                                        std::span<const std::string> others);

/// Returns how `simulate` calls the reserved level of a column with these levels.
[[nodiscard]] std::string name_of_reserved(std::span<const std::string> levels);

/// Returns the schema of a model with each reserved level listed under the name by which it is drawn;
/// one of a block has a column of its own. K + 1 levels have the prior that K levels and a reserved
/// one have. Columns that list no levels stay as they are.
[[nodiscard]] Schema with_reserved_listed(Schema schema);

/// Returns a truth whose blocks have no reserved place: it is a column of theirs.
/// throws  Error{undefined} for such blocks under densities without parameters
[[nodiscard]] Estimates with_reserved_columns(const Estimates& truth);

}  // namespace credence::detail
